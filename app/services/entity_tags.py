"""The entity tag of a record as it is served: it stands for the record and for what people say of it."""

from __future__ import annotations

import hashlib

from app.domain.listing import Found
from app.domain.people import People

__all__ = ["entity_tag"]


def entity_tag(found: Found, people: People) -> str:
    """Return the tag in its quotes; that of the record alone where nobody has said anything."""
    tag = found.etag.strip('"')
    if people:
        tag = hashlib.sha256(f"{tag} {people.wire()}".encode()).hexdigest()[: len(tag)]
    return f'"{tag}"'
