"""The other workers: who is connected to them, and what they report."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from . import bus
from .presence import Workers
from .quarantine import UnreadableMatch

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .presence import Listener, Seats
    from .room import Room
    from .rooms import Rooms
    from .state import Entry


class Neighbours:
    """What a worker tells the others about its rooms, and learns from them."""

    def __init__(self, rooms: Rooms, carrier: bus.Bus) -> None:
        self._rooms, self.bus = rooms, carrier
        self._workers = Workers()

    # --- who is connected -----------------------------------------------------------------------------------------

    def connected(self, room: Room) -> Seats:
        """The seats whose owners are connected to any worker."""
        return room.presence.everywhere(room.state.owners, self._workers, self._rooms.now())

    def send_presence(self, room: Room, newcomer: Listener | None = None) -> None:
        """Tells everybody connected here, except a newcomer, which seats are connected now."""
        self._rooms.metrics.news += room.send_presence(self.connected(room), newcomer)

    def publish_presence(self, room: Room) -> None:
        """Tells the other workers that have the match in memory who is connected to this one."""
        self.publish(room, self._presence_here(room))

    def _presence_here(self, room: Room) -> bus.SeatsConnected:
        seats, follows = room.presence.local(room.state.owners), bool(room.presence.listeners)
        return bus.SeatsConnected(match=room.id, seats=seats, follows=follows, number=room.state.number)

    def _connected_elsewhere(self, room: Room, worker: str, seats: Seats | None, follows: bool) -> None:
        """Notes which seats are connected to another worker; None if it no longer has the match."""
        before = self.connected(room)
        (room.presence.following.add if follows else room.presence.following.discard)(worker)
        if seats is None:
            room.presence.elsewhere.pop(worker, None)
        else:
            room.presence.elsewhere[worker] = seats
        if self.connected(room) != before:
            self.send_presence(room)

    # --- telling --------------------------------------------------------------------------------------------------

    def publish(self, room: Room, message: bus.BusMessage) -> None:
        """Sends a message to the other workers that have the match in memory."""
        if room.presence.elsewhere:
            self.bus.publish(message, room.presence.elsewhere)

    def publish_entry(self, room: Room, entry: Entry, text: str | None) -> None:
        """Sends an entry, with the change as text, to the other workers that have connections to the match."""
        if room.presence.following:
            self.bus.publish(bus.EntryWritten.model_construct(entry=entry, text=text), room.presence.following)

    # --- hearing --------------------------------------------------------------------------------------------------

    async def hear(self, worker: str, message: bus.BusMessage) -> None:
        """Handles a message from another worker."""
        self._workers.heard(worker, self._rooms.now())
        if isinstance(message, bus.Alive):
            return
        if isinstance(message, bus.Unread):
            await self._reread(worker, message.matches)
            return
        room = self._rooms.in_memory(message.match)
        if room is None:
            return
        match message:
            case bus.EntryWritten(entry=entry):
                if entry.number > room.state.number:
                    await self._follow(room, entry, message.text)
            case bus.PhraseSaid():
                room.say(message.by, message.phrase)
            case bus.SeatsConnected():
                behind = message.follows and message.number < room.state.number
                if behind or worker not in room.presence.elsewhere:
                    self.bus.publish(self._presence_here(room), [worker])
                self._connected_elsewhere(room, worker, message.seats, message.follows)
                if message.number > room.state.number:
                    with contextlib.suppress(UnreadableMatch):
                        await self._rooms.catch_up(room)  # written before they knew that we have the match
            case bus.RoomOpened():
                room.presence.elsewhere.setdefault(worker, (False, False))
                self.bus.publish(self._presence_here(room), [worker])
            case bus.RoomClosed():
                self._connected_elsewhere(room, worker, None, follows=False)
            case bus.SearchStopped():
                room.stop_search()

    async def missed(self) -> None:
        """Catches up with what may have been missed while the bus was interrupted."""
        for room in self._rooms.all_in_memory():
            with contextlib.suppress(UnreadableMatch):
                await self._rooms.catch_up(room)
                self.bus.publish(bus.RoomOpened(match=room.id))
                self.bus.publish(self._presence_here(room))

    async def _follow(self, room: Room, entry: Entry, text: str | None) -> None:
        with contextlib.suppress(UnreadableMatch):
            if not self._rooms.follow(room, [entry], text):
                await self._rooms.catch_up(room)  # an entry in between is missing

    async def _reread(self, worker: str, matches: Iterable[str]) -> None:
        """Catches up with matches about which a worker of another version sent messages that we cannot read.

        From then on that worker is told of every entry: it may have connections to them.
        """
        for match in matches:
            room = self._rooms.in_memory(match)
            if room is not None:
                room.presence.elsewhere.setdefault(worker, (False, False))
                room.presence.following.add(worker)
                with contextlib.suppress(UnreadableMatch):
                    await self._rooms.catch_up(room)
