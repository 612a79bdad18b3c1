"""`errdex match` on the machine that the traceback is of: the files that its frames name answer, with no set-up."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import Errdex

LIBRARY = '''\
"""Shelves."""


class ShelfError(ValueError):
    """A shelf cannot do it."""


class Shelf:
    def __init__(self, most=3):
        self.most = most
        self.items = {}

    def put(self, name, item):
        if len(self.items) >= self.most:
            raise ShelfError(f"the shelf has room for {self.most} items and holds {len(self.items)} already")
        self.items[name] = item

    def order(self, mode):
        if mode not in ("by-name", "by-age"):
            raise ShelfError(f"a shelf is not ordered in the mode {mode!r}")
'''
PROGRAM = """\
from shelves.core import Shelf


def stock(shelf):
    shelf.{call}


stock(Shelf(most=1) if {full} else Shelf())
"""
METADATA = "Metadata-Version: 2.1\nName: shelves-and-racks\nVersion: 2.5\nLicense-Expression: MIT\n"


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A folder of installed packages with one distribution in it."""
    root = tmp_path / "venv" / "lib" / "python3.11" / "site-packages"
    (root / "shelves").mkdir(parents=True)
    (root / "shelves" / "__init__.py").write_text("")
    (root / "shelves" / "core.py").write_text(LIBRARY)
    about = root / "shelves_and_racks-2.5.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(METADATA)
    (about / "RECORD").write_text(
        "shelves/__init__.py,,\nshelves/core.py,,\nshelves_and_racks-2.5.dist-info/METADATA,,\n"
    )
    return root


def crash(packages: Path, folder: Path, call: str, *, full: bool = False) -> bytes:
    """What the interpreter prints when a program of the user's makes the package raise."""
    program = folder / "stocking.py"
    program.write_text(PROGRAM.format(call=call, full=full))
    ran = subprocess.run(
        [sys.executable, program], env={"PYTHONPATH": str(packages)}, capture_output=True, check=False
    )
    assert ran.returncode == 1
    return ran.stderr


def test_a_package_that_is_not_in_the_base_is_answered_from_where_it_is_installed(
    errdex: Errdex, packages: Path, tmp_path: Path
) -> None:
    """Without anything learned: record, exact line, values beside what is needed, the user's own frame; within seconds."""
    pasted = crash(packages, tmp_path, "order('by-nmae')")
    started = time.monotonic()
    ran = errdex("match", "--json", stdin=pasted)
    assert time.monotonic() - started < 30  # two on an idle machine; what is told here is that nothing hangs
    assert ran.returncode == 0, ran.stderr
    answer = json.loads(ran.stdout)
    (match,) = answer["events"][0]["matches"]
    assert answer["best"] == {"event": 0, "id": match["id"], "ambiguous": False, "related": []}
    assert answer["events"][0]["status"] == "known"
    assert (match["errorClass"], match["filePath"]) == ("ShelfError", "shelves/core.py")
    assert match["installed"] == {
        "file": str(packages / "shelves" / "core.py"),
        "line": 20,
        "name": "shelves-and-racks",
        "version": "2.5",
        "inBase": False,
    }
    texts = {step["kind"]: step["text"] for step in match["nextSteps"]}
    assert texts["accepted"] == (
        "Use a value of `mode` that is accepted: `'by-name'`, `'by-age'`. Here it was `'by-nmae'`; did you mean `by-name`?"
    )
    assert f"`{tmp_path / 'stocking.py'}:5` in `stock`" in texts["caller"]


def test_what_was_only_read_here_has_no_address_on_a_server(
    errdex: Errdex, packages: Path, tmp_path: Path
) -> None:
    """Where a public address is set, a record that no server has gets no link to it."""
    pasted = crash(packages, tmp_path, "order('by-nmae')")
    public = {"ERRDEX_PUBLIC_URL": "https://errdex.example"}
    (match,) = json.loads(errdex("match", "--json", stdin=pasted, **public).stdout)["events"][0]["matches"]
    assert match["installed"]["inBase"] is False
    assert match["url"].startswith("/errors/")
    assert b"errdex.example" not in errdex("match", stdin=pasted, **public).stdout
    assert b"errdex.example" not in errdex("match", "--format", "markdown", stdin=pasted, **public).stdout


