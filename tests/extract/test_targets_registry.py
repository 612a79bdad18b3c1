"""Wheels that pip fetches; here from a folder, without a network."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.extract.targets import registry
from app.extract.targets.model import Limits, Options
from app.extract.targets.registry import DownloadError, fetch_wheel, kept_versions
from tests.extract.making import CODE, METADATA, make_tar, make_wheel


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that pip takes for its registry."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    for name in ("PIP_CONFIG_FILE", "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    for version in ("1.2", "1.10", "2.0rc1"):
        metadata = METADATA.replace("Version: 1.2", f"Version: {version}")
        make_wheel(
            folder, {"tiny/a.py": CODE}, metadata=metadata, name=f"tiny_pkg-{version}-py3-none-any.whl"
        )
    return folder


@pytest.fixture
def options(tmp_path: Path) -> Options:
    """Options with a cache of this test's own."""
    return Options(cache=tmp_path / "cache")


def test_a_wheel_is_fetched_once(shelf: Path, options: Options) -> None:
    """The first time it is fetched, the second time it is in the cache; nothing else is left there."""
    path = fetch_wheel("Tiny.Pkg", "1.2", options)
    assert path == options.cache / "wheels/tiny-pkg/1.2/tiny_pkg-1.2-py3-none-any.whl"
    for wheel in shelf.iterdir():
        wheel.unlink()
    assert fetch_wheel("tiny_pkg", "1.2", options) == path
    assert fetch_wheel("tiny_pkg", "1.2.0", options) == path
    assert [entry.name for entry in (options.cache / "wheels/tiny-pkg").iterdir()] == ["1.2"]
    assert kept_versions("TINY-pkg", options) == ["1.2"]


def test_the_newest_release(shelf: Path, options: Options) -> None:
    """Without a version it is the newest that is no pre-release, by number and not by letter."""
    assert fetch_wheel("tiny-pkg", None, options).parent.name == "1.10"
    fetch_wheel("tiny-pkg", "1.2", options)
    fetch_wheel("tiny-pkg", "2.0rc1", options)
    assert kept_versions("tiny-pkg", options) == ["1.2", "1.10", "2.0rc1"]


def test_no_such_wheel(shelf: Path, options: Options) -> None:
    """A version without a wheel is told with those that there are; an sdist is never built."""
    make_tar(shelf / "tiny_pkg-3.0.tar.gz", {"tiny_pkg-3.0/setup.py": "raise SystemExit('built')"})
    with pytest.raises(DownloadError, match=r"no wheel of tiny-pkg==3\.0.*1\.2, 1\.10.*read, not built"):
        fetch_wheel("tiny-pkg", "3.0", options)
    with pytest.raises(DownloadError, match="no wheel of nothing-here for"):
        fetch_wheel("nothing-here", None, options)
    assert list((options.cache / "wheels/nothing-here").iterdir()) == []


def test_offline(options: Options, monkeypatch: pytest.MonkeyPatch) -> None:
    """A registry that cannot be reached is told as such, with what works offline."""
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:1/simple")
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    monkeypatch.setenv("PIP_EXTRA_INDEX_URL", "")
    monkeypatch.setenv("PIP_DEFAULT_TIMEOUT", "2")
    with pytest.raises(DownloadError, match=r"registry cannot be reached\. Offline, name a wheel"):
        fetch_wheel("tiny-pkg", "1.2", options)


def test_a_version_that_is_none(options: Options) -> None:
    """An impossible version is refused before anything is asked."""
    with pytest.raises(DownloadError, match="is no version"):
        fetch_wheel("tiny-pkg", "../../x", options)


def test_a_wheel_that_takes_too_long(shelf: Path, options: Options, tmp_path: Path) -> None:
    """Fetching is given up after its time."""
    impatient = Options(cache=tmp_path / "cache", limits=Limits(download_seconds=0.001))
    with pytest.raises(DownloadError, match=r"took more than 0\.001 seconds"):
        fetch_wheel("tiny-pkg", "1.2", impatient)


def test_without_pip(options: Options, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where neither errdex's environment nor PATH has pip, a sentence says how to get it."""
    monkeypatch.setattr(registry.importlib.util, "find_spec", lambda _name: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(DownloadError, match="pipx inject errdex pip"):
        fetch_wheel("tiny-pkg", "1.2", options)


def test_a_pip_of_the_current_folder_is_not_run(
    shelf: Path, options: Options, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A pip.py where errdex is started is somebody else's."""
    (tmp_path / "pip.py").write_text("raise SystemExit('foreign')")
    monkeypatch.chdir(tmp_path)
    assert fetch_wheel("tiny-pkg", "1.2", options).is_file()
