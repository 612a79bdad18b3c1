"""Runs the programs and keeps what they print: `python -m tests.cases.generators.capture --help`.

    python -m tests.cases.generators.capture --pythons ~/.pyenv/versions --tools /opt/tools/bin/python

A run that an interpreter or tool is missing for keeps what was captured before.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.cases.generators.specs import SPECS, Expected, Spec

_HERE = Path(__file__).resolve().parent
_PRODUCED = _HERE.parent / "produced"
# Where the programs are run, so that their paths are these.
_FOLDER = Path("/srv/kiln")
_TIMEOUT_SECONDS = 60


def _commands(spec: Spec, pythons: Path, tools: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the name of each output and the command that prints it."""
    head, *rest = spec.command
    if head == "python":
        for version in spec.pythons:
            for interpreter in sorted(pythons.glob(f"{version}.*/bin/python")):
                yield f"{spec.name}-{version}", [str(interpreter), *rest]
    elif head == "tools":
        yield spec.name, [str(tools), *rest]
    elif head == "ipython":
        yield spec.name, [str(tools.parent / "ipython"), *rest]
    elif head in {"rust", "cpp"}:
        compiler = ["rustc", "-g", "-o", "built"] if head == "rust" else ["g++", "-o", "built"]
        if shutil.which(compiler[0]):
            subprocess.run([*compiler, *rest], cwd=_FOLDER, check=True)
            yield spec.name, [str(_FOLDER / "built")]
    elif tool := shutil.which(head):
        yield spec.name, [tool, *rest]


def _printed(command: list[str], environment: dict[str, str]) -> str:
    given = {
        "PATH": os.environ["PATH"],
        "HOME": str(_FOLDER),
        "PYTHONDONTWRITEBYTECODE": "1",
        "LANG": "C.UTF-8",
        "COLUMNS": "100",
    }
    done = subprocess.run(
        command,
        cwd=_FOLDER,
        env=given | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=_TIMEOUT_SECONDS,
        check=False,
    )
    return done.stdout.decode("utf-8", "replace")


def _neutral(text: str, pythons: Path, tools: Path) -> str:
    """Replace the folders of this machine's interpreters and tools."""
    text = text.replace(str(tools.parent.parent), "/opt/venv")
    # Django's report goes on with every setting there is.
    text = text.partition("\nMETA:\n")[0]
    return re.sub(rf"{re.escape(str(pythons.resolve()))}/[\w.]+", "/usr/local", text)


def _place(site: str | None) -> tuple[str, int] | None:
    """Return file and line of a site, by the mark that its line has."""
    if site is None:
        return None
    file, mark = site.split(":")
    if mark.isdecimal():
        return file, int(mark)
    lines = (_HERE / "programs" / file).read_text(encoding="utf-8").splitlines()
    marked = [number for number, line in enumerate(lines, 1) if re.search(rf"\bsite: {mark}$", line)]
    return file, marked[0]


def _told(expected: Expected) -> dict[str, object]:
    return {
        "class": expected.error_class,
        "message": expected.message,
        "frame": _place(expected.site),
        "role": expected.role,
        "count": expected.count,
    }


def main() -> None:
    """Run everything that can be run here."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--pythons", type=Path, required=True, help="folder with interpreters as VERSION/bin/python"
    )
    parser.add_argument(
        "--tools", type=Path, required=True, help="interpreter that has the logging, web and test libraries"
    )
    parser.add_argument("--only", default="", help="only runs whose name begins so")
    chosen = parser.parse_args()
    if _FOLDER.exists():
        parser.error(
            f"{_FOLDER} is there already; the programs are copied to it, and it is removed at the end"
        )
    shutil.copytree(_HERE / "programs", _FOLDER)
    _PRODUCED.mkdir(exist_ok=True)
    rows = {}
    index = _PRODUCED / "expected.jsonl"
    if index.exists():
        rows = {row["name"]: row for row in map(json.loads, index.read_text(encoding="utf-8").splitlines())}
    try:
        for spec in SPECS:
            if not spec.name.startswith(chosen.only):
                continue
            for name, command in _commands(spec, chosen.pythons, chosen.tools):
                text = _neutral(_printed(command, spec.environment), chosen.pythons, chosen.tools)
                (_PRODUCED / f"{name}.txt").write_text(text, encoding="utf-8")
                rows[name] = {"name": name, "errors": [_told(error) for error in spec.errors]}
    finally:
        shutil.rmtree(_FOLDER)
    index.write_text(
        "".join(json.dumps(rows[name], ensure_ascii=False) + "\n" for name in sorted(rows)), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
