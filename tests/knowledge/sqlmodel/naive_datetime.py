from datetime import datetime

from sqlmodel import Field, Session, SQLModel, create_engine

from tests.knowledge.form import Prose

ID = "4402fb0fce8b5ab5"
PROSE = Prose(
    documentation="Columns of `datetime` keep points in time with their zone, as UTC. This value has no zone, so nobody could say which moment it is.",
    trigger="Saving a `datetime` without tzinfo in a field annotated `datetime` of a table model.",
    situations="`datetime.now()` and `datetime.utcnow()`; values parsed from text without an offset; code for SQLModel before it kept zones.",
    solutions=(
        "Make it with a zone: `datetime.now(timezone.utc)` in place of `utcnow()`.",
        "A value without one is known to be UTC: `value.replace(tzinfo=timezone.utc)`.",
        "Local time without a zone is meant: annotate the field with Pydantic's `NaiveDatetime`.",
    ),
    tags=("sqlmodel", "datetime", "timezone", "columns"),
    strategy="type-guard",
    background="invalid-argument-value",
)


def has_zone(value: datetime) -> bool:
    return value.utcoffset() is not None


GUARD = has_zone


def good():
    from datetime import timezone

    return (datetime(2026, 11, 30, tzinfo=timezone.utc),)


def bad():
    return (datetime(2026, 11, 30),)


class Visit(SQLModel, table=True):
    id: int | None = Field(default=None, primary_key=True)
    at: datetime


engine = create_engine("sqlite://")
SQLModel.metadata.create_all(engine)


def before():
    with Session(engine) as session:
        session.add(Visit(at=datetime(2026, 11, 30, 9, 30)))
        session.commit()


def after():
    from datetime import timezone

    with Session(engine) as session:
        session.add(Visit(at=datetime(2026, 11, 30, 9, 30, tzinfo=timezone.utc)))
        session.commit()
