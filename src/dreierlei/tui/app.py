"""The full-screen program."""

from __future__ import annotations

from textual.app import App

from .. import messages
from ..messages import Language
from ..session import Session
from .appearance import APPEARANCES, Appearance, Name
from .play import PlayScreen
from .saved_matches import SavedMatchesScreen
from .start import StartScreen


class Dreierlei(App[Session]):
    """Plays a session, or asks what to play if there is none. `run()` returns the session that was played last."""

    CSS_PATH = "styles.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, session: Session | None, language: Language, appearance: Name = "dark") -> None:
        super().__init__()
        self.language: Language = language
        self.appearance: Appearance = APPEARANCES[appearance]
        self._first = session
        for available in APPEARANCES.values():
            self.register_theme(available.theme)

    def on_mount(self) -> None:
        self.change_appearance(self.appearance.name)
        if self._first is None:
            self.choose(None)
        else:
            self.push_screen(PlayScreen(self._first))

    @property
    def playing(self) -> PlayScreen | None:
        """The screen with the match, if there is one."""
        return next((screen for screen in self.screen_stack if isinstance(screen, PlayScreen)), None)

    def say(self, key: str, **values: object) -> str:
        """A message in the players' language."""
        return messages.say(self.language, key, **values)

    def change_appearance(self, name: Name) -> None:
        """Changes the colours of everything."""
        self.appearance = APPEARANCES[name]
        self.theme = name
        self.set_class(not self.appearance.colour, "plain")

    # --- what to play ---------------------------------------------------------------------------------------------

    def show_session(self, session: Session | None) -> None:
        """Shows a session; without one, returns to the current one, or leaves the program if there is none."""
        playing = self.playing
        if session is None:
            if playing is None:
                self.exit(None)
        elif playing is None:
            self.push_screen(PlayScreen(session))
        elif session is playing.session:
            playing.show()
        else:
            playing.replace_session(session)

    def choose(self, session: Session | None) -> None:
        """Asks what to play."""
        self.push_screen(StartScreen(session), self.show_session)

    def choose_saved(self) -> None:
        """Asks which match to resume, or which record to view."""
        self.push_screen(SavedMatchesScreen(), self.show_session)

    async def action_quit(self) -> None:
        """Leaves from any screen; the match is saved."""
        if self.playing is not None:
            self.playing.searches.cancel()
        self.exit(self.playing.session if self.playing else None)
