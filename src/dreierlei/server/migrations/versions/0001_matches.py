"""Matches and their logs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("founding", sa.Text, nullable=False),
        sa.Column("changed", sa.Double, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("thinking", sa.Boolean, nullable=False),
        sa.Column("deadline", sa.Double),
        sa.Column("seat0", sa.String(32)),
        sa.Column("seat1", sa.String(32)),
        sa.Column("card", sa.Text, nullable=False),
    )
    for column in ("deadline", "seat0", "seat1"):
        op.create_index(f"matches_{column}", "matches", [column])
    op.create_index("matches_public", "matches", ["public", "changed"])
    op.create_index("matches_thinking", "matches", ["thinking", "changed"])
    op.create_table(
        "entries",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("player", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("who", sa.String(32), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("entries")
    op.drop_table("matches")
