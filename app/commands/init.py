"""`errdex init`: a Markdown file for each error that a project raises."""

# ruff: noqa: PLC0415 - imports stand in the functions, so that `errdex --help` loads nothing heavy
from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.commands.terminal import Output, note, one_line, write_json
from app.errors import BadInput

if TYPE_CHECKING:
    from app.extract.targets.model import Options
    from app.services.project import Documented, ErrorFile, Pairing, Project, RaisedError

_HELP = """Begin the documentation of a project's own errors.

A folder errors/ is made in DIR, with one Markdown file for each raise site; tests are left out. Fill the files in, keep
them with the source, and load them with errdex ingest errors/ or errdex learn DIR. Run again, it adds the sites that are
new, sets the place anew in the head of files whose site has moved, and names files whose site is gone. What is written
in a file stays as it is.

\b
Examples:
  errdex init
  errdex init --dry-run ./backend
  errdex check --undocumented --baseline errors.baseline --write-baseline

Exit codes: 0 done, 1 no raise site was found, 2 wrong usage, 3 a file in errors/ has faults, 4 internal error.
"""

_MOST_LINES = 50

Repo = Annotated[
    str | None,
    typer.Option(
        "--repo",
        metavar="OWNER/NAME",
        help="Repository; otherwise that of the files, otherwise of the checkout.",
    ),
]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("init", help=_HELP, short_help="Begin a file for each error that a project raises.")(init)


def init(
    *,
    place: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of the project.")] = Path(),
    repo: Repo = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be written; write nothing.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was done as JSON.")] = False,
) -> None:
    """Write the files that lack, and say what became of the others."""
    from app.commands.exits import Exit
    from app.services.project import ERRORS, has_moved, new_file, placed

    project, files, pairing = paired(place, repo)
    errors = place / ERRORS
    added = [new_file(errors, error) for error in pairing.new]
    replaced = [(one, text) for one in pairing.documented if (text := placed(one)) is not None]
    if not dry_run:
        for path, text in added:
            _write(path, text, anew=True)
        for one, text in replaced:
            _write(one.file.path, text, anew=False)
    moved = [one for one, _ in replaced if has_moved(one)]
    if as_json:
        write_json(_wire(project, pairing, [path for path, _ in added], moved, len(files)))
    else:
        _show(pairing, [path for path, _ in added], moved, len(replaced) - len(moved), dry_run=dry_run)
    for sentence in project.notes:
        note(sentence)
    if not project.errors:
        note(f"No raise site was found in {place}.")
        raise typer.Exit(Exit.NOTHING)


def paired(place: Path, repo: str | None) -> tuple[Project, list[ErrorFile], Pairing]:
    """Read a project and the files about its errors, and find which belong together.

    Raises:
        BadInput: the folder cannot be read.
        BadRecords: a file has faults.
    """
    from app.services.project import ERRORS, pair, read_documents, read_project

    files = read_documents(place / ERRORS)
    project = read_project(place, project_options(repo or _repo_of(files)))
    return project, files, pair(project.errors, files)


def project_options(repo: str | None) -> Options:
    """Return what reading a project's own folder needs.

    Raises:
        BadInput: the repository is none.
    """
    from app.commands.learning import options_of

    return options_of(
        ["."], environment=False, python=None, repo=repo, sha=None, prefix=None, include_tests=False
    )


def _repo_of(files: list[ErrorFile]) -> str | None:
    """Return the repository that all files name: a fork's checkout has another remote, and the same errors."""
    repos = {file.repo for file in files if file.repo}
    return repos.pop() if len(repos) == 1 else None


def _write(path: Path, text: str, *, anew: bool) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if anew:
            with path.open("x", encoding="utf-8", newline="") as stream:
                stream.write(text)
        else:
            # What people wrote is in it: whole or as it was, however the program ends.
            partial = path.with_name(f".{path.name}.part")
            partial.write_text(text, "utf-8", newline="")
            partial.replace(path)
    except FileExistsError:
        raise BadInput(
            f"{path} is there already and is about another error, or about none. Move it away first.",
            path=str(path),
        ) from None
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}.", path=str(path)) from None


def _show(
    pairing: Pairing, added: list[Path], moved: list[Documented], refreshed: int, *, dry_run: bool
) -> None:
    from app.commands.render_report import counted

    out = Output()
    _listed(out, "Would add" if dry_run else "Added", [str(path) for path in added])
    _listed(out, "Moved", [f"{one.file.path}: now in {_where(one.error)}" for one in moved])
    _listed(out, "Gone", [_gone(file, pairing.reworded.get(at)) for at, file in enumerate(pairing.gone)])
    written = sum(one.file.written for one in pairing.documented)
    total = len(pairing.documented) + len(pairing.new)
    text = f"{counted(total, 'raise site')}: {len(added):,} added, {len(moved):,} moved, {refreshed:,} at another line"
    out.prose((f"{text}, {len(pairing.gone):,} gone. {written:,} of {total:,} are documented.", "bold"))


def _listed(out: Output, title: str, lines: list[str]) -> None:
    if not lines:
        return
    out.prose((f"{title} ({len(lines):,})", "bold"))
    for line in lines[:_MOST_LINES]:
        out.prose(one_line(line), indent=2, hang=2)
    if len(lines) > _MOST_LINES:
        out.prose(f"… and {len(lines) - _MOST_LINES:,} more: see --json", indent=2)
    out.blank()


def _where(error: RaisedError) -> str:
    return f"{error.file}:{error.line}" + (f", {error.function}" if error.function else "")


def _gone(file: ErrorFile, instead: RaisedError | None) -> str:
    text = f"{file.path}: nothing raises {file.error.name!r} in {file.error.file} any more"
    if instead is not None:
        text += f"; {_where(instead)} raises {instead.name!r}, which may be it in other words"
    return text


def _wire(
    project: Project, pairing: Pairing, added: list[Path], moved: list[Documented], files: int
) -> dict[str, Any]:
    return {
        "repo": project.origin.repo,
        "sites": len(project.errors),
        "files": files,
        "documented": sum(one.file.written for one in pairing.documented),
        "added": [str(path) for path in added],
        "moved": [
            {"file": str(one.file.path), "filePath": one.error.file, "function": one.error.function}
            for one in moved
        ],
        "gone": [
            {
                "file": str(file.path),
                "id": file.error.id,
                "perhaps": pairing.reworded[at].id if at in pairing.reworded else None,
            }
            for at, file in enumerate(pairing.gone)
        ],
        "notes": list(project.notes),
    }
