"""The pictures of the pages that the documents show."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.web.screenshots import FOLDER, MAX_BYTES, PAGES, SHAPES

NAMES = [f"{page}-{shape}.webp" for page in PAGES for shape in SHAPES]


@pytest.mark.parametrize("name", NAMES)
def test_every_picture_is_there_and_small(name: str) -> None:
    """Each page is shown light, dark and on a phone, as WebP under 200 kB."""
    content = (FOLDER / name).read_bytes()
    assert content[:4] + content[8:12] == b"RIFFWEBP"
    assert len(content) <= MAX_BYTES


def test_the_documents_show_them_all_and_there_are_no_others() -> None:
    """Whoever reads of the pages sees them."""
    page = (FOLDER.parent / "pages.md").read_text(encoding="utf-8")
    assert set(re.findall(r"screenshots/([\w.-]+)", page)) == set(NAMES)
    assert {path.name for path in Path(FOLDER).iterdir()} == set(NAMES)
