"""Which files an ingest reads."""

from __future__ import annotations

import io
import os
import threading
from pathlib import Path

import pytest

from app.db.resources import records_dir
from app.errors import BadInput
from app.services.inputs import STDIN_NAME, Input, find_inputs

FILES = [
    "a.json",
    "b.JSONL",
    "c.ndjson.gz",
    "d.txt",
    "README.md",
    "e.json.bak",
    ".hidden.json",
    "sub/f.json",
    "sub/deep/g.jsonl.gz",
    ".git/h.json",
]
TAKEN = ["a.json", "b.JSONL", "c.ndjson.gz", "d.txt", "sub/deep/g.jsonl.gz", "sub/f.json"]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A folder with files of every kind."""
    root = tmp_path / "records"
    for name in FILES:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return root


def names(inputs: list[Input], root: Path) -> list[str]:
    """The names, from the folder on."""
    return [os.path.relpath(one.name, root) for one in inputs]


def test_a_folder_is_searched_through_in_order(tree: Path) -> None:
    """Files of records in all depths, sorted; hidden ones and others are passed over."""
    assert names(find_inputs([str(tree)]), tree) == TAKEN


def test_a_file_is_taken_whatever_it_is_called(tree: Path) -> None:
    """A named file is meant, hidden or not."""
    inputs = find_inputs([str(tree / "README.md"), str(tree / ".hidden.json")])
    assert [one.read() for one in inputs] == [b"README.md", b".hidden.json"]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("*.json", ["a.json"]),
        ("**/*.json", ["a.json", "sub/f.json"]),
        ("[ab].*", ["a.json", "b.JSONL"]),
        ("su?", ["sub/deep/g.jsonl.gz", "sub/f.json"]),
    ],
)
def test_a_glob_that_the_shell_left_alone_is_expanded(tree: Path, pattern: str, expected: list[str]) -> None:
    """Files as they match, folders searched through."""
    assert names(find_inputs([f"{tree}/{pattern}"]), tree) == expected


def test_a_name_with_brackets_is_a_name_first(tmp_path: Path) -> None:
    """A file that exists is no glob."""
    path = tmp_path / "a[1].json"
    path.write_text("x")
    assert find_inputs([str(path)])[0].read() == b"x"


def test_each_file_is_read_once(tree: Path) -> None:
    """However often it is named."""
    assert names(find_inputs([str(tree / "a.json"), str(tree), f"{tree}/*.json"]), tree) == TAKEN


def test_links_that_lead_back_end(tree: Path) -> None:
    """A loop is walked once; a link to a file elsewhere is taken, a broken one is not."""
    (tree / "sub" / "loop").symlink_to(tree)
    (tree / "sub" / "broken.json").symlink_to(tree / "nowhere")
    assert names(find_inputs([str(tree)]), tree) == TAKEN


def test_a_linked_folder_is_searched(tree: Path, tmp_path: Path) -> None:
    """Records may be kept elsewhere."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "z.json").write_text("z")
    (tree / "linked").symlink_to(elsewhere)
    assert "linked/z.json" in names(find_inputs([str(tree)]), tree)


def test_standard_input_is_read_up_to_the_limit() -> None:
    """One byte more than allowed is enough to know that it is too long."""
    [one] = find_inputs(["-"], io.BytesIO(b"x" * 100), max_bytes=10)
    assert (one.name, one.read(), one.read(3)) == (STDIN_NAME, b"x" * 11, b"x" * 4)


def test_a_file_is_read_up_to_the_limit(tree: Path) -> None:
    """It is not loaded whole to be refused."""
    assert find_inputs([str(tree / "a.json")])[0].read(2) == b"a.j"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of POSIX")
def test_a_pipe_is_read_once_and_kept(tmp_path: Path) -> None:
    """As a shell's `<(…)` gives it."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(b"{}",))
    writer.start()
    [one] = find_inputs([str(path)])
    writer.join()
    assert (one.read(), one.read()) == (b"{}", b"{}")


def test_without_a_path_the_bundled_records_are_meant() -> None:
    """All of them, from the installation and not from the working directory."""
    inputs = find_inputs([])
    assert len(inputs) >= 5
    assert all(one.path is not None and one.path.is_relative_to(records_dir()) for one in inputs)


@pytest.mark.parametrize(
    ("paths", "said"),
    [
        (["nowhere.json"], "'nowhere.json'"),
        (["no/*.json"], "'no/*.json'"),
        (["empty"], "holds no records"),
        ([""], "empty path"),
        (["a\x00b"], "no file or folder"),
        (["x" * 5000], "cannot be looked at"),
        (["-"], "no standard input"),
    ],
)
def test_what_is_not_there_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, paths: list[str], said: str
) -> None:
    """A path that does not exist and a folder without records are told, not passed over."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "notes.md").write_text("")
    with pytest.raises(BadInput) as caught:
        find_inputs(paths)
    assert said in caught.value.message
