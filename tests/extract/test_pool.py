"""Reading on all cores: the same result in the same order, and a worker that dies costs one file."""

from __future__ import annotations

import ast
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from app.extract.model import Origin, SourceFile
from app.extract.numbering import with_ids
from app.extract.pool import Extraction, FileDrafts, Workers, _quota, cores
from app.extract.scopes import ModuleScope, read_module

ORIGIN = Origin("o/n", "n", "1", prefix="python/")
FILLER = "# what a long file says\n" * 25


def sources(count: int, size: int = 40) -> list[SourceFile]:
    """Files that each raise once, made long by code that does nothing."""
    text = "class Own{0}Error(Exception):\n    def __init__(self, x):\n        super().__init__(f'own {{x}}')\n\n"
    text += "def f(x):\n    if x:\n        raise ValueError('message number {0}')\n    raise Own{1}Error(x)\n"
    return [
        SourceFile(
            f"pkg/m{number:03}.py", (text.format(number, (number + 7) % count) + FILLER * size).encode()
        )
        for number in range(count)
    ]


def dies(files: list[SourceFile]) -> list[str]:
    """Work that one of the files makes end the process."""
    for file in files:
        if file.data == b"die":
            os.kill(os.getpid(), signal.SIGKILL)
    return [file.path for file in files]


def interrupted(files: list[SourceFile]) -> list[str]:
    """Work during which Ctrl-C reaches the process."""
    os.kill(os.getpid(), signal.SIGINT)
    return [file.path for file in files]


def folder(files: list[SourceFile]) -> list[tuple[str, bool]]:
    """Where a worker looks for modules first, and whether it is this process."""
    import sys

    return [(sys.path[0], os.getpid() == os.getppid()) for _ in files]


def each(extraction: Extraction, files: list[SourceFile], work: object) -> Iterator[object]:
    """Run some work over files, one file a chunk."""
    return extraction._each([[file] for file in files], work, lambda file: f"lost {file.path}", shared=True)  # type: ignore[arg-type, return-value]


def test_workers_give_what_one_process_gives() -> None:
    """With worker processes the result is the same, in the order of the files, and a class of another file is known."""
    files = sources(60)
    assert sum(len(file.data) for file in files) > 1_000_000
    with Extraction(1) as alone, Extraction(2) as shared:
        one, two = list(alone.read(files, ORIGIN)), list(shared.read(files, ORIGIN))
        assert shared._executor is not None
        assert alone._executor is None
    assert one == two
    assert [found.path for found in two] == [file.path for file in files]
    assert {draft["record"]["errorMessage"] for draft in two[0].drafts} == {"message number 0", "own {x}"}
    assert [found.with_text for found in two] == [2] * 60


def test_small_targets_start_no_process() -> None:
    """A few files are read where they are."""
    with Extraction(2) as extraction:
        assert len(list(extraction.read(sources(3), ORIGIN))) == 3
        assert extraction._executor is None


def test_drafts_have_ordinals_and_prefixed_paths() -> None:
    """A draft has no id but what makes one; its path has the origin's prefix."""
    (found,) = Extraction(1).read(sources(1, size=0), ORIGIN)
    assert [draft["ordinal"] for draft in found.drafts] == [0, 0]
    assert {draft["record"]["filePath"] for draft in found.drafts} == {"python/pkg/m000.py"}
    assert all("id" not in draft["record"] for draft in found.drafts)


def test_a_file_that_cannot_be_read_is_a_note() -> None:
    """Notes name their file."""
    (found,) = Extraction(1).read([SourceFile("pkg/bad.py", b"def (")], ORIGIN)
    assert found == FileDrafts("pkg/bad.py", (), 0, found.notes)
    assert found.notes[0].startswith("pkg/bad.py: skipped: ")


@pytest.mark.parametrize(
    ("function", "lost"),
    [("app.extract.sites.read_module", ["pkg/m000.py"]), ("app.extract.index.read_module", [])],
)
def test_a_fault_of_our_own_costs_one_file(
    monkeypatch: pytest.MonkeyPatch, function: str, lost: list[str]
) -> None:
    """Where one file meets an error in errdex itself it is told so, and the others are read."""
    calls = iter([True])

    def fails_once(tree: ast.Module) -> ModuleScope:
        if next(calls, False):
            raise IndexError("tuple index out of range")
        return read_module(tree)

    monkeypatch.setattr(function, fails_once)
    found = list(Extraction(1).read(sources(3), ORIGIN))
    assert [one.path for one in found] == [f"pkg/m{number:03}.py" for number in range(3)]
    assert [one.path for one in found if not one.drafts] == lost
    notes = [note for one in found for note in one.notes]
    assert [note.partition(":")[0] for note in notes] == lost
    assert all("a fault of errdex: please report the file" in note for note in notes)


