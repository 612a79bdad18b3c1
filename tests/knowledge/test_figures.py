"""The document says what is there."""

from __future__ import annotations

from tests.knowledge.figures import DOCUMENT, document_with, table


def test_the_table_is_up_to_date() -> None:
    """Counts by package and provenance are those of the files; `python -m tests.knowledge.figures` writes them."""
    text = DOCUMENT.read_text(encoding="utf-8")
    assert document_with(table(), text) == text
