"""Installed distributions: found and read as files; nothing of an environment is run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from app.errors import BadInput
from app.extract.targets.environments import Environment, find_environment, installed
from app.extract.targets.model import Options, Tally, Target
from tests.extract.making import CODE, install, write


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder of installed packages."""
    folder = tmp_path / "env/lib/site-packages"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def options(tmp_path: Path) -> Options:
    """Options with a cache of this test's own."""
    return Options(cache=tmp_path / "cache")


def read(site: Path, name: str, options: Options) -> Target:
    """The target of an installed distribution, read."""
    found = Environment("env", (str(site),)).find(name)
    assert found is not None
    target = installed(name, found, options)
    target.paths = [file.path for file in target.files()]  # type: ignore[attr-defined]
    return target


def names(target: Target) -> list[str]:
    """Paths of a target that was read."""
    found: list[str] = target.paths  # type: ignore[attr-defined]
    return found


def test_an_installed_distribution(site: Path, options: Options) -> None:
    """Its own record says which files it has; its name may be spelt in any way."""
    install(
        site, "Tiny_Pkg", "1.2", {"tiny/a.py": CODE, "tiny/b.so": "", "tiny/tests/t.py": "", "six.py": ""}
    )
    install(site, "other", "2", {"other/b.py": ""}, metadata="License-Expression: MIT\n")
    target = read(site, "tiny.pkg", options)
    assert names(target) == ["six.py", "tiny/a.py"]
    assert (target.label, target.origin.repo) == ("Tiny_Pkg 1.2", "pypi/tiny-pkg")
    assert dict(target.tally.skipped) == {"tests": 1}


def test_records_that_lead_out(site: Path, options: Options) -> None:
    """Recorded files outside the folder of packages, links out of it and missing ones are not read."""
    install(site, "tiny", "1", {"tiny/a.py": CODE})
    write(site.parents[1], {"bin/script.py": "", "secret.py": ""})
    (site / "tiny/link.py").symlink_to(site.parents[1] / "secret.py")
    record = site / "tiny-1.dist-info/RECORD"
    record.write_text(
        record.read_text()
        + f"../../bin/script.py,,\n{site.parents[1]}/secret.py,,\ntiny/link.py,,\ntiny/gone.py,,\n"
    )
    target = read(site, "tiny", options)
    assert names(target) == ["tiny/a.py"]
    assert dict(target.tally.skipped) == {"links": 1}


@pytest.mark.parametrize("record", [None, '"unclosed\x00', "\xff"])
def test_without_a_record(site: Path, options: Options, record: str | None) -> None:
    """Where the record is missing or broken, the packages that it names are read as folders."""
    install(site, "tiny", "1", {"tiny/a.py": CODE, "tiny/sub/b.py": "", "single.py": "", "foreign/c.py": ""})
    path = site / "tiny-1.dist-info/RECORD"
    path.unlink() if record is None else path.write_bytes(record.encode("latin-1"))
    write(site, {"tiny-1.dist-info/top_level.txt": "tiny\nsingle\n../..\n"})
    target = read(site, "tiny", options)
    if record is None:
        assert names(target) == ["single.py", "tiny/a.py", "tiny/sub/b.py"]
        assert "missing or broken" in target.tally.notes[0]
    else:
        assert set(names(target)) <= {"single.py", "tiny/a.py", "tiny/sub/b.py"}


def test_everything_installed(site: Path) -> None:
    """All distributions come once, by name; a folder without a usable name is passed over."""
    install(site, "zeta", "1", {"zeta.py": ""})
    install(site, "Alpha", "1", {"alpha.py": ""})
    write(
        site,
        {"broken-1.dist-info/METADATA": "", "odd-1.dist-info/METADATA": "Name: ../x\n", "x.dist-info": ""},
    )
    second = site.parent / "second"
    install(second, "alpha", "9", {"alpha.py": ""})
    environment = Environment("env", (str(site), str(second)))
    assert [(name, found.version) for name, found in environment.everything()] == [
        ("alpha", "1"),
        ("zeta", "1"),
    ]
    assert environment.find("nothing") is None


