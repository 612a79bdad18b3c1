"""What is stored of a record: the row that a merge meets, and the text that search finds it by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Stored", "TextOf"]


@dataclass(frozen=True, slots=True)
class Stored:
    """What a merge needs of the record that stands; `document` and `extension` are JSON text."""

    id: str
    document: str
    extension: str
    envelope_extra: str
    dataset_version: str | None
    content_hash: str
    pattern_id: int | None
    withdrawn_at: str | None
    id_given: bool
    title: str
    owned: str | None


class TextOf(NamedTuple):
    """What full-text search finds a record by."""

    record_id: str
    title: str
    message: str
    words: str
