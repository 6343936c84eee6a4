"""From version 0.1 to this one: the database that it wrote, with matches in it, on SQLite and on PostgreSQL."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sa

from dreierlei.errors import DreierleiError
from dreierlei.server.backup import back_up, restore
from dreierlei.server.database import check_current, matches, migrate, prepare
from dreierlei.server.settings import Settings

from .people import Clock, House, Somebody, bad, good
from .test_admin import own

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["own"]

OLD: Any = json.loads((Path(__file__).parent / "data" / "version-0.1.json").read_text("utf-8"))
KNOWN = OLD["known"]
WRITTEN = max(match["changed"] for match in OLD["matches"])
DAY = 86_400.0


@pytest.fixture
def old(own: Settings) -> Settings:
    """The database of version 0.1."""
    engine = sa.create_engine(own.database)
    migrate(engine, "0001")
    found = sa.MetaData()
    found.reflect(engine)
    with engine.begin() as connection:
        for name in ("matches", "entries"):
            table = found.tables[name]
            flags = [column.name for column in table.columns if isinstance(column.type, sa.Boolean)]
            rows = [{**row, **{flag: bool(row[flag]) for flag in flags}} for row in OLD[name]]
            connection.execute(sa.insert(table), rows)
    engine.dispose()
    return Settings(database=own.database, secrets=(OLD["secret"],), rate=0)


@pytest.fixture
def upgraded(old: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """This version on that database, a day later."""
    monkeypatch.setattr(time, "time", lambda: WRITTEN + DAY - 1)  # the migration notes when it took place
    with House.open(old, Clock(WRITTEN + DAY)) as house:
        yield house


def somebody(house: House, name: str) -> Somebody:
    return Somebody(house, KNOWN["tokens"][name])


def test_every_match_goes_on(upgraded: House) -> None:
    ada, bo = somebody(upgraded, "ada"), somebody(upgraded, "bo")
    match = ada.see({"id": KNOWN["two people"]})
    assert (match["line"], match["yours"], match["turn"]) == (KNOWN["line"], [0], 0)
    good(bo.move(good(ada.move(match))))
    invited = {"id": KNOWN["invited"], "invite": KNOWN["invite"]}
    assert bo.join(invited)["yours"] == [1]
    good(somebody(upgraded, "eve").move(somebody(upgraded, "eve").see({"id": KNOWN["left"]})))
    computer = ada.see({"id": KNOWN["computer"]})
    good(ada.move(computer))
    ada.wait(computer, "mine")
    for name in ("nameless", "named"):
        seen = ada.see({"id": KNOWN[name]})
        assert (seen["over"], seen["outcome"]["winner"]) == (True, "white")


def test_lists_show_what_was_there(upgraded: House) -> None:
    cards: Any = good(somebody(upgraded, "ada").get("/api/matches"))
    assert {card["id"] for card in cards} == {KNOWN[name] for name in ("invited", "two people", "named", "computer")}
    public: Any = good(upgraded.client.get("/api/matches", params={"list": "public"}))
    assert [card["id"] for card in public] == [KNOWN["two people"]]


def test_flags_fall_in_old_matches(upgraded: House) -> None:
    upgraded.clock.now += 4 * DAY
    upgraded.sweep()
    assert somebody(upgraded, "ada").see({"id": KNOWN["two people"]})["outcome"]["reason"] == "time"


def test_old_matches_are_kept_as_long_as_new_ones(upgraded: House) -> None:
    with upgraded.rooms.store.engine.connect() as connection:
        found = {row.id: row.keep for row in connection.execute(sa.select(matches.c.id, matches.c.keep))}
    assert found == {
        KNOWN["invited"]: "unplayed",
        KNOWN["two people"]: "unfinished",
        KNOWN["left"]: "anonymous",
        KNOWN["nameless"]: "anonymous",
        KNOWN["named"]: "finished",
        KNOWN["computer"]: "unplayed",
    }


def test_tokens_without_an_age_begin_to_age(upgraded: House) -> None:
    ada = somebody(upgraded, "ada")
    good(ada.get("/api/matches"))
    upgraded.clock.now += 366 * DAY
    assert "no longer valid" in bad(ada.get("/api/matches"), "not_allowed")


def test_tokens_without_an_age_can_be_revoked(upgraded: House) -> None:
    ada = somebody(upgraded, "ada")
    replaced = good(ada.post("/api/tokens/replace", {}))
    bad(ada.get("/api/matches"), "not_allowed")
    ada.token = replaced["token"]
    assert len(good(ada.get("/api/matches"))) == 4


def test_an_older_database_is_not_changed_by_looking(old: Settings) -> None:
    with pytest.raises(DreierleiError, match="upgrade"):
        check_current(old.database)
    prepare(old.database).dispose()
    check_current(old.database)


def test_a_backup_of_the_old_version_is_brought_up_to_date(old: Settings, tmp_path: Path) -> None:
    back_up(old.database, tmp_path / "copy")
    prepare(old.database).dispose()
    restore(old.database, tmp_path / "copy", replace=True)
    check_current(old.database)


def test_a_match_that_cannot_be_read_does_not_stop_the_upgrade(old: Settings) -> None:
    engine = sa.create_engine(old.database)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE matches SET card = '{', founding = ''"))
    engine.dispose()
    engine = prepare(old.database)
    with engine.connect() as connection:
        assert set(connection.execute(sa.select(matches.c.keep)).scalars()) == {"unfinished"}
    engine.dispose()


def test_the_way_back(old: Settings) -> None:
    """Whoever must return to the old version loses nothing of what it knows."""
    from alembic import command
    from alembic.config import Config

    from dreierlei.server.database import MIGRATIONS

    engine = prepare(old.database)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
        connection.commit()
        rows = connection.execute(sa.text("SELECT id, card FROM matches")).all()
    assert {row.id: row.card for row in rows} == {match["id"]: match["card"] for match in OLD["matches"]}
    engine.dispose()
