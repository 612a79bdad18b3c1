"""SQLModel tables. The record itself is kept whole as JSON text; other columns are what queries need.

Nothing outside `app.db` and `app.services` imports this. Times are ISO 8601 text, as records hold them.
"""

from __future__ import annotations

from sqlalchemy import Index, MetaData, Text, UniqueConstraint, text
from sqlmodel import Field, SQLModel

# Named constraints, so that Alembic's batch mode can rebuild a table on SQLite.
NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Table(SQLModel):
    """Base of all tables: one metadata with named constraints."""

    metadata = MetaData(naming_convention=NAMING)


class RecordRow(Table, table=True):
    """One record. `document` and `extension` are JSON text, exactly what `GET` returns."""

    __tablename__ = "record"

    id: str = Field(primary_key=True, max_length=16)
    document: str = Field(sa_type=Text)
    extension: str = Field(sa_type=Text)
    envelope_extra: str = Field(sa_type=Text, default="{}", description="unknown members of the envelope")
    dataset_version: str | None = None
    content_hash: str = Field(
        description="SHA-256 over document, extension, version; equal content is not written"
    )
    etag: str
    repo: str
    slug: str = Field(index=True)
    title: str
    error_class: str | None = Field(default=None, index=True)
    error_type: str | None = Field(default=None, index=True)
    error_message: str | None = Field(default=None, sa_type=Text)
    severity: str = Field(default="error", index=True)
    http_status: int | None = Field(default=None, index=True)
    file_path: str
    line_number: int
    background_tag: str | None = None
    module_path: str = Field(description="file_path from the outermost package folder on", index=True)
    package: str = Field(description="first part of module_path: sglang", index=True)
    function: str | None = None
    template_key: str = Field(
        description="SHA-256 hex over repo, class and message: a site that moved", index=True
    )
    id_given: bool = Field(
        default=True, description="the id came with the record and was not made of its site"
    )
    analyzed_sha: str | None = None
    pattern_id: int | None = Field(default=None, foreign_key="pattern.id")
    pattern_problem: str | None = Field(default=None, sa_type=Text)
    withdrawn_at: str | None = None
    owned: str | None = Field(
        default=None,
        sa_type=Text,
        description="JSON list of the fields that ingest brought; null: learn had no part; []: learn alone",
    )
    revision: int = Field(description="catalogue revision that last changed this row")

    __table_args__ = (
        Index("ix_record_browse", "repo", "id"),
        Index("ix_record_cluster", "pattern_id", "id"),
        Index("ix_record_kind", "background_tag", "repo", "id"),
        Index("ix_record_title", "repo", "title"),
    )


class TagRow(Table, table=True):
    """A tag of a record, in the record's order."""

    __tablename__ = "record_tag"

    record_id: str = Field(primary_key=True, foreign_key="record.id", ondelete="CASCADE")
    tag: str = Field(primary_key=True)
    position: int

    __table_args__ = (Index("ix_record_tag_tag", "tag", "record_id"),)


class AliasRow(Table, table=True):
    """An id that leads to another record."""

    __tablename__ = "record_alias"

    alias: str = Field(primary_key=True, max_length=16)
    record_id: str = Field(foreign_key="record.id", ondelete="CASCADE", index=True)


class SourceRow(Table, table=True):
    """Which records a named source brought; `--source NAME --prune` withdraws what it no longer has."""

    __tablename__ = "record_source"

    source: str = Field(primary_key=True)
    record_id: str = Field(primary_key=True, foreign_key="record.id", ondelete="CASCADE", index=True)


class PatternRow(Table, table=True):
    """A distinct messagePattern; its records are a cluster."""

    __tablename__ = "pattern"

    id: int | None = Field(default=None, primary_key=True)
    digest: str = Field(unique=True, description="SHA-256 hex of the pattern text")
    pattern: str = Field(sa_type=Text)
    template: str = Field(sa_type=Text, description="literal text, wildcards as a blank; what fuzzy compares")
    words: int = Field(description="how many distinctive words its literals have")
    generic: bool = Field(default=False, description="demoted: matches whole messages only")
    fires: int = Field(
        default=0,
        sa_column_kwargs={"server_default": text("0")},
        description="how many other patterns' templates it stands in",
    )

    # Few patterns are: the statistics ask for them.
    __table_args__ = (
        Index(
            "ix_pattern_fires", "fires", sqlite_where=text("fires > 10"), postgresql_where=text("fires > 10")
        ),
    )


