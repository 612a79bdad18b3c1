"""The five records of sglang that the project began with: tests that mean these name them, whatever else is bundled."""

from __future__ import annotations

from app.db.resources import records_dir
from app.services.inputs import Input, find_inputs

__all__ = ["SEEDS", "seeds"]

SEEDS = records_dir() / "sgl-project__sglang"


def seeds() -> list[Input]:
    """Their files."""
    return find_inputs([str(SEEDS)])
