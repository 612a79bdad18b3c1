"""Help: complete, with examples, and quick because nothing heavy is loaded for it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer.main
from typer.testing import CliRunner

from app import __version__
from app.cli import app
from app.commands.exits import Exit

DOCUMENT = Path(__file__).parents[2] / "docs/cli.md"
HEAVY = {
    "sqlalchemy", "sqlmodel", "alembic", "fastapi", "starlette", "uvicorn", "pydantic", "pydantic_core", "rapidfuzz",
    "re2", "jinja2", "structlog", "prometheus_client", "rich", "pygments", "slack_sdk", "asyncio", "sqlite3", "mcp", "nacl", "httpx2",
}  # fmt: skip
COMMANDS = [
    "github",
    "mcp",
    "bots",
    "bots register",
    "bots slack",
    "run",
    "watch",
    "doctor",
    "match",
    "show",
    "note",
    "solved",
    "wrong",
    "token",
    "token new",
    "token list",
    "token revoke",
    "search",
    "stats",
    "ingest",
    "check",
    "enrich",
    "learn",
    "extract",
    "serve",
    "db",
    "db upgrade",
    "db check",
]
LEAVES = [name for name in COMMANDS if name not in {"db", "bots", "token"}]


def command(name: str) -> Any:
    """The command of that name."""
    found: Any = typer.main.get_command(app)
    for part in name.split():
        found = found.commands[part]
    return found


@pytest.mark.parametrize(
    "arguments", [["--help"], ["-h"], [], *([*name.split(), "--help"] for name in COMMANDS)]
)
def test_help_loads_nothing_heavy(arguments: list[str], tmp_path: Path) -> None:
    """Help of every command comes without a framework, a database or a matcher being imported."""
    script = (
        "import json, sys\nfrom app.cli import main\n"
        "try:\n    main(sys.argv[1:])\nfinally:\n    print(json.dumps(sorted(sys.modules)), file=sys.stderr)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.stdout.startswith("Usage: errdex") or not arguments, ran.stderr
    loaded = {name.split(".")[0] for name in json.loads(ran.stderr.splitlines()[-1])}
    assert loaded & HEAVY == set()


@pytest.mark.parametrize("name", LEAVES)
def test_every_command_has_help_and_an_example(name: str) -> None:
    """The help of a command says what it does and how it is called; each of its options says what it is for."""
    found = command(name)
    assert found.short_help
    assert re.search(
        rf"^  (.*[|] )?errdex .*\b{name.rsplit(maxsplit=1)[-1]}\b", found.help, flags=re.MULTILINE
    )
    for parameter in found.params:
        assert parameter.help, f"{name}: {parameter.name}"


def test_the_document_names_every_command_and_option() -> None:
    """docs/cli.md has a section for each command with each of its options, and every exit code."""
    text = DOCUMENT.read_text()
    for name in LEAVES:
        section = re.split(r"^## ", text.split(f"## errdex {name}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[
            0
        ]
        for parameter in command(name).params:
            if parameter.param_type_name == "option" and parameter.name != "help":
                assert f"`{parameter.opts[0]}" in section, f"{name} {parameter.opts[0]}"
    for code in Exit:
        assert re.search(rf"^\| {code.value} \|", text, flags=re.MULTILINE), code
    for option in ("--database", "--version", "--help"):
        assert f"`{option}" in text


def test_the_documents_exit_codes_per_command_are_the_helps() -> None:
    """The help texts speak of exit codes that exist."""
    for name in LEAVES:
        for line in re.findall(r"Exit codes: ([^.]*)\.", command(name).help.replace("\n", " ")):
            assert {int(code) for code in re.findall(r"\b\d+\b(?! seconds)", line)} <= {
                code.value for code in Exit
            }


def test_version() -> None:
    """--version prints name and version."""
    ran = CliRunner().invoke(app, ["--version"])
    assert (ran.exit_code, ran.stdout) == (0, f"errdex {__version__}\n")
