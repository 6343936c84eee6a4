"""Retention classes of matches, bans, notices of the operator's actions, and the time of this upgrade.

Existing matches are classified by their cards; `retention.keep` does it for all later ones. Tokens of version 0.1 have
no time of issue: they count as issued when this step is applied.
"""

from __future__ import annotations

import json
import time
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

BATCH = 1000


def upgrade() -> None:
    """Make the tables and the column, and fill it."""
    op.create_table(
        "bans",
        sa.Column("subject", sa.String(64), primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("until", sa.Double),
        sa.Column("reason", sa.Text, nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sqlite_autoincrement=True,  # ids are never reused
    )
    facts = op.create_table(
        "facts", sa.Column("name", sa.String(32), primary_key=True), sa.Column("value", sa.Double, nullable=False)
    )
    op.bulk_insert(facts, [{"name": "upgraded", "value": time.time()}])
    op.add_column("matches", sa.Column("keep", sa.String(16), nullable=False, server_default="unfinished"))
    _classify(op.get_bind())
    op.create_index("matches_keep", "matches", ["keep", "changed"])


def downgrade() -> None:
    """Drop them."""
    op.drop_index("matches_keep", "matches")
    op.drop_column("matches", "keep")
    op.drop_table("facts")
    op.drop_table("notices")
    op.drop_table("bans")


def _classify(connection: sa.Connection) -> None:
    names = "id", "founding", "card", "keep", "number"
    matches = sa.table("matches", *(sa.column(name) for name in names))
    update = sa.update(matches).where(matches.c.id == sa.bindparam("key")).values(keep=sa.bindparam("kind"))
    last = ""
    while True:
        chosen = sa.select(matches).where(matches.c.id > last).order_by(matches.c.id).limit(BATCH)
        rows = connection.execute(chosen).all()
        if not rows:
            return
        kinds = [{"key": row.id, "kind": _kind(row.founding, row.card, row.number)} for row in rows]
        connection.execute(update, kinds)
        last = rows[-1].id


def _kind(founding: str, card: str, number: int) -> str:
    """The class of a match; one that cannot be read counts as unfinished."""
    try:
        begun: Any = json.loads(founding)
        shown: Any = json.loads(card)
        people = [seat for seat in shown["seats"] if seat["computer"] is None]
        if number == 0:
            return "unplayed"
        if not shown["over"] and begun["settings"]["opponent"]["kind"] == "friend":
            return "unfinished"
        if not any(seat["name"] for seat in people):
            return "anonymous"
        return "finished" if shown["over"] else "unfinished"
    except (ValueError, KeyError, TypeError):
        return "unfinished"
