"""The full-screen program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import App

from ..table import Table
from .looks import LOOKS
from .play import PlayScreen
from .saved import SavedScreen
from .start import StartScreen

if TYPE_CHECKING:
    from ..messages import Language
    from .looks import Look, Name


class Dreierlei(App[Table]):
    """Plays at a table; without one it asks first what to play."""

    CSS_PATH = "styles.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, table: Table | None, spoken: Language, look: Name = "dark") -> None:
        super().__init__()
        self.spoken: Language = spoken
        self.look: Look = LOOKS[look]
        self._first = table
        for known in LOOKS.values():
            self.register_theme(known.theme)

    def on_mount(self) -> None:
        """The first screen."""
        self.change_look(self.look.name)
        if self._first is None:
            self.choose(None)
        else:
            self.push_screen(PlayScreen(self._first))

    @property
    def playing(self) -> PlayScreen | None:
        """The screen with the match, if there is one."""
        return next((screen for screen in self.screen_stack if isinstance(screen, PlayScreen)), None)

    def change_look(self, name: Name) -> None:
        """Changes the colours of everything."""
        self.look = LOOKS[name]
        self.theme = name
        self.set_class(not self.look.colour, "plain")

    # --- what to play ---------------------------------------------------------------------------------------------

    def sit(self, table: Table | None) -> None:
        """Goes on at a table; without one, where it was, and if that is nowhere the program ends."""
        playing = self.playing
        if table is None:
            if playing is None:
                self.exit(None)
        elif playing is None:
            self.push_screen(PlayScreen(table))
        elif table is playing.table:
            playing.show()
        else:
            playing.replace_table(table)

    def choose(self, table: Table | None) -> None:
        """Asks what to play."""
        self.push_screen(StartScreen(table), self.sit)

    def open_kept(self) -> None:
        """Asks which match to go on with, or which record to look at."""
        self.push_screen(SavedScreen(), self.sit)

    async def action_quit(self) -> None:
        """Leaves from wherever it is; the match is kept."""
        if self.playing is not None:
            self.playing.thoughts.drop()
        self.exit(self.playing.table if self.playing else None)