def test_a_worker_that_dies_costs_one_file() -> None:
    """The file that ended a worker is told as lost; all others come in their order."""
    files = [SourceFile(str(number), b"die" if number == 3 else b"") for number in range(8)]
    with Extraction(2) as extraction:
        found = list(each(extraction, files, dies))
    assert found == ["lost 3" if number == 3 else str(number) for number in range(8)]


def test_ctrl_c_is_not_for_workers() -> None:
    """A worker ignores the interrupt that a terminal sends to all processes."""
    with Extraction(2) as extraction:
        assert list(each(extraction, sources(4), interrupted)) == [file.path for file in sources(4)]


def test_stopping_early_leaves_no_process() -> None:
    """Leaving in the middle stops the workers."""
    with Extraction(2) as extraction:
        reading = extraction.read(sources(80), ORIGIN)
        next(reading)
        assert extraction._executor is not None
        workers = list(extraction._executor._processes.values())
    assert workers
    assert not any(worker.is_alive() for worker in workers)


def test_workers_look_for_modules_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A foreign multiprocessing.py where errdex is started is not what its workers import."""
    for name in ("multiprocessing.py", "pickle.py", "signal.py"):
        (tmp_path / name).write_text("raise SystemExit('foreign')")
    monkeypatch.chdir(tmp_path)
    with Extraction(2) as extraction:
        found = list(each(extraction, sources(3), folder))
    assert len(found) == 3
    assert all(first != str(tmp_path) and not same for first, same in found)  # type: ignore[misc]
    assert "PYTHONSAFEPATH" not in os.environ or os.environ["PYTHONSAFEPATH"] != "1"


def test_a_system_without_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the pool cannot be made, everything is read in this process."""

    def refused(*_: object, **__: object) -> object:
        raise OSError("no semaphores")

    monkeypatch.setattr("app.extract.pool.ProcessPoolExecutor", refused)
    with Extraction(2) as extraction:
        assert len(list(extraction.read(sources(60), ORIGIN))) == 60


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("max 100000", 16),
        ("100000 100000", 1),
        ("150000 100000", 2),
        ("50000 100000", 1),
        ("0 0", 16),
        ("", 16),
        (None, 16),
    ],
)
def test_the_share_of_a_container(said: str | None, number: int, tmp_path: Path) -> None:
    """A quota of processor time, in microseconds of a period, bounds the processes; without one nothing does."""
    file = tmp_path / "cpu.max"
    if said is not None:
        file.write_text(f"{said}\n")
    assert _quota(file) == number


@pytest.mark.parametrize("failing", [0, 1])
def test_no_more_processes_may_begin(failing: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system refuses the first or the second process, all is done in this one."""
    begin = ProcessPoolExecutor.submit
    begun = iter(range(100))

    def submit(self: ProcessPoolExecutor, *arguments: Any) -> Any:
        if next(begun) >= failing:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        return begin(self, *arguments)

    monkeypatch.setattr(ProcessPoolExecutor, "submit", submit)
    with Workers(2) as workers:
        chunks = [[number, number + 1] for number in range(0, 9, 2)]
        found = list(workers.each(chunks, _doubled, lambda _: -1, shared=True))
    assert found == [2 * number for number in range(10)]


def _doubled(numbers: list[int]) -> list[int]:
    return [2 * number for number in numbers]


def test_cores_are_counted() -> None:
    """At least one, sixteen at the most."""
    assert 1 <= cores() <= 16


def test_ids_are_those_of_the_site_key() -> None:
    """An id is a function of the site; two sites that cannot be told apart get two."""
    source = "def f():\n    raise ValueError('one')\n\n\nclass C:\n    def f(self):\n        raise ValueError('one')\n"
    doubled = source + "\n\ndef f():\n    raise ValueError('one')\n"
    (found,) = Extraction(1).read([SourceFile("pkg/a.py", doubled.encode())], ORIGIN)
    envelopes = list(with_ids(found.drafts))
    assert len({envelope["record"]["id"] for envelope in envelopes}) == 3
    assert set(envelopes[0]) == {"record", "errdex"}
    (again,) = Extraction(1).read([SourceFile("pkg/a.py", source.encode())], ORIGIN)
    assert [one["record"]["id"] for one in with_ids(again.drafts)] == [
        envelope["record"]["id"] for envelope in envelopes[:2]
    ]
