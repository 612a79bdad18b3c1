"""How many other records' messages a pattern stands in; the patterns are keyed and judged anew behind this.

Revision: 0005, after 0004.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("pattern", sa.Column("fires", sa.Integer(), nullable=False, server_default="0"))
    op.create_index(
        "ix_pattern_fires",
        "pattern",
        ["fires"],
        sqlite_where=sa.text("fires > 10"),
        postgresql_where=sa.text("fires > 10"),
    )


def downgrade() -> None:
    op.drop_index("ix_pattern_fires", "pattern")
    op.drop_column("pattern", "fires")
