"""All live matches of a worker: what people do in them, and what other workers report.

Whatever happens in a match becomes an entry of its log. The room changes once the entry is on disk, and then everybody
connected gets the change.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from typing import TYPE_CHECKING, NamedTuple

from ..errors import DreierleiError
from ..levels import choose
from . import actions, bus
from . import state as states
from .computer import CLAIM, ComputerPlayer
from .errors import RequestError
from .founding import Founding, clean_name, new_founding
from .match_views import card_view, summary
from .neighbours import Neighbours
from .presence import Listener
from .quarantine import Quarantine, UnreadableMatch
from .room import LAG, Room
from .wire.boards import MoveView
from .wire.errors import Code
from .wire.matches import Action, NewMatch, PlayMove

if TYPE_CHECKING:
    from collections.abc import Callable

    from .jobs import Jobs
    from .metrics import Metrics
    from .state import Entry, Kind, State
    from .store import Store
    from .tokens import Person
    from .wire.base import Player
    from .wire.matches import MatchCard, MatchView, Phrase
    from .writer import Summary

IDLE = 300.0
"""Seconds after which a room that nobody uses leaves memory."""
FOLLOWED = 100
"""Entries that are followed at once while a match is loaded, before other tasks get a turn."""
SWEPT = 200
"""Matches of each kind that one sweep handles."""


class Draft(NamedTuple):
    """An entry to be written, the state after it, and the summary, unless that may lag behind."""

    entry: Entry
    after: State
    summary: Summary | None

    @property
    def place(self) -> tuple[int, int]:
        """The round that the entry leads to, and the ply within it."""
        return self.after.match.round, self.after.ply


class Rooms:
    """All live matches of this worker."""

    def __init__(
        self, store: Store, bus: bus.Bus, jobs: Jobs, metrics: Metrics, now: Callable[[], float] = time.time
    ) -> None:
        self.store, self.bus, self.jobs, self.metrics, self.now = store, bus, jobs, metrics, now
        self._computer = ComputerPlayer(jobs, bus, self._record, now)
        self.neighbours = Neighbours(self, bus)
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._behind: list[str] = []  # matches whose summaries a crash has left behind
        self._quarantine, self._bad_cards = Quarantine(metrics, "log"), Quarantine(metrics, "card")
        metrics.rooms.set_function(lambda: len(self._rooms))
        metrics.listeners.set_function(lambda: sum(len(room.presence.listeners) for room in self._rooms.values()))

    # --- matches --------------------------------------------------------------------------------------------------

    async def create(self, wanted: NewMatch, person: Person) -> Room:
        """Creates and stores a match; raises `DreierleiError` if that is not possible."""
        founding = new_founding(wanted, person, self.now())
        state = states.founded(founding)
        await self.store.create(founding, summary(state, founding.at))
        return self._begin(state)

    async def open(self, match: str, fresh: bool = False) -> Room:
        """The room of a match; raises `RequestError` if there is none. If `fresh`, it is up to date with the store."""
        if not match.isprintable():
            raise RequestError(Code.NOT_FOUND, "server.no-match", match="")  # PostgreSQL rejects NUL, for one
        self._quarantine.check(match)
        room = self._rooms.get(match)
        if room is None:
            if match not in self._loading:
                self._loading[match] = asyncio.create_task(self._load(match))
            room = await asyncio.shield(self._loading[match])
        elif fresh and self.bus.shared:
            await self.catch_up(room)
        room.used = self.now()
        return room

    def view(self, room: Room, who: str | None) -> MatchView:
        """A room's match as one viewer may see it."""
        return room.view(who, self.neighbours.connected(room), self.now())

    async def cards(self, who: str | None, public: bool, before: float | None = None) -> list[MatchCard]:
        """The matches of a player, or the public ones, latest first; only those last changed before `before`."""
        if who is None and not public:
            return []
        cards = []
        for match, number, stored, *owners in await self.store.cards(None if public else who, before):
            room = self._rooms.get(match)
            lagging = room is not None and room.state.number > number
            card = summary(room.state, room.state.times.since).card if room and lagging else stored
            with contextlib.suppress(UnreadableMatch), self._bad_cards.reading(match):
                cards.append(card_view(card, owners, who, self.neighbours.connected(room) if room else (False, False)))
        return sorted(cards, key=lambda card: card.changed, reverse=True)

    # --- what people do -------------------------------------------------------------------------------------------

    async def submit(self, room: Room, who: str | None, sent: PlayMove | Action) -> None:
        """Carries out a move or an action of a player; raises `DreierleiError` if that is not possible."""
        if isinstance(sent, Action) and sent.action == "stop_thinking":
            await self._stop_search(room, who)
            return
        async with room.lock:
            if sent.number > room.state.number:
                await self.catch_up(room)
            for _ in range(3):
                state = room.state
                if await self._flag(room):
                    raise RequestError(Code.CONFLICT, "server.time-up")
                entry, rematch = actions.decide(state, state.yours(who), sent, self.now())
                if await self._append(room, entry, rematch):
                    return
                await self.catch_up(room)
        raise RequestError(Code.CONFLICT, "server.overtaken")

    def can_act(self, room: Room, sent: PlayMove | Action) -> bool:
        """Whether `act` may be called: there is nothing to wait for but the disk."""
        waits = isinstance(sent, Action) and sent.action in ("stop_thinking", "rematch")
        return not (waits or room.lock.locked() or sent.number > room.state.number or self._time_is_up(room))

    def act(
        self, room: Room, who: str | None, sent: PlayMove | Action, failed: Callable[[DreierleiError], None]
    ) -> None:
        """Like `submit`, but without a task, and only if `can_act`; raises `DreierleiError` if it is not possible.

        `failed` is called with an error that occurs later.
        """
        state = room.state
        entry, _ = actions.decide(state, state.yours(who), sent, self.now())
        draft = self._draft(room, entry)

        def tell(how: bool | RequestError) -> None:
            try:
                if how is True:
                    self._written(room, draft)
            finally:
                room.lock.release()
            if isinstance(how, RequestError):
                failed(how)
            elif not how:
                task = asyncio.get_running_loop().create_task(self._submit_again(room, who, sent, failed))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

        room.lock.take()
        self.store.append_and_tell(draft.entry, draft.summary, draft.place, tell)

    async def _submit_again(
        self, room: Room, who: str | None, sent: PlayMove | Action, failed: Callable[[DreierleiError], None]
    ) -> None:
        try:
            await self.catch_up(room)
            await self.submit(room, who, sent)
        except DreierleiError as error:
            failed(error)

    async def join(self, room: Room, person: Person, invite: str, name: str | None) -> None:
        """Gives the free seat to somebody with an invitation; raises `RequestError` if that is not possible."""
        async with room.lock:
            if self.bus.shared:
                await self.catch_up(room)
            state = room.state
            code = state.founding.invite
            if code is None or not secrets.compare_digest(code.encode(), invite.encode()):
                raise RequestError(Code.NOT_ALLOWED, "server.wrong-invitation")
            if person.id in state.owners:
                if state.waiting:
                    raise RequestError(Code.CONFLICT, "server.own-invitation")
                return
            name = clean_name(name or person.name)
            entry = actions.entry(state, self.now(), "join", state.founding.guest, name, person.id)
            if not await self._append(room, entry, None):
                await self.catch_up(room)
                raise RequestError(Code.CONFLICT, "server.seat-taken")

    async def say(self, room: Room, who: str | None, phrase: Phrase) -> None:
        """Sends a friendly phrase from a player."""
        yours = room.state.yours(who)
        if not yours:
            raise RequestError(Code.NOT_ALLOWED, "server.watching")
        by = room.state.turn if room.state.turn in yours and room.state.turn is not None else yours[0]
        room.say(by, phrase)
        self.neighbours.publish(room, bus.PhraseSaid(match=room.id, by=by, phrase=phrase))

    async def hint(self, room: Room, who: str | None) -> MoveView:
        """A good move for the player to move; refused in a match against another person."""
        state = room.state
        if who is None or not state.yours(who):
            raise RequestError(Code.NOT_ALLOWED, "server.hint-watching")
        if not state.founding.alone:
            raise RequestError(Code.NOT_ALLOWED, "server.hint-person")
        if state.turn is None:
            raise RequestError(Code.CONFLICT, "server.hint-over")
        position = state.match.position
        move = await self.jobs.run(who, lambda stop: choose(position, seconds=1.0, stop=stop))
        return MoveView.model_validate(move)

    async def _stop_search(self, room: Room, who: str | None) -> None:
        if not room.state.yours(who):
            raise RequestError(Code.NOT_ALLOWED, "server.watching")
        room.stop_search()
        self.neighbours.publish(room, bus.SearchStopped(match=room.id))

    # --- who is connected -----------------------------------------------------------------------------------------

    async def connect(
        self, room: Room, who: str | None, after: int | None = None, push: Callable[[str], bool] | None = None
    ) -> Listener:
        """Connects somebody who has seen the match up to the number `after`, and sends what came later."""
        before = self.neighbours.connected(room)
        listener = Listener(who, lambda: room.whole(who, self.neighbours.connected(room), self.now()), push)
        room.presence.listeners.add(listener)
        self._rooms.setdefault(room.id, room)
        connected = self.neighbours.connected(room)
        room.greet(listener, after, connected, self.now())
        if connected != before:
            self.neighbours.send_presence(room, listener)
        self.neighbours.publish_presence(room)
        return listener

    async def disconnect(self, room: Room, listener: Listener) -> None:
        """Disconnects somebody."""
        before = self.neighbours.connected(room)
        room.presence.listeners.discard(listener)
        room.used = self.now()
        if self.neighbours.connected(room) != before:
            self.neighbours.send_presence(room)
        self.neighbours.publish_presence(room)

    # --- entries --------------------------------------------------------------------------------------------------

    async def _append(self, room: Room, entry: Entry, rematch: Founding | None) -> bool:
        """Stores an entry, follows it and tells everybody; false if another worker was faster."""
        draft = self._draft(room, entry)
        begun = states.founded(rematch) if rematch is not None else None
        also = (rematch, summary(begun, rematch.at)) if rematch is not None and begun is not None else None
        if not await self.store.append(draft.entry, draft.summary, draft.place, also):
            return False
        if begun is not None:
            self._begin(begun)
        self._written(room, draft)
        return True

    def _draft(self, room: Room, entry: Entry) -> Draft:
        """What to write for an entry; raises `DreierleiError` if the entry is not possible."""
        after = states.follow(room.state, entry)
        if entry.kind == "move":
            last = after.match.position.last_move
            if last is not None and entry.text != last.text:
                entry = entry._replace(text=last.text)  # in our notation, however it was typed
        return Draft(entry, after, None if room.may_lag(entry, after) else summary(after, entry.at))

    def _written(self, room: Room, draft: Draft) -> None:
        """Moves the room on to the state that is now on disk, and tells everybody."""
        room.lagging = draft.summary is None
        if not room.lagging:
            room.summarised = draft.entry.at
        if room.advance(draft.after):
            self._changed(room)
        text = room.changes[-1].common if room.state is draft.after else None
        self.neighbours.publish_entry(room, draft.entry, text)

    async def _record(self, room: Room, state: State, kind: Kind, player: Player, text: str = "") -> None:
        """Writes what the computer does, unless the board has changed since `state`."""
        async with room.lock:
            if room.state.board != state.board or await self._flag(room):
                return
            if not await self._append(room, actions.entry(room.state, self.now(), kind, player, text), None):
                await self.catch_up(room)

    async def _flag(self, room: Room) -> bool:
        """Ends the game if the time is up, and returns whether it was; the caller holds the lock."""
        if not self._time_is_up(room):
            return False
        if self.bus.shared:
            await self.catch_up(room)
            if not self._time_is_up(room):
                return False
        flag = actions.entry(room.state, self.now(), "flag", room.state.times.running)
        if not await self._append(room, flag, None):
            await self.catch_up(room)
        return True

    def _time_is_up(self, room: Room) -> bool:
        times = room.state.times
        if times.left is None:
            return False
        deadline = times.deadline
        return deadline is not None and self.now() >= deadline

    async def catch_up(self, room: Room) -> None:
        """Follows what other workers have written; raises `UnreadableMatch`."""
        self.follow(room, await self.store.log(room.id, room.state.number))

    def follow(self, room: Room, log: list[Entry], text: str | None = None) -> bool:
        """Follows the next entries and tells everybody; returns whether there were any. Raises `UnreadableMatch`.

        `text` is the resulting change, if another worker has written it.
        """
        with self._quarantine.reading(room.id):
            followed = room.follow(log, text)
        if followed:
            self._changed(room)
        return followed

    def in_memory(self, match: str) -> Room | None:
        """The room of a match, if this worker has it in memory."""
        return self._rooms.get(match)

    def all_in_memory(self) -> list[Room]:
        """All rooms that this worker has in memory."""
        return list(self._rooms.values())

    def _changed(self, room: Room) -> None:
        """Sends the last change, and lets the computer react to it."""
        if room.presence.listeners:
            self.metrics.news += room.send_change(lambda: self.neighbours.connected(room), self.now())
        if room.state.founding.computer is not None:
            self._computer.consider(room)

    # --- memory and time ------------------------------------------------------------------------------------------

    async def _load(self, match: str) -> Room:
        try:
            founding = await self.store.read(match)
            if founding is None:
                raise RequestError(Code.NOT_FOUND, "server.no-match", match=match[:40])
            log = await self.store.log(match)
            with self._quarantine.reading(match):
                room = Room(states.founded(Founding.model_validate_json(founding)), self.now())
                for begin in range(0, len(log), FOLLOWED):
                    room.follow(log[begin : begin + FOLLOWED])
                    await asyncio.sleep(0)
            self._rooms[match] = room
            if self.bus.shared:
                self.bus.publish(bus.RoomOpened(match=match))
            return room
        finally:
            self._loading.pop(match, None)

    def _begin(self, state: State) -> Room:
        room = self._rooms[state.founding.id] = Room(state, self.now())
        self._computer.consider(room)
        return room

    async def sweep(self) -> None:
        """Does what is due: ends games on time, resumes lost searches, stores summaries, drops unused rooms."""
        now = self.now()
        if self.bus.shared:
            self.bus.publish(bus.Alive())
        for match in await self.store.due(now, SWEPT + len(self._quarantine)):
            with contextlib.suppress(UnreadableMatch):
                room = await self.open(match)
                async with room.lock:
                    await self._flag(room)
        await self._resume(now - CLAIM)
        for match in self._behind[:SWEPT]:
            with contextlib.suppress(UnreadableMatch):
                (await self.open(match)).lagging = True
        del self._behind[:SWEPT]
        await self._summarise([room for room in self._rooms.values() if room.lagging and room.summarised <= now - LAG])
        for match, room in list(self._rooms.items()):
            used = room.presence.listeners or room.lock.locked() or room.state.thinking or now - room.used <= IDLE
            if not used and not room.lagging:
                self.neighbours.publish(room, bus.RoomClosed(match=match))
                del self._rooms[match]

    async def _summarise(self, rooms: list[Room]) -> None:
        """Stores the summaries that lag behind."""
        for begin in range(0, len(rooms), SWEPT):
            some = sorted(rooms[begin : begin + SWEPT], key=lambda room: room.id)
            states = [room.state for room in some]
            await self.store.summarise([summary(state, state.times.since) for state in states])
            for room, state in zip(some, states, strict=True):
                room.summarised, room.lagging = self.now(), room.state is not state

    async def resume(self) -> None:
        """After a start: resumes the computer's searches, and finds the summaries that a crash left behind."""
        await self._resume(self.now())
        self._behind = await self.store.lagging(2 * LAG)

    async def _resume(self, before: float) -> None:
        for match in await self.store.thinking(before, SWEPT + len(self._quarantine)):
            if match not in self._rooms or self._rooms[match].search is None:
                with contextlib.suppress(UnreadableMatch):
                    self._computer.consider(await self.open(match))

    async def reopen(self, match: str) -> None:
        """Catches up with a match that was changed elsewhere; if it was deleted, drops it and ends its connections."""
        room = self._rooms.get(match)
        if room is None:
            return
        if await self.store.read(match) is None:
            self._rooms.pop(match, None)
            room.stop_search()
            for listener in room.presence.listeners:
                listener.end()
        else:
            with contextlib.suppress(UnreadableMatch):
                await self.catch_up(room)

    def end_connections(self, who: str | None = None) -> None:
        """Ends all connections, or those of one player."""
        for room in self._rooms.values():
            for listener in room.presence.listeners:
                if who is None or listener.who == who:
                    listener.end()

    async def close(self) -> None:
        """Ends all searches, and stores the summaries that lag behind."""
        for room in self._rooms.values():
            room.stop_search()
        await self._computer.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(RequestError):  # the next start catches up
            await self._summarise([room for room in self._rooms.values() if room.lagging])
