"""Reads sources that tests write."""

from __future__ import annotations

import textwrap

from app.extract.index import ModuleIndex
from app.extract.model import RaiseSite, SourceFile
from app.extract.sites import read_sites


def sites_of(source: str, index: ModuleIndex | None = None) -> tuple[RaiseSite, ...]:
    """Return the sites of a source, its indentation removed."""
    found = read_sites(SourceFile("acme/pool.py", textwrap.dedent(source).encode()), module=index)
    assert not [note for note in found.notes if "fault of errdex" in note]
    return found.sites


def shown(source: str, index: ModuleIndex | None = None) -> list[tuple[str | None, str | None]]:
    """Return class and template of each site."""
    return [(site.error_class, site.template) for site in sites_of(source, index)]
