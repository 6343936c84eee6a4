"""Live matches: who is there, what they do, and who hears of it.

A room holds a match's state in memory. Whatever happens becomes an entry of the log; the room changes when the entry is
on disk, and then everybody in it gets the match anew.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import deque
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from .._core import Stop
from ..games import read_variant
from ..levels import choose
from ..position import position as read_position
from ..solvers import solve
from . import acts
from . import state as states
from .cards import card_view, match_view, personal, summary
from .failures import Refusal
from .state import Entry, Founding, Seat, State
from .wire import (
    Act,
    Computer,
    Fault,
    Here,
    MatchCard,
    MatchNews,
    MatchView,
    MoveView,
    NewMatch,
    Phrase,
    Player,
    PlayMove,
    Pong,
    Refused,
    Said,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from .bus import Bus
    from .jobs import Jobs
    from .metrics import Metrics
    from .seats import Person
    from .store import Store

BACKLOG = 64
"""Messages that may wait for a slow page; then the oldest go, for the next one is complete in itself."""
IDLE = 300.0
"""Seconds after which a room that nobody is in leaves memory."""
CLAIM = 30.0
"""Seconds within which a worker that took a search upon itself has it done."""
ALIVE = 30.0
"""Seconds after which a worker that said nothing is taken for dead."""

_log = logging.getLogger(__name__)


@dataclass(eq=False)
class Watcher:
    """Somebody who is connected to a match, and what is to be sent there."""

    who: str | None
    backlog: deque[bytes] = field(default_factory=lambda: deque(maxlen=BACKLOG))
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    ended: bool = False

    def end(self) -> None:
        """Lets the connection end: the server does."""
        self.ended = True
        self.ready.set()

    def put(self, news: bytes) -> None:
        """Has a message sent soon."""
        self.backlog.append(news)
        self.ready.set()

    async def next(self) -> bytes | None:
        """The next message; waits for one. None at the end."""
        while not self.backlog:
            if self.ended:
                return None
            self.ready.clear()
            await self.ready.wait()
        return self.backlog.popleft()


@dataclass(eq=False)
class Room:
    """A match in memory."""

    state: State
    used: float
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Watcher] = field(default_factory=set)
    elsewhere: dict[str, tuple[bool, bool]] = field(default_factory=dict)
    """By worker, at which seats somebody is connected to it."""
    stop: Stop | None = None
    """Ends the computer's thinking."""

    def local(self) -> tuple[bool, bool]:
        """At which seats somebody is connected to this worker."""
        owners = self.state.owners
        there = {watcher.who for watcher in self.watchers if watcher.who is not None}
        return owners[0] in there, owners[1] in there


