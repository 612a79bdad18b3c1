"""The JSON Schema that is published."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings

from app.domain.reading import read_envelopes
from app.domain.records import Envelope, Extension, Record
from app.domain.schema import record_schema, schema_text
from tests.domain.record_strategies import envelopes

ROOT = Path(__file__).parents[2]
BUNDLED = sorted(ROOT.joinpath("data/records").rglob("*.json"))
VALIDATOR = jsonschema.Draft202012Validator(record_schema())


def test_the_committed_file_is_the_generated_one() -> None:
    """docs/record.schema.json is what the model gives; write it anew with `schema_text()` when that changes."""
    assert ROOT.joinpath("docs/record.schema.json").read_text(encoding="utf-8") == schema_text()


def test_the_schema_is_a_schema() -> None:
    """It is valid by its own dialect and names every field of the record as on the wire."""
    schema = record_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    assert list(schema)[:2] == ["$schema", "title"]
    assert set(schema["$defs"]["Record"]["properties"]) == {
        field.alias for field in Record.model_fields.values()
    }
    assert {"id", "repo", "slug", "filePath", "lineNumber"} == set(schema["$defs"]["Record"]["required"])


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.stem[-16:])
def test_bundled_records_follow_the_schema(path: Path) -> None:
    """Every record that is shipped, and what the model returns for it, is valid."""
    value = json.loads(path.read_text(encoding="utf-8"))
    VALIDATOR.validate(value)
    VALIDATOR.validate(Envelope.model_validate(value).wire())


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(envelopes)
def test_whatever_the_model_takes_follows_the_schema(envelope: Envelope) -> None:
    """What is served passes the schema that is published."""
    VALIDATOR.validate(envelope.wire())


REFUSED: list[dict[str, Any]] = [
    {"id": "x"},
    {"repo": "rockets"},
    {"slug": "No"},
    {"messagePattern": ""},
    {"filePath": " "},
    {"lineNumber": 0},
    {"lineNumber": "1"},
    {"httpStatus": 20},
    {"githubUrl": "ftp://x"},
    {"analyzedSha": "HEAD"},
    {"analyzedAt": "yesterday"},
    {"schemaVersion": 1},
    {"solutions": None},
    {"tags": [1]},
]


@pytest.mark.parametrize("members", REFUSED, ids=str)
def test_the_schema_refuses_what_the_model_refuses(members: dict[str, Any]) -> None:
    """Each constraint of the model stands in the schema too."""
    record = {"id": "0" * 16, "repo": "a/b", "slug": "s", "filePath": "p", "lineNumber": 1}
    VALIDATOR.validate({"record": record})
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate({"record": {**record, **members}})
    with pytest.raises(ValueError, match="validation error"):
        Envelope.model_validate({"record": {**record, **members}})


def test_the_example_in_the_documentation_is_a_whole_record() -> None:
    """The record that docs/records.md shows is read without a fault, and nothing about it is odd."""
    text = ROOT.joinpath("docs/records.md").read_text(encoding="utf-8")
    example = text.split("```json\n")[1].split("```")[0]
    (draft,) = read_envelopes(example.encode(), "docs").envelopes
    assert draft.envelope is not None
    assert draft.envelope.record.message_pattern == "fuel tank (.*?) of stage (.*?) is empty"


def test_the_documentation_names_every_field() -> None:
    """Each field of the record and member of the extension has its line in docs/records.md."""
    text = ROOT.joinpath("docs/records.md").read_text(encoding="utf-8")
    names = [
        field.alias or name for model in (Record, Extension) for name, field in model.model_fields.items()
    ]
    assert [name for name in names if f"`{name}`" not in text] == []
