"""Files of one byte per index, compressed in blocks, so that one value can be read without the rest.

A file is a header, a table of where each block begins, and the blocks:

    magic    16 bytes   b"dreierlei values"
    version   4 bytes   little-endian, like all numbers here
    block     4 bytes   values per block before compression
    size      8 bytes   values in all
    rules    32 bytes   the fingerprint of the rules that the values belong to
    name     16 bytes   the subspace, so that one file cannot be taken for another
    offsets   8 bytes   for each block and once more for the end, counted from the start of the file
    blocks              zstandard frames, each with its own checksum
"""

from __future__ import annotations

import hashlib
import mmap
import os
import struct
import threading
import uuid
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import zstandard

from ...errors import DreierleiError

MAGIC = b"dreierlei values"
VERSION = 1
BLOCK = 1 << 16
LEVEL = 6
_HEAD = struct.Struct("<16sIIQ32s16s")


class DatabaseError(DreierleiError):
    """A database that is damaged, incomplete or for other rules. Such a database never gives a value."""


def write(path: Path, values: bytearray, *, fingerprint: bytes, name: str, threads: int) -> dict[str, object]:
    """Writes a file, complete or not at all, and returns its entry for the manifest."""
    count = -(-len(values) // BLOCK)
    head = _HEAD.pack(MAGIC, VERSION, BLOCK, len(values), fingerprint, name.encode())
    offsets = [len(head) + 8 * (count + 1)]
    digest = hashlib.sha256()
    # A unique name: two workers may write the same file.
    part = path.with_name(f"{path.name}.{uuid.uuid4().hex}.part")
    with open(part, "wb") as file:
        file.write(bytes(offsets[0]))
        for block in _compressed(values, count, threads):
            file.write(block)
            digest.update(block)
            offsets.append(offsets[-1] + len(block))
        head += struct.pack(f"<{count + 1}Q", *offsets)
        file.seek(0)
        file.write(head)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)
    return {
        "bytes": offsets[-1],
        "size": len(values),
        "head": hashlib.sha256(head).hexdigest(),
        "blocks": digest.hexdigest(),
    }


def _compressed(values: bytearray, count: int, threads: int) -> Iterator[bytes]:
    local = threading.local()
    view = memoryview(values)

    def prepare() -> None:
        local.compressor = zstandard.ZstdCompressor(level=LEVEL, write_checksum=True, write_content_size=True)

    def compress(number: int) -> bytes:
        block: bytes = local.compressor.compress(view[number * BLOCK : (number + 1) * BLOCK])
        return block

    with ThreadPoolExecutor(threads, initializer=prepare) as pool:
        # In batches, so that finished blocks do not pile up.
        for first in range(0, count, 1024):
            yield from pool.map(compress, range(first, min(first + 1024, count)), chunksize=16)


class BlockFile:
    """A file of values, open for reading from any thread. Raises `DatabaseError` for anything that does not match."""

    def __init__(self, path: Path, *, fingerprint: bytes, name: str, size: int, expected: dict[str, object]) -> None:
        self.path = path
        self.size = size
        try:
            with open(path, "rb") as file:
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise DatabaseError("database.unreadable", path=str(path), error=str(error)) from None
        self._blocks = -(-size // BLOCK)
        end = _HEAD.size + 8 * (self._blocks + 1)
        if len(self._map) < end or self._map[: len(MAGIC)] != MAGIC:
            raise DatabaseError("database.not-values", path=str(path))
        _, version, block, values, rules, subspace = _HEAD.unpack_from(self._map)
        if version != VERSION:
            raise DatabaseError("database.format", path=str(path), format=version, expected=VERSION)
        if rules != fingerprint:
            raise DatabaseError("database.other-rules", path=str(path))
        fits = (block, values, subspace.rstrip(b"\0")) == (BLOCK, size, name.encode())
        fits = fits and len(self._map) == expected.get("bytes")
        if not fits or hashlib.sha256(self._map[:end]).hexdigest() != expected.get("head"):
            raise DatabaseError("database.not-in-manifest", path=str(path))
        self._offsets = struct.unpack_from(f"<{self._blocks + 1}Q", self._map, _HEAD.size)

    def block(self, number: int) -> bytes:
        """The values of one block."""
        packed = self._map[self._offsets[number] : self._offsets[number + 1]]
        try:
            values = zstandard.ZstdDecompressor().decompress(packed, max_output_size=BLOCK)
        except zstandard.ZstdError:
            raise DatabaseError("database.damaged-block", path=str(self.path), block=number) from None
        if len(values) != min(BLOCK, self.size - number * BLOCK):
            raise DatabaseError("database.damaged-block", path=str(self.path), block=number)
        return values

    def read(self, threads: int = 1) -> bytearray:
        """All values."""
        values = bytearray(self.size)

        def fill(number: int) -> None:
            values[number * BLOCK : number * BLOCK + BLOCK] = self.block(number)

        with ThreadPoolExecutor(threads) as pool:
            for _ in pool.map(fill, range(self._blocks), chunksize=64):
                pass
        return values

    def checksum(self) -> str:
        """The digest of all blocks, as `write` returned it."""
        digest = hashlib.sha256()
        for start in range(self._offsets[0], self._offsets[-1], 1 << 20):
            digest.update(self._map[start : min(start + (1 << 20), self._offsets[-1])])
        return digest.hexdigest()


class BlockCache:
    """The most recently read blocks, for any number of files and threads."""

    def __init__(self, most: int = 1024) -> None:
        self._most = most
        self._blocks: OrderedDict[tuple[BlockFile, int], bytes] = OrderedDict()
        self._lock = threading.Lock()

    def value(self, file: BlockFile, index: int) -> int:
        """The value at an index, from the cache or the file."""
        number, place = divmod(index, BLOCK)
        key = (file, number)
        with self._lock:
            block = self._blocks.get(key)
            if block is not None:
                self._blocks.move_to_end(key)
                return block[place]
        block = file.block(number)
        with self._lock:
            self._blocks[key] = block
            while len(self._blocks) > self._most:
                self._blocks.popitem(last=False)
        return block[place]
