from datetime import datetime

from pydantic import BaseModel

from tests.knowledge.form import Prose

ID = "16d168d7ac4cd675"
PROSE = Prose(
    documentation="A text should be a point in time in the ISO 8601 form, such as 2026-11-30T09:30:00Z, or a number of seconds, and is neither. The message says where reading failed.",
    trigger="Validating a string for a `datetime` field that is in another form, has an impossible part or is empty.",
    situations="Dates in the form of a country (30.11.2026, 11/30/2026); times from e-mail headers or logs; 'now'.",
    solutions=(
        "Make the other side send ISO 8601: `datetime.isoformat()`, in JavaScript `date.toISOString()`.",
        "The form is fixed and known: parse it first: `BeforeValidator(lambda v: datetime.strptime(v, '%d.%m.%Y %H:%M'))`.",
        "It is a day without a time: use `date`.",
        "An empty text means nothing: turn it into None before, and type the field `datetime | None`.",
    ),
    tags=("pydantic", "validation", "datetime", "iso-8601", "parsing"),
    strategy="validation",
    background="parse-failure",
    message="Input should be a valid datetime or date, {error} [type=datetime_from_date_parsing, input_value={input_value}, input_type={input_type}]",
    place="pydantic-core/src/errors/types.rs:601 ErrorType::message_template_python ValidationError datetime_from_date_parsing",
)


def before():
    class Visit(BaseModel):
        at: datetime

    Visit(at="30.11.2026 09:30")


def after():
    from typing import Annotated

    from pydantic import BeforeValidator

    def german(value):
        return datetime.strptime(value, "%d.%m.%Y %H:%M") if isinstance(value, str) else value

    class Visit(BaseModel):
        at: Annotated[datetime, BeforeValidator(german)]

    Visit(at="30.11.2026 09:30")
