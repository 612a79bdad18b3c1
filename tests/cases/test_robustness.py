"""A sample of the robustness matrix: the bundled records in every layout, dressing and damage that the bench measures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.config import Settings
from app.services.inputs import find_inputs
from app.services.wiring import Services, build
from bench.robustness.cells import CELLS, Cell
from bench.robustness.judging import judge
from bench.robustness.sites import Error, sampled

# Without a message there is but the place, and what that is worth is not the reader's to say.
# Patterns tell upper from lower case, and what similarity is worth is not the reader's to say either.
_LEFT_OUT = [cell for cell in CELLS if cell.tiers == ("site",) or "case" in cell.name]


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """A base of the bundled records."""
    file = tmp_path_factory.mktemp("robustness") / "base.db"
    made = build(Settings(database_url=f"sqlite:///{file}", _env_file=None))
    made.ingest.ingest(find_inputs([], None))
    yield made
    made.close()


@pytest.fixture(scope="module")
def errors(services: Services) -> list[Error]:
    """The errors of some of the records whose text tells something."""
    file = Path(services.settings.database_url.removeprefix("sqlite:///"))
    return sampled(file, 3, words=6)


@pytest.mark.parametrize(
    "cell", [cell for cell in CELLS if cell not in _LEFT_OUT], ids=lambda cell: f"{cell.family}: {cell.name}"
)
def test_every_way_of_pasting(cell: Cell, services: Services, errors: list[Error]) -> None:
    """The record whose error was pasted is the best answer, and at least the first one where the message was cut."""
    for error in errors:
        answer = services.match.match(cell.make(error))
        verdict, _ = judge(answer, error.record_id)
        if verdict == "silent" and "truncated" in cell.tiers:
            assert error.record_id in [event.matches[0].id for event in answer.events if event.matches]
        else:
            assert verdict in {"right", "cluster"}, error
