"""The sources, each in its own right: standpoint, grounds, what it alone tells, what it contradicts, its own words."""

from petrograd1917.ui import entries, frame
from petrograd1917.ui.record import record

chronicle = record()
leaf = frame.head(chronicle, "sources")
leaf.show("sources.html", **entries.sources(chronicle, leaf))
