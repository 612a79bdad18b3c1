"""The five records of sglang that the project began with: tests that mean these name them, whatever else is bundled."""

from __future__ import annotations

from app.db.resources import records_dir
from app.services.inputs import Input, find_inputs

__all__ = ["SEEDS", "seeds"]

_IDS = ("3defc1710d3da8d8", "9dc9da1ff5ab745f", "af12c88f3c53cbd9", "cb2a458448d957cf", "d7326ee57f8a95e6")
SEEDS = tuple(
    path
    for path in sorted((records_dir() / "sgl-project__sglang").glob("*.json"))
    if path.stem.endswith(_IDS)
)


def seeds() -> list[Input]:
    """Their files."""
    return find_inputs([str(path) for path in SEEDS])
