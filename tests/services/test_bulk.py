"""The cycle collector rests during bulk work, and never longer."""

from __future__ import annotations

import gc
from contextlib import ExitStack

import pytest

from app.services.bulk import uncollected


def test_the_collector_rests_within_the_block() -> None:
    """Within a block it is off, behind it on again, after an error too."""
    with uncollected():
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(ValueError, match="x"), uncollected():
        raise ValueError("x")
    assert gc.isenabled()


@pytest.mark.parametrize("first_out", [0, 1])
def test_blocks_that_overlap_leave_it_on(first_out: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever of two threads begins and ends first, and even where the other starts the collector right before."""
    stacks = [ExitStack(), ExitStack()]
    stacks[0].enter_context(uncollected())
    was = gc.isenabled

    def ended_meanwhile() -> bool:
        answer = was()
        stacks[0].close()
        return answer

    if first_out == 0:
        monkeypatch.setattr(gc, "isenabled", ended_meanwhile)
    stacks[1].enter_context(uncollected())
    monkeypatch.undo()
    for at in (first_out, 1 - first_out):
        stacks[at].close()
    assert gc.isenabled()
