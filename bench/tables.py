"""The record and a visitor's file: read and asked, against plain pandas, which checks nothing."""

from __future__ import annotations

import io
from datetime import datetime

import crowd
import pandas as pd
from measuring import ROOT, Row, median, seconds, times_ours

from petrograd1917 import chronicle, rules
from petrograd1917.exchange.events import Setting
from petrograd1917.exchange.importing import read_events
from petrograd1917.scene import scene_at
from petrograd1917.tables import TABLES

ROWS = 50_000
HOURS = [datetime(1917, 11, 7, hour) for hour in range(24)]


def rows(count: int = ROWS) -> list[Row]:
    """All of it."""
    folder = ROOT / "data"
    files = [folder / f"{table}.csv" for table in TABLES]
    plain = median(lambda _: [pd.read_csv(file) for file in files])
    read = median(lambda _: chronicle.read(folder))
    record = rules.open_record(folder)
    checked = seconds(lambda: rules.findings(record))
    events = record.events
    scene = median(lambda i: [scene_at(record, hour.replace(minute=i)) for hour in HOURS]) / len(HOURS)
    present = median(
        lambda i: [
            events[(events["earliest"] <= at) & (at <= events["latest"])]
            for at in (hour.replace(minute=i) for hour in HOURS)
        ]
    ) / len(HOURS)
    content = crowd.table(count)
    setting = Setting.of(record)
    imported = median(lambda _: _whole(read_events(content, "mine.csv", setting).events, count), 2)
    parsed = median(lambda _: pd.read_csv(io.BytesIO(content), parse_dates=["start", "end"]), 2)
    return [
        Row("the record's tables read", f"{read * 1000:.0f} ms"),
        Row("the same, `pandas.read_csv` alone", f"{plain * 1000:.0f} ms", times_ours(plain, read)),
        Row("the record checked by every rule", f"{checked:.2f} s"),
        Row("`scene_at`: events, actors, states and light of a minute", f"{scene * 1000:.2f} ms"),
        Row("the same, pandas choosing the events alone", f"{present * 1000:.2f} ms", times_ours(present, scene)),
        Row(f"import of {count:,} rows, every cell judged", f"{imported:.2f} s"),
        Row("the same, `pandas.read_csv` with dates", f"{parsed:.2f} s", times_ours(parsed, imported)),
    ]


def _whole(found: list, count: int) -> None:
    assert len(found) == count, f"{len(found)} of {count} rows load"