def test_installed_in_place(site: Path, tmp_path: Path, options: Options) -> None:
    """An editable installation is read where its source is."""
    project = write(
        tmp_path / "project", {"src/tiny/__init__.py": "", "src/tiny/a.py": CODE, "pyproject.toml": ""}
    )
    install(site, "tiny", "1", {"_tiny.pth": str(project)})
    told = {"url": project.as_uri(), "dir_info": {"editable": True}}
    write(site, {"tiny-1.dist-info/direct_url.json": json.dumps(told)})
    target = read(site, "tiny", options)
    assert names(target) == ["src/tiny/__init__.py", "src/tiny/a.py"]
    assert target.label == "tiny 1"
    assert target.tally.notes == [f"tiny is installed in place, so {project} is read."]


@pytest.mark.parametrize(
    "told",
    ["", "[", "[]", "{}", '{"dir_info": {"editable": true}}', '{"url": "file:///gone", "dir_info": {"editable": true}}',
     '{"url": "https://example.org/x", "dir_info": {"editable": true}}', '{"url": 3, "dir_info": {"editable": true}}'],
)  # fmt: skip
def test_odd_notes_of_an_installer(site: Path, options: Options, told: str) -> None:
    """A direct_url.json that says nothing usable is passed over."""
    install(site, "tiny", "1", {"tiny/a.py": CODE})
    write(site, {"tiny-1.dist-info/direct_url.json": told})
    assert names(read(site, "tiny", options)) == ["tiny/a.py"]


@pytest.fixture(scope="module")
def virtual(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment whose .pth file and sitecustomize would tell if they ran."""
    home = tmp_path_factory.mktemp("virtual") / "env"
    venv.create(home, symlinks=os.name != "nt", with_pip=False)
    site = next(home.glob("lib/python*/site-packages"))
    ran = home / "ran"
    write(
        site,
        {
            "evil.pth": f"import pathlib; pathlib.Path({str(ran)!r}).touch()\n",
            "sitecustomize.py": f"import pathlib; pathlib.Path({str(ran)!r}).touch()\n",
        },
    )
    install(
        site,
        "tiny",
        "1.2",
        {"tiny/__init__.py": f"import pathlib; pathlib.Path({str(ran)!r}).touch()\n{CODE}"},
    )
    return home


@pytest.mark.parametrize("how", ["folder", "interpreter", "active", "path"])
def test_an_environment_is_found(
    virtual: Path, how: str, monkeypatch: pytest.MonkeyPatch, options: Options
) -> None:
    """By its folder, its interpreter, as the active one or as the first python3 on PATH; none of its code runs."""
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    monkeypatch.delenv("CONDA_PREFIX", raising=False)
    monkeypatch.setenv("PYTHONPATH", str(virtual))
    if how == "active":
        monkeypatch.setenv("VIRTUAL_ENV", str(virtual))
    if how == "path":
        monkeypatch.setenv("PATH", f"{virtual / 'bin'}:{os.environ['PATH']}")
    named = {"folder": str(virtual), "interpreter": str(virtual / "bin/python")}.get(how)
    environment = find_environment(named)
    assert environment.home == str(virtual)
    assert [name for name, _ in environment.everything()] == ["tiny"]
    found = environment.find("tiny")
    assert found
    assert [file.path for file in installed("tiny", found, options).files()] == ["tiny/__init__.py"]
    assert not (virtual / "ran").exists()
    subprocess.run([virtual / "bin/python", "-c", ""], check=True)
    assert (virtual / "ran").exists()  # so a plain start would have run it
    (virtual / "ran").unlink()


def test_the_running_environment() -> None:
    """This interpreter's own packages are found where it imports them from."""
    environment = find_environment(sys.executable)
    found = environment.find("pytest")
    assert found
    assert found.version == pytest.__version__
    assert Path(str(found.locate_file("pytest/__init__.py"))).samefile(pytest.__file__)


@pytest.mark.parametrize(
    ("python", "said"),
    [
        ("/nowhere/python", "neither an interpreter nor the folder"),
        ("", "neither an interpreter nor the folder"),
        ("/bin/false", "does not say where its packages are"),
        ("/bin/echo", "does not say where its packages are"),
    ],
)
def test_no_interpreter(python: str, said: str) -> None:
    """What is no Python is refused by name."""
    with pytest.raises(BadInput, match=said):
        find_environment(python)


def test_no_environment_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an active environment and without python3 on PATH the option to use is told."""
    for variable in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BadInput, match="--python"):
        find_environment(None)


def test_the_tally_of_an_unread_source() -> None:
    """A tally starts empty and keeps each sentence once, fifty at most."""
    tally = Tally()
    for number in range(60):
        tally.note(str(number % 55))
        tally.note("0")
    assert (len(tally.notes), tally.notes_left_out) == (50, 5)
