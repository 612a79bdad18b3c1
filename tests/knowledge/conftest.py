"""What all tests of the knowledge base share: the proofs, run once, and databases with the bundled records."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.config import Settings
from app.extract.pool import Extraction
from app.extract.targets.model import Target
from app.services import wiring
from app.services.inputs import find_inputs
from app.services.wiring import Services
from tests.knowledge.postgresql import NOT_HERE
from tests.knowledge.proofs import Part, as_json, due_proofs, from_json, run
from tests.knowledge.sites import targets

Once = Callable[[str, Callable[[Path], None]], Path]


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Once:
    """Make a file once for all test processes: give its name and what makes it."""
    base = tmp_path_factory.getbasetemp()
    folder = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base

    def _made(name: str, make: Callable[[Path], None]) -> Path:
        path = folder / name
        with (folder / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not path.exists():
                unfinished = folder / f"unfinished-{name}"
                make(unfinished)
                unfinished.rename(path)
        return path

    return _made


@pytest.fixture(scope="session")
def printed(once: Once) -> dict[str, dict[str, Part]]:
    """What each part of each proof gave, by name of the proof."""
    path = once("proofs.json", lambda path: path.write_text(as_json(run(due_proofs()))) and None)
    return from_json(path.read_text())


@pytest.fixture(autouse=True)
def _needs_what_is_here(request: pytest.FixtureRequest) -> None:
    """Skip a proof that needs a PostgreSQL where none starts."""
    if {"proof", "printed"} <= set(request.fixturenames):
        parts = request.getfixturevalue("printed")[request.getfixturevalue("proof").name]
        if parts["before"].output.startswith(NOT_HERE):
            pytest.skip(f"PostgreSQL NOT TESTED: {parts['before'].output}")


@pytest.fixture(scope="session")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """The services over the bundled records, as `make run` has them."""
    services = _services(tmp_path_factory.mktemp("bundled") / "errdex.db")
    services.ingest.ingest(find_inputs([]))
    yield services
    services.close()


@pytest.fixture(scope="session")
def learned(once: Once) -> Iterator[Services]:
    """The same, and then the installed packages learned."""

    def _learn(path: Path) -> None:
        services = _services(path)
        services.ingest.ingest(find_inputs([]))
        due = due_proofs()
        (python,) = {proof.python for proof in due}
        with Extraction() as extraction:
            for target in targets(sorted({proof.distribution for proof in due}), python=python):
                assert isinstance(target, Target), target
                drafts = (
                    draft for file in extraction.read(target.files(), target.origin) for draft in file.drafts
                )
                report = services.learn.learn(target.origin, drafts)
                assert report.faults == ()
        services.close()

    services = _services(once("learned.db", _learn))
    yield services
    services.close()


def _services(path: Path) -> Services:
    return wiring.build(Settings(_env_file=None, database_url=f"sqlite:///{path}"))
