"""All record pages in parts of a size, each once."""

from __future__ import annotations

import pytest

from app.config import Settings
from app.db.engine import Database
from app.domain.identity import page_path
from app.services import sitemap as module
from app.services.sitemap import Sitemap
from tests.services.generated import ingest, live, many

MADE = many(120)


@pytest.mark.parametrize("piece", [1, 7, 1000])
def test_every_record_stands_in_one_part(
    each_database: Database, each_settings: Settings, monkeypatch: pytest.MonkeyPatch, piece: int
) -> None:
    """In the order of lists; withdrawn ones are left out, and no part is larger than it may be."""
    monkeypatch.setattr(module, "_PIECE", piece)
    ingest(each_database, each_settings, MADE)
    sitemap = Sitemap(each_database, part_urls=25)
    _, parts = sitemap.parts()
    assert parts == 5
    listed = []
    for number in range(1, parts + 1):
        part = sitemap.part(number)
        assert part is not None
        urls = list(part)
        assert 0 < len(urls) <= 25
        listed += urls
    expected = [page_path(one["repo"], one["slug"], one["id"]) for one in live(MADE)]
    assert [path for path, _ in listed] == expected
    assert {date for _, date in listed} == {"2026-01-01"}
    assert sitemap.part(0) is sitemap.part(parts + 1) is None


def test_an_empty_base_has_no_part(database: Database) -> None:
    """And asking for one is no error."""
    sitemap = Sitemap(database)
    assert sitemap.parts()[1] == 0
    assert sitemap.part(1) is None
