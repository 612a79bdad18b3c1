"""The search index of a static site: words and filters to records, in files of which a search reads a few.

`search/index.json` says how it is cut: records in pieces of a fixed number, words by their first letters, by none
where all of it is small. What `static/site.js` does with it is described there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from app.domain.identity import page_path, title_of
from app.domain.records import Envelope

__all__ = ["SearchIndex", "words_of"]

_PIECE_RECORDS = 200
_MOST_PART_BYTES = 256 * 1024
_MOST_PREFIX = 3
# A word of more records narrows nothing down; its list stays empty, and a search passes over it.
_MOST_POSTINGS = 5_000
_MOST_TEXT_CHARS = 4_000
_WORD = re.compile(r"\w+")
_PARTS = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def words_of(text: str) -> set[str]:
    """Return the words of a text in lower case: whole names, and what they are put together from."""
    found: set[str] = set()
    for word in _WORD.findall(text):
        found.add(word.lower())
        for part in _PARTS.findall(word):
            found.update(piece.lower() for piece in _CAMEL.split(part))
            found.add(part.lower())
    return found


class SearchIndex:
    """Gathers records, in the order in which lists show them."""

    def __init__(self) -> None:
        self._records: list[list[object]] = []
        self._postings: dict[str, list[int]] = {}

    def add(self, envelope: Envelope) -> None:
        """Add a record."""
        record, errdex = envelope.record, envelope.errdex
        number = len(self._records)
        title = title_of(record, errdex.function)
        self._records.append(
            [
                title,
                page_path(record.repo, record.slug, record.id)[1:] + "/",
                record.repo,
                record.severity,
                record.error_class,
                f"{record.file_path}:{record.line_number}",
            ]
        )
        leading = words_of(
            " ".join([record.error_message or title, record.error_class or ""])[:_MOST_TEXT_CHARS]
        )
        texts = [
            record.file_path,
            errdex.function,
            record.error_code,
            record.background_tag,
            *record.tags,
            record.documentation,
            record.trigger_scenarios,
            record.common_situations,
            *record.solutions,
        ]
        others = words_of(" ".join(text for text in texts if text)[:_MOST_TEXT_CHARS])
        others |= {record.id, *_filters(record)}
        for word in sorted(leading | others):
            # Twice the number, and one more where the word is in the message or class.
            self._postings.setdefault(word, []).append(2 * number + (word in leading))

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yield the files of the index."""
        postings = {
            word: numbers if ":" in word or len(numbers) <= _MOST_POSTINGS else []
            for word, numbers in sorted(self._postings.items())
        }
        prefix, parts = 0, {"": postings}
        while prefix < _MOST_PREFIX and any(len(_json(part)) > _MOST_PART_BYTES for part in parts.values()):
            prefix += 1
            parts = {}
            for word, numbers in postings.items():
                parts.setdefault(_key(word, prefix), {})[word] = numbers
        manifest = {
            "records": len(self._records),
            "piece": _PIECE_RECORDS,
            "prefix": prefix,
            "parts": sorted(parts),
        }
        yield "search/index.json", _json(manifest)
        for key, part in sorted(parts.items()):
            yield f"search/words-{key}.json", _json(part)
        for start in range(0, len(self._records), _PIECE_RECORDS):
            piece = self._records[start : start + _PIECE_RECORDS]
            yield f"search/records-{start // _PIECE_RECORDS}.json", _json(piece)


def _filters(record: Any) -> Iterator[str]:
    """Yield the filters that a record meets, each as one word."""
    values = [("repo", record.repo), ("severity", record.severity), ("errorClass", record.error_class)]
    values += [("backgroundTag", record.background_tag), *(("tag", tag) for tag in record.tags)]
    for name, value in values:
        if value:
            yield f"{name}:{value}"


def _key(word: str, prefix: int) -> str:
    """Return the part that a word is in: its first characters, each that no file name should have as `_`."""
    return re.sub(r"[^a-z0-9]", "_", word[:prefix].lower())


def _json(value: Mapping[str, Any] | list[Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