class PatternKeyRow(Table, table=True):
    """Look-up keys of a pattern: kind `a` anchor (every match holds it), `g` letters, `h` head, `w` any word."""

    __tablename__ = "pattern_key"
    __table_args__ = ({"sqlite_with_rowid": False},)

    kind: str = Field(primary_key=True, max_length=1)
    key: str = Field(primary_key=True)
    pattern_id: int = Field(primary_key=True, foreign_key="pattern.id", ondelete="CASCADE", index=True)


class WordRow(Table, table=True):
    """A word of the patterns: how many have it, of how many it is the anchor, and how many anchors are pairs it leads."""

    __tablename__ = "word"
    __table_args__ = ({"sqlite_with_rowid": False},)

    word: str = Field(primary_key=True)
    patterns: int
    alone: int
    leads: int


class TallyRow(Table, table=True):
    """A count that is kept: of a tag, a class, …; see `app.db.tally`."""

    __tablename__ = "tally"
    __table_args__ = ({"sqlite_with_rowid": False},)

    kind: str = Field(primary_key=True)
    name: str = Field(primary_key=True)
    total: int


class LearnedVersionRow(Table, table=True):
    """A version of a distribution whose sites were learned; the version "" is a folder at work."""

    __tablename__ = "learned_version"
    __table_args__ = (UniqueConstraint("repo", "distribution", "version"),)

    id: int | None = Field(default=None, primary_key=True)
    repo: str
    distribution: str
    version: str
    sha: str | None = None


class LearnedSiteRow(Table, table=True):
    """A site of a learned version, and the record that it was found to be; `key` is its site key's first half."""

    __tablename__ = "learned_site"
    __table_args__ = ({"sqlite_with_rowid": False},)

    version_id: int = Field(primary_key=True, foreign_key="learned_version.id", ondelete="CASCADE")
    key: str = Field(primary_key=True, max_length=16)
    record_id: str = Field(foreign_key="record.id", ondelete="CASCADE", index=True)
    template: str = Field(max_length=16, description="first half of the record's template_key")
    function: str | None = None
    error_class: str | None = None
    ordinal: int
    file_path: str
    line_number: int
    draft: str | None = Field(
        default=None, sa_type=Text, description="the learned record as JSON, where `record` cannot give it"
    )


class StateRow(Table, table=True):
    """Single values: `revision` (counts every write of records), `dataset_version` (newest ingested)."""

    __tablename__ = "catalogue_state"

    name: str = Field(primary_key=True)
    value: str = Field(sa_type=Text, sa_column_kwargs={"server_default": text("''")})


class NoteRow(Table, table=True):
    """What a person says about a record, beside it: no foreign key, so that it outlives whatever becomes of the row.

    `record_id` is the id that it was written for; where that has become an alias, it counts for the record it leads to.
    """

    __tablename__ = "note"

    id: str = Field(primary_key=True, max_length=16)
    record_id: str = Field(max_length=16, index=True)
    text: str = Field(sa_type=Text, description="Markdown, secrets masked; empty once deleted")
    author: str | None = Field(default=None, description="as it is shown; null: not given, or deleted")
    author_key: str | None = Field(
        default=None, description="who may change it: `token:ci`, `slack:T0/U0`; null: an anonymous caller's"
    )
    version: str | None = Field(default=None, description="version of the package that it speaks of")
    front: str
    state: str = Field(description="public, proposed, rejected or deleted", index=True)
    created_at: str
    changed_at: str | None = None


class NoteEventRow(Table, table=True):
    """What was done to a note, by whom and when; `text` is what stood before an edit, dropped with the note."""

    __tablename__ = "note_event"

    id: int | None = Field(default=None, primary_key=True)
    note_id: str = Field(foreign_key="note.id", max_length=16, index=True)
    kind: str = Field(description="added, proposed, edited, deleted, accepted or rejected")
    at: str
    actor: str | None = None
    front: str
    text: str | None = Field(default=None, sa_type=Text)


class FeedbackRow(Table, table=True):
    """That an answer, or a note, solved it or was wrong; nothing of what was pasted."""

    __tablename__ = "feedback"

    id: int | None = Field(default=None, primary_key=True)
    record_id: str = Field(max_length=16, index=True)
    note_id: str | None = Field(default=None, foreign_key="note.id", max_length=16, index=True)
    verdict: str = Field(description="solved or wrong")
    tier: str | None = None
    score: float | None = None
    front: str
    at: str
    voter: str | None = Field(
        default=None, unique=True, description="digest of who and of what: a second press counts once"
    )


class AccessTokenRow(Table, table=True):
    """A token that lets a program write; only its digest is kept."""

    __tablename__ = "access_token"

    name: str = Field(primary_key=True)
    digest: str = Field(unique=True, description="SHA-256 hex of the token")
    scope: str = Field(description="notes or maintain")
    created_at: str
    revoked_at: str | None = None
