"""First tables: records and what finds them.

Revision: 0001, after nothing.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

# PostgreSQL sorts text by code point, as SQLite does, so that both list records in the same order.
String = sa.String().with_variant(sa.String(collation="C"), "postgresql")
Text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
Id = sa.String(16).with_variant(sa.String(16, collation="C"), "postgresql")
Kind = sa.String(1).with_variant(sa.String(1, collation="C"), "postgresql")

RECORD_INDEXES = (
    "repo",
    "slug",
    "error_class",
    "error_type",
    "severity",
    "http_status",
    "module_path",
    "package",
    "site_key",
    "template_key",
    "pattern_id",
    "withdrawn_at",
    "revision",
)


def upgrade() -> None:
    op.create_table(
        "pattern",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("digest", String, nullable=False),
        sa.Column("pattern", Text, nullable=False),
        sa.Column("template", Text, nullable=False),
        sa.Column("words", sa.Integer, nullable=False),
        sa.Column("generic", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pattern"),
        sa.UniqueConstraint("digest", name="uq_pattern_digest"),
    )
    op.create_table(
        "record",
        sa.Column("id", Id, nullable=False),
        sa.Column("document", Text, nullable=False),
        sa.Column("extension", Text, nullable=False),
        sa.Column("envelope_extra", Text, nullable=False),
        sa.Column("dataset_version", String),
        sa.Column("content_hash", String, nullable=False),
        sa.Column("etag", String, nullable=False),
        sa.Column("repo", String, nullable=False),
        sa.Column("slug", String, nullable=False),
        sa.Column("title", String, nullable=False),
        sa.Column("error_class", String),
        sa.Column("error_type", String),
        sa.Column("error_message", Text),
        sa.Column("severity", String, nullable=False),
        sa.Column("http_status", sa.Integer),
        sa.Column("file_path", String, nullable=False),
        sa.Column("line_number", sa.Integer, nullable=False),
        sa.Column("background_tag", String),
        sa.Column("module_path", String, nullable=False),
        sa.Column("package", String, nullable=False),
        sa.Column("function", String),
        sa.Column("site_key", String, nullable=False),
        sa.Column("template_key", String, nullable=False),
        sa.Column("id_given", sa.Boolean, nullable=False),
        sa.Column("analyzed_sha", String),
        sa.Column("pattern_id", sa.Integer),
        sa.Column("pattern_problem", Text),
        sa.Column("withdrawn_at", String),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_record"),
        sa.ForeignKeyConstraint(["pattern_id"], ["pattern.id"], name="fk_record_pattern_id_pattern"),
    )
    for column in RECORD_INDEXES:
        op.create_index(f"ix_record_{column}", "record", [column])
    op.create_index("ix_record_browse", "record", ["repo", "id"])
    op.create_index("ix_record_kind", "record", ["background_tag", "repo", "id"])
    op.create_index("ix_record_title", "record", ["repo", "title"])
    op.create_table(
        "record_tag",
        sa.Column("record_id", Id, nullable=False),
        sa.Column("tag", String, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("record_id", "tag", name="pk_record_tag"),
        sa.ForeignKeyConstraint(
            ["record_id"], ["record.id"], name="fk_record_tag_record_id_record", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_record_tag_tag", "record_tag", ["tag", "record_id"])
    op.create_table(
        "record_alias",
        sa.Column("alias", Id, nullable=False),
        sa.Column("record_id", Id, nullable=False),
        sa.PrimaryKeyConstraint("alias", name="pk_record_alias"),
        sa.ForeignKeyConstraint(
            ["record_id"], ["record.id"], name="fk_record_alias_record_id_record", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_record_alias_record_id", "record_alias", ["record_id"])
    op.create_table(
        "record_source",
        sa.Column("source", String, nullable=False),
        sa.Column("record_id", Id, nullable=False),
        sa.PrimaryKeyConstraint("source", "record_id", name="pk_record_source"),
        sa.ForeignKeyConstraint(
            ["record_id"], ["record.id"], name="fk_record_source_record_id_record", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_record_source_record_id", "record_source", ["record_id"])
    op.create_table(
        "pattern_key",
        sa.Column("kind", Kind, nullable=False),
        sa.Column("key", String, nullable=False),
        sa.Column("pattern_id", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("kind", "key", "pattern_id", name="pk_pattern_key"),
        sa.ForeignKeyConstraint(
            ["pattern_id"], ["pattern.id"], name="fk_pattern_key_pattern_id_pattern", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_pattern_key_pattern_id", "pattern_key", ["pattern_id"])
    op.create_table(
        "catalogue_state",
        sa.Column("name", String, nullable=False),
        sa.Column("value", Text, nullable=False, server_default=sa.text("''")),
        sa.PrimaryKeyConstraint("name", name="pk_catalogue_state"),
    )
    if op.get_bind().dialect.name == "sqlite":
        # A row's rowid is the record's id, read as a signed 64-bit number.
        op.execute("CREATE VIRTUAL TABLE record_text USING fts5(record_id UNINDEXED, title, message, words)")
    else:
        op.execute(
            'CREATE TABLE record_text (record_id varchar(16) COLLATE "C" NOT NULL, title text NOT NULL, '
            "message text NOT NULL, words text NOT NULL, document tsvector NOT NULL, "
            "CONSTRAINT pk_record_text PRIMARY KEY (record_id), "
            "CONSTRAINT fk_record_text_record_id_record FOREIGN KEY (record_id) REFERENCES record (id) "
            "ON DELETE CASCADE)"
        )
        op.execute("CREATE INDEX ix_record_text_document ON record_text USING gin (document)")


def downgrade() -> None:
    for table in (
        "record_text",
        "catalogue_state",
        "pattern_key",
        "record_source",
        "record_alias",
        "record_tag",
        "record",
        "pattern",
    ):
        op.drop_table(table)
