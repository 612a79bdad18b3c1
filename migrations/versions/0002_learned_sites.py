"""What was learned from source: versions, their sites, and which fields of a record ingest owns.

Revision: 0002, after 0001.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

String = sa.String().with_variant(sa.String(collation="C"), "postgresql")
Text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
Id = sa.String(16).with_variant(sa.String(16, collation="C"), "postgresql")


def upgrade() -> None:
    op.add_column("record", sa.Column("owned", Text))
    op.create_table(
        "learned_version",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("repo", String, nullable=False),
        sa.Column("distribution", String, nullable=False),
        sa.Column("version", String, nullable=False),
        sa.Column("sha", String),
        sa.PrimaryKeyConstraint("id", name="pk_learned_version"),
        sa.UniqueConstraint(
            "repo", "distribution", "version", name="uq_learned_version_repo_distribution_version"
        ),
    )
    op.create_table(
        "learned_site",
        sa.Column("version_id", sa.Integer, nullable=False),
        sa.Column("key", Id, nullable=False),
        sa.Column("record_id", Id, nullable=False),
        sa.Column("template", Id, nullable=False),
        sa.Column("function", String),
        sa.Column("error_class", String),
        sa.Column("ordinal", sa.Integer, nullable=False),
        sa.Column("file_path", String, nullable=False),
        sa.Column("line_number", sa.Integer, nullable=False),
        sa.Column("draft", Text),
        sa.PrimaryKeyConstraint("version_id", "key", name="pk_learned_site"),
        sa.ForeignKeyConstraint(
            ["version_id"],
            ["learned_version.id"],
            name="fk_learned_site_version_id_learned_version",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["record_id"], ["record.id"], name="fk_learned_site_record_id_record", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_learned_site_record_id", "learned_site", ["record_id"])


def downgrade() -> None:
    op.drop_table("learned_site")
    op.drop_table("learned_version")
    op.drop_column("record", "owned")
