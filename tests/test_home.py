from pathlib import Path

from petrograd1917.home import DATA_VARIABLE, cache_folder, data_folder, home


def test_home_holds_the_app():
    assert (home() / "app.py").is_file()
    assert (home() / "data" / "record.toml").is_file()


def test_another_record_is_used_when_it_is_asked_for(monkeypatch, tmp_path):
    assert data_folder() == home() / "data"
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    assert data_folder() == tmp_path


def test_a_cache_that_cannot_be_written_gives_way_to_a_temporary_one(monkeypatch, tmp_path):
    locked = tmp_path / "a file, no folder"
    locked.write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(locked))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert cache_folder() == Path(tmp_path) / "petrograd1917-cache"
    assert cache_folder().is_dir()
