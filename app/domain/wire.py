"""What every model of a record has in common: camelCase JSON, strict types, extra fields kept."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

__all__ = ["Text", "Wire", "clean_text"]

_SURROGATE = re.compile("[\ud800-\udfff]")


def clean_text(value: str) -> str:
    """Refuse what no store can keep: NUL and lone surrogates."""
    if "\x00" in value:
        raise ValueError("holds a NUL character; remove it")
    if not value.isascii() and _SURROGATE.search(value):
        raise ValueError("holds half of a surrogate pair; write the whole character")
    return value


Text = Annotated[str, AfterValidator(clean_text)]


class Wire(BaseModel):
    """Camel-case JSON, strict types, extra fields kept."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_alias=True,
        validate_by_name=False,
        serialize_by_alias=True,
        extra="allow",
        strict=True,
        frozen=True,
    )

    def wire(self) -> dict[str, Any]:
        """Return the JSON object, in schema order, nulls included, extra fields last."""
        return self.model_dump(mode="json", by_alias=True)
