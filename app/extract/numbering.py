"""Ids for drafts that go to a file: those that new records of their sites have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from app.domain.identity import ID_DIGITS, module_path, site_key

__all__ = ["with_ids"]


def with_ids(drafts: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the drafts of one target as envelopes with an id, no two with the same."""
    given: set[str] = set()
    for draft in drafts:
        record, ordinal = draft["record"], draft["ordinal"]
        function = draft["errdex"]["function"]
        module = module_path(record["filePath"])
        parts = (record["repo"], module, function, record["errorClass"], record["errorMessage"])
        while (key := site_key(*parts, ordinal)[:ID_DIGITS]) in given:  # two functions of one name
            ordinal += 1
        given.add(key)
        yield {"record": {"id": key, **record}, "errdex": draft["errdex"]}
