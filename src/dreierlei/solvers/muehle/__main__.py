"""Writes the stored results of the game from the complete database in the user's data folder."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from ...folders import database
from ...games import variant as find_variant
from .results import FILE, write_stored

if __name__ == "__main__":
    variant = find_variant("muehle")
    write_stored(variant, database(variant), Path(str(resources.files("dreierlei") / "data" / FILE)))
