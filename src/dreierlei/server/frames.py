"""WebSocket frames, as far as they must be understood before the parser reads them: where they begin, and how many.

byte 0    FIN, three reserved bits, four bits for the opcode
byte 1    MASK, seven bits for the size; 126: the size is in the next two bytes, 127: in the next eight
then      the mask, four bytes that every frame from a client has, and the payload
"""

from __future__ import annotations

from functools import lru_cache

from websockets.frames import Opcode

try:
    from websockets.speedups import apply_mask
except ImportError:  # not compiled on this platform
    from websockets.utils import apply_mask

FIN, MASK = 0x80, 0x80
TEXT = FIN | Opcode.TEXT
"""The first byte of a frame that holds a whole text."""
SHORT = 125
"""The largest size that fits into byte 1."""
_MORE = {126: 2, 127: 8}
"""The number of bytes that hold a larger size, by the value in byte 1."""


def short_text(data: bytes) -> bytes | None:
    """The payload, if this is one whole, short text from a client and nothing else."""
    size = len(data) - 6
    if 0 <= size <= SHORT and data[0] == TEXT and data[1] == MASK | size:
        return apply_mask(data[6:], data[2:6])
    return None


class Frames:
    """The frames that arrive on a connection, however the data is split."""

    __slots__ = ("_head", "_left", "whole")

    def __init__(self) -> None:
        self._head = b""
        self._left = 0  # bytes of a payload
        self.whole = True
        """Whether the last message is complete."""

    @property
    def between(self) -> bool:
        """Whether the next byte begins a message."""
        return self.whole and not self._left and not self._head

    def count(self, data: bytes) -> int:
        """The number of frames whose heads are complete with this data."""
        data, self._head = self._head + data, b""
        begin, found = self._left, 0
        while begin < len(data):
            end = _end(data, begin)
            if end is None:
                self._head = data[begin:]
                begin = len(data)
                break
            if not data[begin] & 0x08:  # not a control frame
                self.whole = bool(data[begin] & FIN)
            begin, found = end, found + 1
        self._left = begin - len(data)
        return found


def _end(data: bytes, begin: int) -> int | None:
    """Where a frame ends; None if its head is not complete."""
    head = data[begin : begin + 10]
    if len(head) < 2:
        return None
    size = head[1] & ~MASK
    more = _MORE.get(size, 0)
    if more:
        if len(head) < 2 + more:
            return None
        size = int.from_bytes(head[2 : 2 + more])
    return begin + 2 + more + 4 + size


@lru_cache(maxsize=4)  # a text is sent on all connections before the next one is written
def frame(text: str) -> bytes:
    """A text as a frame from the server. It has no mask, so it is the same for all clients."""
    data = text.encode()
    size = len(data)
    if size <= SHORT:
        return bytes((TEXT, size)) + data
    mark = 126 if size < 0x10000 else 127
    return bytes((TEXT, mark)) + size.to_bytes(_MORE[mark]) + data
