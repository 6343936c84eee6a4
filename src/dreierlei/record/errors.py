"""What is wrong with a record, and where."""

from __future__ import annotations

from ..errors import DreierleiError


class RecordError(DreierleiError):
    """A record that cannot be read or is not valid. `game` is its number in the text, `line` the line of the error."""

    game: int | None = None
    line: int | None = None

    @classmethod
    def located(cls, problem: DreierleiError, *, game: int | None, line: int, move: str = "") -> RecordError:
        """The error with its location: the line, the game's number if there are several, and the move, if any."""
        where: dict[str, object] = {"line": line, "problem": problem.message}
        if game is None:
            error = cls("record.at-move", move=move, **where) if move else cls("record.at-line", **where)
        elif move:
            error = cls("record.in-game-at-move", game=game, move=move, **where)
        else:
            error = cls("record.in-game", game=game, **where)
        error.game, error.line = game, line
        return error
