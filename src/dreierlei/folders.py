"""Where the program keeps what it writes."""

from __future__ import annotations

import os
import zlib
from pathlib import Path

from .model import Variant


def data_folder() -> Path:
    """The user's data folder of the program; it may not exist yet."""
    import platformdirs  # start-up time: most programs write nothing

    return platformdirs.user_data_path("dreierlei")


def saved_match(game_id: str) -> Path:
    """Where a match at the terminal is saved unless a file is named: one file for each game."""
    return data_folder() / f"{game_id}.match"


def saved_matches() -> list[Path]:
    """The files of all matches in the data folder, the latest first."""
    return sorted(data_folder().glob("*.match"), key=lambda file: file.stat().st_mtime_ns, reverse=True)


def lessons() -> Path:
    """The file with the lessons that were completed at the terminal."""
    return data_folder() / "lessons.json"


def puzzles() -> Path:
    """The file with the puzzles that were solved at the terminal, and the best series."""
    return data_folder() / "puzzles.json"


def unfinished(work: str) -> Path:
    """Where the finished parts of some work are kept until all of it is done; the folder exists."""
    folder = data_folder() / "unfinished"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{zlib.crc32(work.encode()):08x}.part"


def database(variant: Variant) -> Path:
    """Where a variant's database is, or would be: in the folder that `DREIERLEI_DATABASES` names, if it is set."""
    folder = os.environ.get("DREIERLEI_DATABASES")
    return (Path(folder) if folder else data_folder() / "databases") / variant.id.replace(":", "+").replace("/", "_")
