"""The time before which a player's tokens are no longer valid."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "revocations",
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("at", sa.Double, nullable=False, index=True),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("revocations")
