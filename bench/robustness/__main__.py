"""`make robustness`: learn packages, make pastes of a sample of their sites in every way, and write docs/robustness.md."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from app.config import Settings
from app.services.wiring import build
from bench.robustness.cells import CELLS
from bench.robustness.judging import Score, run
from bench.robustness.report import write
from bench.robustness.sites import sampled

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
    parser.add_argument("--base", type=Path, help="folder where the base is kept; otherwise a temporary one")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="errdex-robustness-") as temporary:
        folder = chosen.base or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        url = _learned(folder)
        errors = sampled(folder / "robustness.db", chosen.sites)
        telling = sampled(folder / "robustness.db", chosen.sites, words=_TELLING_WORDS)
        cells = [cell for cell in CELLS if chosen.only in f"{cell.family}: {cell.name}"]
        services = build(Settings(database_url=url, _env_file=None))
        try:
            scores = list(_told(run(services.match, cells, errors, telling), chosen.show))
            records = services.catalog.stats().records
        finally:
            services.close()
    if not chosen.only:
        write(_REPORT, scores, sites=len(errors), records=records)


if __name__ == "__main__":
    main()
