"""Playing on the full screen of a terminal. Needs Textual, the extra `terminal`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..messages import Language
    from ..table import Table
    from .looks import Name


def run(table: Table | None, spoken: Language, look: Name = "dark") -> Table | None:
    """Plays until somebody leaves, and returns the table as it was then. Without a table the program asks for one."""
    from .app import Dreierlei

    return Dreierlei(table, spoken, look).run()
