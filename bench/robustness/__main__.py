"""`make robustness`: learn packages, make pastes of a sample of their sites in every way, and write docs/robustness.md."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from pathlib import Path

from app.config import Settings
from app.services.wiring import Services, build
from bench.robustness.cells import CELLS
from bench.robustness.judging import Score, run
from bench.robustness.report import write
from bench.robustness.sites import Error, sampled

_PACKAGES = (
    "sqlalchemy",
    "pydantic",
    "starlette",
    "fastapi",
    "typer",
    "click",
    "jinja2",
    "alembic",
    "uvicorn",
    "anyio",
    "mcp",
    "sqlmodel",
    "rich",
    "hypothesis",
)
# A text of fewer words of its own says too little of where it comes from, when there is nothing else.
_TELLING_WORDS = 6
_REPORT = Path(__file__).resolve().parents[2] / "docs" / "robustness.md"


def _learned(folder: Path) -> str:
    """Make a base of the bundled records and of the installed packages; return its URL."""
    url = f"sqlite:///{folder / 'robustness.db'}"
    if not (folder / "robustness.db").exists():
        environment = os.environ | {"ERRDEX_DATABASE_URL": url}
        for arguments in (["ingest"], ["learn", *_PACKAGES]):
            subprocess.run(
                [sys.executable, "-m", "app", *arguments],
                env=environment,
                check=True,
                stdout=subprocess.DEVNULL,
            )
    return url


class _Worker:
    """What each process that asks has."""

    services: Services
    errors: Sequence[Error]
    telling: Sequence[Error]


def _start(url: str, errors: Sequence[Error], telling: Sequence[Error]) -> None:
    _Worker.services = build(Settings(database_url=url, _env_file=None))
    _Worker.errors, _Worker.telling = errors, telling


def _scored(index: int) -> tuple[dict[str, int], dict[str, int], list[Error]]:
    """Try a cell, by its place among all: what makes its pastes cannot be sent to another process."""
    (score,) = run(_Worker.services.match, [CELLS[index]], _Worker.errors, _Worker.telling)
    return dict(score.verdicts), dict(score.tiers), score.misses


def _scores(
    indexes: Sequence[int], url: str, errors: Sequence[Error], telling: Sequence[Error], jobs: int
) -> Iterator[Score]:
    with ProcessPoolExecutor(jobs, initializer=_start, initargs=(url, errors, telling)) as pool:
        for index, (verdicts, tiers, misses) in zip(indexes, pool.map(_scored, indexes), strict=True):
            yield Score(CELLS[index], Counter(verdicts), Counter(tiers), misses)


def _told(scores: Iterator[Score], shown: int) -> Iterator[Score]:
    for score in scores:
        print(
            f"{score.cell.family:18} {score.cell.name:38} {score.right:6.1%}  in tier {score.in_tier:6.1%}  {dict(score.verdicts)}",
            flush=True,
        )
        for error in score.misses[:shown]:
            print(
                f"    missed {error.record_id}\n      "
                + score.cell.make(error)[-600:].replace("\n", "\n      ")
            )
        yield score


def main() -> None:
    """Run the matrix."""
    parser = argparse.ArgumentParser(prog="python -m bench.robustness", description=__doc__)
    parser.add_argument("--sites", type=int, default=300, help="how many sites (default 300)")
    parser.add_argument(
        "--only", default="", help="only cells whose family or name holds this; nothing is written"
    )
    parser.add_argument("--show", type=int, default=0, help="print so many missed pastes of each cell")
    parser.add_argument("--jobs", type=int, default=min(os.cpu_count() or 1, 4), help="processes that ask")
    parser.add_argument("--base", type=Path, help="folder where the base is kept; otherwise a temporary one")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="errdex-robustness-") as temporary:
        folder = chosen.base or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        url = _learned(folder)
        errors = sampled(folder / "robustness.db", chosen.sites)
        telling = sampled(folder / "robustness.db", chosen.sites, words=_TELLING_WORDS)
        wanted = [index for index, cell in enumerate(CELLS) if chosen.only in f"{cell.family}: {cell.name}"]
        scores = list(_told(_scores(wanted, url, errors, telling, chosen.jobs), chosen.show))
        with closing(build(Settings(database_url=url, _env_file=None))) as services:
            records = services.catalog.stats().records
    if not chosen.only:
        write(_REPORT, scores, sites=len(errors), records=records)


if __name__ == "__main__":
    main()