class Rooms:
    """All live matches of this worker."""

    def __init__(
        self, store: Store, bus: Bus, jobs: Jobs, metrics: Metrics, now: Callable[[], float] = time.time
    ) -> None:
        self.store, self.bus, self.jobs, self.metrics, self.now = store, bus, jobs, metrics, now
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._workers: dict[str, float] = {}
        """When each other worker was last heard of."""
        metrics.gauge("rooms", lambda: len(self._rooms))
        metrics.gauge("watchers", lambda: sum(len(room.watchers) for room in self._rooms.values()))

    # --- matches --------------------------------------------------------------------------------------------------

    async def found(self, wanted: NewMatch, person: Person) -> Room:
        """A new match, kept; raises `DreierleiError` if it cannot be."""
        founding = _founding(wanted, person, self.now())
        state = states.founded(founding)
        await self.store.found(founding, summary(state, founding.at))
        return self._begin(state)

    async def open(self, match: str, fresh: bool = False) -> Room:
        """The room of a match; raises `Refusal` if there is none. If `fresh`, with all that other workers did."""
        room = self._rooms.get(match)
        if room is None:
            if match not in self._loading:
                self._loading[match] = asyncio.create_task(self._load(match))
            room = await asyncio.shield(self._loading[match])
        elif fresh and self.bus.shared:
            await self._catch_up(room)
        room.used = self.now()
        return room

    def view(self, room: Room, who: str | None) -> MatchView:
        """A room's match as one viewer may see it."""
        return personal(match_view(room.state, self._here(room), self.now()), room.state, who)

    async def cards(self, who: str | None, public: bool) -> list[MatchCard]:
        """The matches of somebody, or the public ones."""
        if who is None and not public:
            return []
        found = []
        for card, *owners in await self.store.cards(None if public else who):
            read = card_view(card, owners, who, (False, False))
            room = self._rooms.get(read.id)
            found.append(card_view(card, owners, who, self._here(room)) if room else read)
        return found

    # --- what people do -------------------------------------------------------------------------------------------

    async def submit(self, room: Room, who: str | None, sent: PlayMove | Act) -> None:
        """Does what a player wants; raises `DreierleiError` if it cannot be."""
        if isinstance(sent, Act) and sent.act == "stop_thinking":
            await self._stop_thinking(room, who)
            return
        async with room.lock:
            if sent.number > room.state.number:
                await self._catch_up(room)
            for _ in range(3):
                state = room.state
                if await self._fall(room):
                    raise Refusal("conflict", "The time is up: expected a move before that.")
                entry, new = acts.decide(state, state.yours(who), sent, self.now())
                if await self._append(room, entry, new):
                    return
                await self._catch_up(room)
        raise Refusal("conflict", "Others were quicker: expected another try.")

    async def join(self, room: Room, person: Person, invite: str, name: str | None) -> None:
        """Somebody takes the free seat."""
        async with room.lock:
            if self.bus.shared:
                await self._catch_up(room)
            state = room.state
            code = state.founding.invite
            if code is None or not secrets.compare_digest(code.encode(), invite.encode()):
                raise Refusal("not_allowed", "This is no invitation to this match: expected the code of its link.")
            if person.id in state.owners:
                if state.waiting:
                    raise Refusal("conflict", "You sit here already: expected somebody else to take the other seat.")
                return
            called = _name(name or person.name) or ""
            entry = acts.entry(state, self.now(), "join", state.founding.guest, called, person.id)
            if not await self._append(room, entry, None):
                await self._catch_up(room)
                raise Refusal("conflict", "The seat is taken: expected an invitation that nobody has used yet.")

    async def say(self, room: Room, who: str | None, phrase: Phrase) -> None:
        """A player says something friendly."""
        yours = room.state.yours(who)
        if not yours:
            raise Refusal("not_allowed", "You are watching this match: expected one of its players.")
        by = room.state.turn if room.state.turn in yours and room.state.turn is not None else yours[0]
        self._said(room, by, phrase)
        await self.bus.tell({"said": room.state.founding.id, "by": by, "phrase": phrase})

    async def hint(self, room: Room, who: str | None) -> MoveView:
        """A good move for the player to move, where nobody is cheated by it."""
        state = room.state
        if who is None or not state.yours(who):
            raise Refusal("not_allowed", "Only a player of this match gets a hint.")
        if not state.founding.alone:
            raise Refusal("not_allowed", "There are no hints against a person: expected a match against the computer.")
        here = state.match.position
        if state.turn is None:
            raise Refusal("conflict", "The game is over: expected a position in which somebody can move.")
        move = await self.jobs.run(who, lambda stop: choose(here, seconds=1.0, stop=stop))
        return MoveView(text=move.text, targets=move.targets)

    # --- who is there ---------------------------------------------------------------------------------------------

    async def watch(self, room: Room, who: str | None) -> Watcher:
        """Connects somebody, whose first message is the match as it stands."""
        before = self._here(room)
        watcher = Watcher(who)
        room.watchers.add(watcher)
        self._rooms.setdefault(room.state.founding.id, room)
        if self._here(room) != before:
            self._broadcast(room)
        else:
            watcher.put(_encode(self.view(room, who)))
        await self._tell_presence(room)
        return watcher

    async def leave(self, room: Room, watcher: Watcher) -> None:
        """Disconnects somebody."""
        before = self._here(room)
        room.watchers.discard(watcher)
        room.used = self.now()
        if self._here(room) != before:
            self._broadcast(room)
        await self._tell_presence(room)

    def _here(self, room: Room) -> tuple[bool, bool]:
        first, second = room.local()
        for worker, (one, two) in room.elsewhere.items():
            if self.now() - self._workers.get(worker, 0.0) < ALIVE:
                first, second = first or one, second or two
        return first, second

    async def _tell_presence(self, room: Room) -> None:
        if self.bus.shared:
            await self.bus.tell({"here": room.state.founding.id, "seats": room.local()})

    # --- entries --------------------------------------------------------------------------------------------------

    async def _append(self, room: Room, entry: Entry, new: Founding | None) -> bool:
        """Follows an entry, keeps it and tells everybody; false if another worker was quicker."""
        after = states.follow(room.state, entry)
        last = after.match.position.last_move
        if entry.kind == "move" and last is not None:
            entry = replace(entry, text=last.text)  # as the notation writes it, whatever was typed
        begun = states.founded(new) if new is not None else None
        also = (new, summary(begun, new.at)) if new is not None and begun is not None else None
        place = after.match.round, after.ply
        if not await self.store.append(entry, summary(after, entry.at), place, also):
            return False
        if begun is not None:
            self._begin(begun)
        if after.number > room.state.number:
            room.state = after
        self._changed(room)
        if self.bus.shared:
            await self.bus.tell({"entry": asdict(entry)})
        return True

    async def _catch_up(self, room: Room) -> None:
        """Follows what other workers have written."""
        found = await self.store.log(room.state.founding.id, room.state.number)
        before = room.state.number
        for entry in found:
            if entry.number == room.state.number + 1:
                room.state = states.follow(room.state, entry)
        if room.state.number != before:
            self._changed(room)

    async def _load(self, match: str) -> Room:
        try:
            founding = await self.store.read(match)
            if founding is None:
                raise Refusal("not_found", f'There is no match "{match[:40]}": expected the id of one.')
            state = states.founded(founding)
            for entry in await self.store.log(match):
                state = states.follow(state, entry)
            room = self._rooms[match] = Room(state, self.now())
            if self.bus.shared:
                await self._catch_up(room)  # what came between reading and listening
                await self.bus.tell({"who": match})
            return room
        finally:
            self._loading.pop(match, None)

    def _begin(self, state: State) -> Room:
        room = self._rooms[state.founding.id] = Room(state, self.now())
        self._think(room)
        return room

    def _changed(self, room: Room) -> None:
        if room.stop is not None:
            room.stop.set()
            room.stop = None
        self._broadcast(room)
        self._think(room)

    def _broadcast(self, room: Room) -> None:
        """Sends the match to everybody in the room, written once for all who may see the same."""
        if not room.watchers:
            return
        everybody = self.view(room, None)
        written: dict[str | None, bytes] = {}
        for watcher in room.watchers:
            who = watcher.who if watcher.who in room.state.owners else None
            if who not in written:
                written[who] = _encode(personal(everybody, room.state, who))
            watcher.put(written[who])
        self.metrics.count("news_total", len(room.watchers))

    def _said(self, room: Room, by: Player, phrase: Phrase) -> None:
        news = Said(by=by, phrase=phrase).model_dump_json().encode()
        for watcher in room.watchers:
            watcher.put(news)

    # --- the computer ---------------------------------------------------------------------------------------------

    def _think(self, room: Room) -> None:
        """Has the computer do what is its to do now, if anything."""
        state = room.state
        drawn = state.offer("draw")
        if state.thinking:
            room.stop = Stop()
            self._start(self._move(room, state, room.stop))
        elif drawn is not None and state.founding.computer is not None and drawn.by != state.founding.computer:
            self._start(self._answer(room, state))

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _move(self, room: Room, state: State, stop: Stop) -> None:
        """The computer's move in a state; nothing if another worker has taken it on, or the state has passed."""
        opponent, player = state.founding.settings.opponent, state.founding.computer
        if player is None or not isinstance(opponent, Computer) or not await self._claim(state, "move"):
            self._rest(room, stop)
            return
        here, level = state.match.position, opponent.level
        left = state.times.now(self.now())
        seconds = None if left is None else max(0.02, left[player] / 30)
        client = state.owners[1 - player] or ""
        try:
            move = await self.jobs.run(client, lambda stop: choose(here, level, seconds=seconds, stop=stop), stop)
        except Refusal:
            self._rest(room, stop)  # too busy; the sweeper comes back to it
            return
        await self._played(room, state, "move", player, move.text)

    def _rest(self, room: Room, stop: Stop) -> None:
        if room.stop is stop:
            room.stop = None

    async def _answer(self, room: Room, state: State) -> None:
        """The computer's answer to an offer of a draw: yes, where nobody can win."""
        player = state.founding.computer
        if player is None or not await self._claim(state, "draw"):
            return
        here = state.match.position
        try:
            found = await self.jobs.run(state.owners[1 - player] or "", lambda stop: solve(here, seconds=1, stop=stop))
            drawn = found.known and found.winner is None
        except Refusal:
            drawn = False
        if drawn:
            await self._played(room, state, "draw", player)
        else:
            await self._played(room, state, "decline", player, "draw")

    async def _played(self, room: Room, state: State, kind: states.Kind, player: Player, text: str = "") -> None:
        async with room.lock:
            if room.state.board != state.board or await self._fall(room):
                return
            if not await self._append(room, acts.entry(room.state, self.now(), kind, player, text), None):
                await self._catch_up(room)

    async def _claim(self, state: State, what: str) -> bool:
        return await self.bus.claim(f"{what}:{state.founding.id}:{state.number}", CLAIM)

    async def _stop_thinking(self, room: Room, who: str | None) -> None:
        if not room.state.yours(who):
            raise Refusal("not_allowed", "You are watching this match: expected one of its players.")
        if room.stop is not None:
            room.stop.set()
        await self.bus.tell({"stop": room.state.founding.id})

    # --- time -----------------------------------------------------------------------------------------------------

    async def sweep(self) -> None:
        """What is due by the clock: flags fall, the computer goes on where it was left, empty rooms are closed."""
        now = self.now()
        if self.bus.shared:
            await self.bus.tell({"alive": True})
        for match in await self.store.due(now):
            room = await self.open(match)
            async with room.lock:
                await self._fall(room)
        for match in await self.store.thinking(now - CLAIM):
            if match not in self._rooms or self._rooms[match].stop is None:
                self._think(await self.open(match))
        for match, room in list(self._rooms.items()):
            if not room.watchers and not room.lock.locked() and not room.state.thinking and now - room.used > IDLE:
                del self._rooms[match]

    async def resume(self) -> None:
        """After a start: the computer goes on wherever it is to move."""
        for match in await self.store.thinking(self.now()):
            room = await self.open(match)
            if room.stop is None:
                self._think(room)

    async def _fall(self, room: Room) -> bool:
        """Lets the flag fall if the time is up; the caller has the lock."""
        deadline = room.state.times.deadline
        if deadline is None or self.now() < deadline:
            return False
        if self.bus.shared:
            await self._catch_up(room)
            deadline = room.state.times.deadline
            if deadline is None or self.now() < deadline:
                return False
        flag = acts.entry(room.state, self.now(), "flag", room.state.times.running)
        if not await self._append(room, flag, None):
            await self._catch_up(room)
        return True

    # --- other workers --------------------------------------------------------------------------------------------

    async def hear(self, news: dict[str, Any]) -> None:
        """Something that another worker tells."""
        worker = news["from"]
        self._workers[worker] = self.now()
        if (entry := news.get("entry")) is not None:
            await self._heard(Entry(**entry))
        elif (room := self._rooms.get(news.get("said", ""))) is not None:
            self._said(room, news["by"], news["phrase"])
        elif (room := self._rooms.get(news.get("here", ""))) is not None:
            before = self._here(room)
            room.elsewhere[worker] = news["seats"][0], news["seats"][1]
            if self._here(room) != before:
                self._broadcast(room)
        elif (room := self._rooms.get(news.get("who", ""))) is not None:
            if room.watchers:
                await self._tell_presence(room)
        elif (room := self._rooms.get(news.get("stop", ""))) is not None and room.stop is not None:
            room.stop.set()

    async def missed(self) -> None:
        """The bus was interrupted: read again what may have been missed."""
        for room in list(self._rooms.values()):
            await self._catch_up(room)
            await self._tell_presence(room)

    async def _heard(self, entry: Entry) -> None:
        room = self._rooms.get(entry.match)
        if room is None or entry.number <= room.state.number:
            return
        if entry.number == room.state.number + 1:
            room.state = states.follow(room.state, entry)
            self._changed(room)
        else:
            await self._catch_up(room)

    def end(self) -> None:
        """Lets all connections end."""
        for room in self._rooms.values():
            for watcher in room.watchers:
                watcher.end()

    async def close(self) -> None:
        """Ends all thinking."""
        for room in self._rooms.values():
            if room.stop is not None:
                room.stop.set()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def refused(found: Fault) -> bytes:
    """An error as a message to a page."""
    return Refused(error=found).model_dump_json().encode()


