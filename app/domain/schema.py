"""The JSON Schema of a record in its envelope, made from the model."""

from __future__ import annotations

import json
from typing import Any

from app.domain.records import Envelope

__all__ = ["record_schema", "schema_text"]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def record_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of an envelope, names as they stand on the wire."""
    made = Envelope.model_json_schema(by_alias=True, mode="validation")
    # pydantic's titles are the names once more, badly spelt: "Githuburl".
    for model in (made, *made["$defs"].values()):
        model.pop("title", None)
        for field in model["properties"].values():
            field.pop("title", None)
    return {
        "$schema": _DIALECT,
        "title": "errdex error record, schema version 2",
        **made,
    }


def schema_text() -> str:
    """Return the schema as the file `docs/record.schema.json` holds it."""
    return json.dumps(record_schema(), indent=2, ensure_ascii=False) + "\n"
