"""The cases with what they are made from, kept in the cache: making them takes a minute, reading them a second."""

from __future__ import annotations

import hashlib
import pickle
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from bench.accuracy import packages
from bench.accuracy.cases import KINDS, Case, cases
from bench.accuracy.sites import Site, load

__all__ = ["Made", "made"]

_NAMES = [one.name for one in packages.PACKAGES] + [name for name, _ in packages.FOREIGN]
_MAKERS = ("cases", "damage", "making", "packages", "sites", "tracebacks", "values")


@dataclass(frozen=True, slots=True)
class Made:
    """All cases in their order, and the sites of the base by the ids of their records, without sources."""

    cases: list[Case]
    sites: Mapping[str, Site]

    def clusters(self) -> dict[str, int | None]:
        """Return the pattern of each record."""
        return {identity: site.cluster for identity, site in self.sites.items()}


def made(database: Path, count: int, *, kept: bool) -> Made:
    """Return the cases of a base, `count` sites of each package.

    Args:
        database: from `packages.base`.
        count: see `cases`.
        kept: take older readings of the packages where the code that reads them has changed.
    """
    digest = hashlib.sha256(f"{database.name} {count}".encode())
    for name in _MAKERS:
        digest.update(Path(__file__).with_name(f"{name}.py").read_bytes())
    home = database.parent
    file = home / f"cases-{digest.hexdigest()[:12]}.pickle"
    if not file.exists():
        sites = load(database, kept=kept)
        found = list(cases(sites, count, KINDS, _NAMES))
        bare = {site.id: replace(site, source=()) for group in sites.by_package.values() for site in group}
        for old in home.glob("cases-*.pickle"):
            if old.stat().st_mtime < time.time() - 3600:
                old.unlink()
        partial = file.with_suffix(".part")
        partial.write_bytes(pickle.dumps(Made(found, bare)))
        partial.rename(file)
    kept_cases = pickle.loads(file.read_bytes())
    assert isinstance(kept_cases, Made)
    return kept_cases