def test_the_page_says_where_it_was_read_and_how_to_keep_it(
    errdex: Errdex, packages: Path, tmp_path: Path
) -> None:
    """For people: the file of the installed copy, and the command that learns the package."""
    pasted = crash(packages, tmp_path, "put('b', 2), shelf.put('c', 3)", full=True)
    ran = errdex("match", stdin=pasted)
    text = ran.stdout.decode()
    assert "your installed copy of shelves-and-racks 2.5" in " ".join(text.split())
    assert "errdex learn shelves-and-racks==2.5" in text
    assert "Make sure that `len(self.items) < self.most`." in " ".join(text.split())
    assert "`self.most` was `1`" in " ".join(text.split())


def test_no_local_reads_nothing(errdex: Errdex, packages: Path, tmp_path: Path) -> None:
    """With --no-local only the base answers."""
    ran = errdex("match", "--json", "--no-local", stdin=crash(packages, tmp_path, "order('x')"))
    assert ran.returncode == 1
    assert json.loads(ran.stdout)["events"][0]["matches"] == []


def test_learn_keeps_the_whole_package(errdex: Errdex, packages: Path, tmp_path: Path) -> None:
    """With --learn every site of the package is in the base afterwards, and answers without its files."""
    own = {"ERRDEX_DATABASE_URL": f"sqlite:///{tmp_path / 'own.db'}"}
    pasted = crash(packages, tmp_path, "order('x')")
    ran = errdex("match", "--json", "--learn", stdin=pasted, **own)
    assert ran.returncode == 0, ran.stderr
    assert b"Learned shelves-and-racks 2.5." in ran.stderr
    (packages / "shelves" / "core.py").unlink()
    again = errdex("match", "--json", stdin=pasted, **own)
    assert again.returncode == 0
    (match,) = json.loads(again.stdout)["events"][0]["matches"]
    assert "installed" not in match
    other = crash_text(packages)
    assert json.loads(errdex("match", "--json", stdin=other, **own).stdout)["best"]["id"] != match["id"]


def crash_text(packages: Path) -> bytes:
    """An error of the other site, written by hand, as the files are gone."""
    return (
        f'Traceback (most recent call last):\n  File "{packages}/shelves/core.py", line 16, in put\n    raise ShelfError(\n'
        "shelves.core.ShelfError: the shelf has room for 1 items and holds 1 already\n"
    ).encode()


def test_a_record_of_the_base_stays_the_answer(errdex: Errdex, packages: Path, tmp_path: Path) -> None:
    """Where the base has the site, its record answers, and is told to stand in the installed copy too."""
    own = {"ERRDEX_DATABASE_URL": f"sqlite:///{tmp_path / 'own.db'}"}
    pasted = crash(packages, tmp_path, "order('x')")
    first = json.loads(errdex("match", "--json", "--learn", stdin=pasted, **own).stdout)
    again = json.loads(errdex("match", "--json", stdin=pasted, **own).stdout)
    (match,) = again["events"][0]["matches"]
    assert match["installed"]["inBase"] is True
    assert match["id"] == first["events"][0]["matches"][0]["id"]


HOSTILE = [
    "/dev/zero.py",
    "/proc/self/mem.py",
    "//server/share/x.py",
    "\\\\server\\share\\x.py",
    "\x00.py",
    "x" * 5000 + ".py",
    "/etc/passwd",
]


@pytest.mark.parametrize("file", HOSTILE)
def test_what_is_no_plain_file_is_not_read(errdex: Errdex, file: str) -> None:
    """Devices, other machines' shares, files that are no Python: a paste cannot make the command read them."""
    pasted = f'Traceback (most recent call last):\n  File "{file}", line 1, in f\n    f()\nValueError: odd thing {file[-9:]}\n'
    ran = errdex("match", "--json", stdin=pasted.encode())
    assert ran.returncode == 1
    assert json.loads(ran.stdout)["events"][0]["matches"] == []


def test_learn_needs_this_machine(errdex: Errdex) -> None:
    """--learn with --no-local is refused, with what to do."""
    ran = errdex("match", "--learn", "--no-local")
    assert ran.returncode == 2
    assert b"--learn keeps what was read on this machine" in ran.stderr
