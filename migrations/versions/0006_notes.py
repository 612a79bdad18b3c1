"""Notes, what was done to them, feedback, and tokens of those who may write.

Revision: 0006, after 0005.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

String = sa.String().with_variant(sa.String(collation="C"), "postgresql")
Text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
Id = sa.String(16).with_variant(sa.String(16, collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "note",
        sa.Column("id", Id, nullable=False),
        sa.Column("record_id", Id, nullable=False),
        sa.Column("text", Text, nullable=False),
        sa.Column("author", String),
        sa.Column("author_key", String),
        sa.Column("version", String),
        sa.Column("front", String, nullable=False),
        sa.Column("state", String, nullable=False),
        sa.Column("created_at", String, nullable=False),
        sa.Column("changed_at", String),
        sa.PrimaryKeyConstraint("id", name="pk_note"),
    )
    op.create_index("ix_note_record_id", "note", ["record_id"])
    op.create_index("ix_note_state", "note", ["state"])
    op.create_table(
        "note_event",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("note_id", Id, nullable=False),
        sa.Column("kind", String, nullable=False),
        sa.Column("at", String, nullable=False),
        sa.Column("actor", String),
        sa.Column("front", String, nullable=False),
        sa.Column("text", Text),
        sa.PrimaryKeyConstraint("id", name="pk_note_event"),
        sa.ForeignKeyConstraint(["note_id"], ["note.id"], name="fk_note_event_note_id_note"),
    )
    op.create_index("ix_note_event_note_id", "note_event", ["note_id"])
    op.create_table(
        "feedback",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("record_id", Id, nullable=False),
        sa.Column("note_id", Id),
        sa.Column("verdict", String, nullable=False),
        sa.Column("tier", String),
        sa.Column("score", sa.Float),
        sa.Column("front", String, nullable=False),
        sa.Column("at", String, nullable=False),
        sa.Column("voter", String),
        sa.PrimaryKeyConstraint("id", name="pk_feedback"),
        sa.ForeignKeyConstraint(["note_id"], ["note.id"], name="fk_feedback_note_id_note"),
        sa.UniqueConstraint("voter", name="uq_feedback_voter"),
    )
    op.create_index("ix_feedback_record_id", "feedback", ["record_id"])
    op.create_index("ix_feedback_note_id", "feedback", ["note_id"])
    op.create_table(
        "access_token",
        sa.Column("name", String, nullable=False),
        sa.Column("digest", String, nullable=False),
        sa.Column("scope", String, nullable=False),
        sa.Column("created_at", String, nullable=False),
        sa.Column("revoked_at", String),
        sa.PrimaryKeyConstraint("name", name="pk_access_token"),
        sa.UniqueConstraint("digest", name="uq_access_token_digest"),
    )


def downgrade() -> None:
    for table in ("access_token", "feedback", "note_event", "note"):
        op.drop_table(table)
