"""`errdex check --undocumented`: which raise sites of a project nobody has explained."""

# ruff: noqa: PLC0415 - imports stand in the functions, so that `errdex --help` loads nothing heavy
from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.commands.exits import Exit
from app.commands.init import paired
from app.commands.terminal import note, one_line, write_json
from app.errors import BadInput

if TYPE_CHECKING:
    from app.services.project import Pairing, RaisedError

__all__ = ["check_undocumented"]


def check_undocumented(
    paths: list[str], baseline: Path | None, *, write_baseline: bool, as_json: bool
) -> Exit:
    """Print the raise sites without a file that explains them, one a line, and return the exit code.

    Raises:
        BadInput: more than one folder is named, or the baseline cannot be read or written.
        BadRecords: a file in `errors/` has faults.
    """
    from app.services.baseline import baseline_text, read_baseline
    from app.services.project import same_sites

    if len(paths) > 1:
        raise BadInput("--undocumented looks at one project: name its folder, or none for this one.")
    if write_baseline and baseline is None:
        raise BadInput("--write-baseline needs --baseline FILE, the file to write.")
    project, _, pairing = paired(Path(paths[0] if paths else "."), None)
    found = _undocumented(pairing)
    if baseline is not None and write_baseline:
        _write(baseline, baseline_text(error for error, _ in found))
        note(f"{baseline} lists {len(found):,} raise sites that may stay without documentation.")
        return Exit.OK
    known = read_baseline(baseline) if baseline is not None else []
    # Among all sites: an entry whose site is documented by now is no excuse for a new one with the same text.
    undocumented = {error.id for error, _ in found}
    passed = {
        error_id: listed
        for error_id, listed in same_sites(known, project.errors).items()
        if error_id in undocumented
    }
    left = [(error, why) for error, why in found if error.id not in passed]
    unneeded = len(known) - len(set(passed.values()))
    if as_json:
        write_json(_wire(project.origin.repo, len(project.errors), left, len(passed), unneeded))
    else:
        for error, why in left:
            sys.stdout.write(f"{error.file}:{error.line}: {one_line(error.name, 200)} ({why})\n")
    for file in pairing.gone:
        note(f"{file.path} is about a raise site that is gone; errdex init says more.")
    if unneeded:
        note(f"{unneeded:,} entries of {baseline} are not needed any more. Drop them with --write-baseline.")
    if left:
        note(
            f"{len(left):,} of {len(project.errors):,} raise sites are not documented. Begin with: errdex init"
        )
    return Exit.BAD_DATA if left else Exit.OK


def _undocumented(pairing: Pairing) -> list[tuple[RaisedError, str]]:
    found = [(error, "no file in errors/") for error in pairing.new]
    found += [
        (one.error, f"{one.file.path} says nothing yet") for one in pairing.documented if not one.file.written
    ]
    return sorted(found, key=lambda one: (one[0].file, one[0].line, one[0].id))


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}.", path=str(path)) from None


def _wire(
    repo: str, sites: int, left: list[tuple[RaisedError, str]], passed: int, unneeded: int
) -> dict[str, Any]:
    return {
        "repo": repo,
        "sites": sites,
        "undocumented": [
            {
                "id": error.id,
                "filePath": error.file,
                "lineNumber": error.line,
                "function": error.function,
                "errorClass": error.error_class,
                "errorMessage": error.template,
                "reason": why,
            }
            for error, why in left
        ],
        "inBaseline": passed,
        "notNeededInBaseline": unneeded,
        "exitCode": int(Exit.BAD_DATA if left else Exit.OK),
    }
