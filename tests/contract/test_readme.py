"""Every command of the README and the documents is run, and what they show is what comes out.

A fenced `sh` block is run by bash in one folder, block after block; a `text`, `json` or `markdown` block right
after it is its output: the whole of it, or for `json` an excerpt. A block that starts the server starts it for
the blocks that follow, on a port of its own.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.contract.installed import ROOT, Installation, free_port

pytestmark = pytest.mark.slow

PORT = "8000"
# What cannot be run here, and the test that runs the like of it.
NOT_RUN = {
    "make run": "test_docs: the target is there; test_packaging: its commands work",
    "make test": "this is it",
    "make lint": "test_layers, and the check that runs before a change lands",
    "pipx install .": "test_packaging installs the wheel",
    "uv tool install .": "test_packaging installs the wheel",
    "git clone <this repository> errdex && cd errdex": "there is no network",
    "docker build -t errdex .": "test_dockerfile runs the steps",
    "docker run --rm -v errdex:/data errdex errdex ingest": "test_dockerfile runs the command",
    "docker run --rm -p 8000:8000 -v errdex:/data errdex": "test_dockerfile runs the command",
}


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, text, and where it stands."""

    language: str
    text: str
    line: int


def blocks(markdown: str) -> list[Block]:
    """The fenced blocks of a document, in order; a block in a list may be indented."""
    found: list[Block] = []
    for match in re.finditer(
        r"^([ \t]*)```(\w*)\n(.*?)^[ \t]*```[ \t]*$", markdown, flags=re.MULTILINE | re.DOTALL
    ):
        text = re.sub(rf"^{match[1]}", "", match[3], flags=re.MULTILINE)
        found.append(Block(match[2], text, markdown.count("\n", 0, match.start()) + 1))
    return found


def runnable(block: Block) -> str:
    """The script of a block without the lines that cannot be run here."""
    return "\n".join(
        line for line in block.text.splitlines() if line.split(" #")[0].strip() not in NOT_RUN
    ).strip()


DOCUMENTS = [
    path
    for path in (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("**/*.md")))
    if any(block.language == "sh" and runnable(block) for block in blocks(path.read_text()))
]


def is_part(shown: Any, actual: Any) -> bool:
    """Whether a shown JSON value is an excerpt of the actual one: fewer keys, equal values."""
    if isinstance(shown, dict) and isinstance(actual, dict):
        return all(key in actual and is_part(value, actual[key]) for key, value in shown.items())
    if isinstance(shown, list) and isinstance(actual, list):
        return len(shown) == len(actual) and all(map(is_part, shown, actual))
    return bool(shown == actual)


@pytest.mark.parametrize(
    ("shown", "actual", "verdict"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, True),
        ({"a": {"c": []}}, {"a": {"c": [], "d": 1}}, True),
        ({"a": 1}, {"a": 2}, False),
        ({"a": 1}, {}, False),
        ([1], [1, 2], False),
    ],
)
def test_excerpt_rule(shown: Any, actual: Any, verdict: bool) -> None:
    """An excerpt leaves keys out, and changes nothing."""
    assert is_part(shown, actual) is verdict


@pytest.fixture(scope="module")
def _tools() -> None:
    """The programs that the snippets use beside errdex."""
    for tool in ("bash", "curl", "openssl"):
        if shutil.which(tool, path="/usr/local/bin:/usr/bin:/bin") is None:
            pytest.skip(f"NOT TESTED: the README's snippets need {tool}")


@pytest.fixture
def place(elsewhere: Path) -> Iterator[Path]:
    """The folder in which a document's commands run, with the project's records in it; curl fails on an error status."""
    shutil.copytree(ROOT / "data", elsewhere / "data")
    (elsewhere / ".curlrc").write_text("fail-with-body\n")
    return elsewhere


@pytest.mark.usefixtures("_tools")
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_commands_do_what_is_shown(document: Path, installation: Installation, place: Path) -> None:
    """The commands of a document succeed in their order, and give what it shows below them."""
    port = str(free_port())
    found = blocks(document.read_text())
    variables: dict[str, str] = {}
    with ExitStack() as servers:
        for block, after in zip(found, [*found[1:], Block("", "", 0)], strict=True):
            if block.language != "sh" or not (script := runnable(block)):
                continue
            where = f"{document.name}:{block.line}"
            script = script.replace(f":{PORT}", f":{port}")
            exports = dict(
                re.findall(r"^export (\w+)=(?:'|\")?([^'\"\n]*)(?:'|\")?$", script, flags=re.MULTILINE)
            )
            variables |= exports
            if re.search(r"^errdex serve\b", script, flags=re.MULTILINE):
                assert len(script.splitlines()) == len(exports) + 1, f"{where}: what runs after the server?"
                command = ["errdex", "serve", "--port", port]
                servers.enter_context(installation.serving(command, port=int(port), cwd=place, **variables))
                continue
            ran = installation.run(["bash", "-euo", "pipefail", "-c", script], cwd=place, **variables)
            output = ran.stdout.replace(f":{port}", f":{PORT}")
            assert ran.returncode == 0, f"{where}\n{ran.stderr}\n{output}"
            if after.language in {"text", "markdown"}:
                assert output.rstrip("\n") == after.text.rstrip("\n"), where
            elif after.language == "json":
                assert is_part(json.loads(after.text), json.loads(output)), f"{where}\n{output}"


def test_readme_runs_something() -> None:
    """The README has commands for a paste, the API, the chat fronts and the record's look-up, and shows answers."""
    found = blocks((ROOT / "README.md").read_text())
    scripts = "\n".join(runnable(block) for block in found if block.language == "sh")
    for wanted in (
        "errdex match",
        "errdex ingest",
        "errdex serve",
        "/api/match",
        "/bots/webhook",
        "text/plain",
    ):
        assert wanted in scripts, wanted
    assert {"text", "json"} <= {block.language for block in found}
    assert {block.language for block in found} <= {"sh", "text", "json", "markdown", "ini"}


def test_two_commands_stand_first() -> None:
    """`make run` and `make test` are in the README as they are to be typed."""
    text = (ROOT / "README.md").read_text()
    for command in ("make run", "make test"):
        assert re.search(rf"^{command}\b", text, flags=re.MULTILINE), command


def test_install_is_outside_projects() -> None:
    """The README installs with pipx or uv, as a tool, and never into a project's environment."""
    text = (ROOT / "README.md").read_text()
    assert "pipx install ." in text
    assert "uv tool install ." in text
    assert not re.search(r"^\s*pip install", text, flags=re.MULTILINE)
