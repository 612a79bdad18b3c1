"""What makes look-ups independent of the size of the base: words of the patterns, and counts that are kept.

The rows are written by `app.db.index.rebuild`, once the schema stands.

Revision: 0003, after 0002.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

String = sa.String().with_variant(sa.String(collation="C"), "postgresql")


# Two that others begin with or nothing asks for, and one that leads SQLite to read nearly all records.
DROPPED = ("repo", "revision", "withdrawn_at")


def upgrade() -> None:
    for column in DROPPED:
        op.drop_index(f"ix_record_{column}", "record")
    op.create_table(
        "word",
        sa.Column("word", String, nullable=False),
        sa.Column("patterns", sa.Integer, nullable=False),
        sa.Column("alone", sa.Integer, nullable=False),
        sa.Column("leads", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("word", name="pk_word"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tally",
        sa.Column("kind", String, nullable=False),
        sa.Column("name", String, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("kind", "name", name="pk_tally"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("tally")
    op.drop_table("word")
    for column in DROPPED:
        op.create_index(f"ix_record_{column}", "record", [column])
    op.execute("DELETE FROM catalogue_state WHERE name = 'index'")
