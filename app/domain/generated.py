"""What a model wrote never takes the place of what a person wrote."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.domain.missing_prose import FIELDS

__all__ = ["without_generated"]


def without_generated(
    raw: Mapping[str, Any], record: Mapping[str, Any], errdex: Mapping[str, Any]
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return a partial record without its generated prose, where it would meet somebody's.

    Args:
        raw: `{"record": {...}, "errdex": {...}}` as a file brings it.
        record: the stored one, as on the wire.
        errdex: its extension.

    Returns:
        The partial record, and the fields that were taken out of it. Prose is somebody's where its provenance is
        `written`, and where it is not known and there is any: then a mixture would say that all of it is generated.
    """
    brought = raw.get("errdex") or {}
    kind = (brought.get("provenance") or {}).get("kind")
    stored = (errdex.get("provenance") or {}).get("kind", "unknown")
    said = any(record.get(name) for name in FIELDS if name != "triggerScenarios")
    if kind != "generated" or not (stored == "written" or (stored == "unknown" and said)):
        return dict(raw), ()
    refused = tuple(name for name in FIELDS if raw["record"].get(name))
    kept = {name: value for name, value in raw["record"].items() if name not in FIELDS}
    members = {name: value for name, value in brought.items() if name != "provenance"}
    return {**raw, "record": kept, "errdex": members}, refused