PONG = Pong().model_dump_json().encode()


def _encode(view: MatchView) -> bytes:
    return MatchNews(match=view).model_dump_json(by_alias=True).encode()


def _founding(wanted: NewMatch, person: Person, now: float) -> Founding:
    variant = read_variant(wanted.variant)
    if wanted.start is not None:
        here = read_position(wanted.start)
        if here.variant.game is not variant.game:
            raise Refusal("bad_request", f"The position is one of {here.variant.id}: expected one of {variant.id}.")
        variant = here.variant
    colour = wanted.colour if wanted.colour != "random" else secrets.choice(("white", "black"))
    opponent = wanted.opponent
    me, them = _name(wanted.name or person.name) or "", ""
    mine, theirs = person.id, None
    invite = None
    if isinstance(opponent, Here):
        them, theirs = _name(opponent.name) or "", person.id
    free = opponent.kind == "friend"
    if free:
        invite = secrets.token_urlsafe(12)
    names: Seat = (me, None if free else them)
    owners: Seat = (mine, theirs)
    if colour == "black":
        names, owners = (names[1], names[0]), (owners[1], owners[0])
    settings = wanted.model_copy(update={"variant": variant.id, "colour": colour, "name": None})
    return Founding(id=secrets.token_urlsafe(9), at=now, settings=settings, owners=owners, names=names, invite=invite)


def _name(name: str | None) -> str | None:
    """A name without line breaks and invisible characters."""
    return None if name is None else " ".join("".join(c if c.isprintable() else " " for c in name).split()) or None
