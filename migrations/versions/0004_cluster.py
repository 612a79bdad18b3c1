"""The records of a pattern are read in the order of their ids, out of the index alone.

Revision: 0004, after 0003.
"""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("ix_record_pattern_id", "record")
    op.create_index("ix_record_cluster", "record", ["pattern_id", "id"])


def downgrade() -> None:
    op.drop_index("ix_record_cluster", "record")
    op.create_index("ix_record_pattern_id", "record", ["pattern_id"])
