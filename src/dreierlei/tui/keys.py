"""The keys of the play screen beyond those of every screen with a board: what they do, how bar and help show them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from textual.binding import BindingType


class Command(NamedTuple):
    """What a key does. The messages `tui.key.NAME` and `tui.help.NAME` describe it."""

    name: str
    keys: str
    """Their names in Textual."""
    shown: str
    """Their names for people; the bar shows the first."""


# The bar shows as many as fit, so the important ones come first.
COMMANDS = (
    Command("help", "f1,question_mark", "F1"),
    Command("undo", "ctrl+z,f7", "^Z F7"),
    Command("hint", "ctrl+t,f5", "^T F5"),
    Command("analysis", "ctrl+e,f6", "^E F6"),
    Command("rules", "ctrl+r,f4", "^R F4"),
    Command("new", "ctrl+n,f2", "^N F2"),
    Command("open", "ctrl+o,f3", "^O F3"),
    Command("quit", "ctrl+q", "^Q"),
    Command("look", "ctrl+l,f8", "^L F8"),
    Command("resign", "ctrl+g", "^G"),
    Command("draw", "ctrl+d", "^D"),
    Command("swap", "ctrl+x", "^X"),
    Command("save", "ctrl+s", "^S"),
)

_OTHERS = {
    "pageup,ctrl+left": "turn(-1)",
    "pagedown,ctrl+right": "turn(1)",
    "home": "view(0)",
    "end": "live",
    "ctrl+c": "app.quit",
}

BINDINGS: list[BindingType] = [*_OTHERS.items(), *((command.keys, command.name) for command in COMMANDS)]

HELP = (
    ("tui.keys-move", "tui.help.move"),
    ("Enter", "tui.help.enter"),
    ("a1 …", "tui.help.type"),
    ("Esc", "tui.help.escape"),
    ("PgUp PgDn", "tui.help.turn"),
    *((command.shown, f"tui.help.{command.name}") for command in COMMANDS),
)
"""What the help lists: keys, or the message that names them, and the message that explains them."""
