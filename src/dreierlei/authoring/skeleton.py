"""Writes the files of a new game from templates that make a working game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from string import Template

from ..declarations import games
from ..errors import DreierleiError
from ..files import writing
from ..messages import LANGUAGES

PLACEMENT = "placement"
"""The family of a new game, unless another one is named."""

_ID = re.compile(r"[a-z][a-z0-9]*([_-][a-z0-9]+)*")


def checkout() -> Path | None:
    """The folder of the project, if the program runs from there; otherwise None."""
    folder = Path(__file__).parents[3]
    return folder if (folder / "cpp" / "erased.hpp").is_file() else None


def new_game(game_id: str, *, family: str | None = None, package: Path | None = None) -> list[Path]:
    """Writes the files of a new game and returns them.

    Raises `DreierleiError` for a name that is not valid or is taken, and if one of the files exists.

    In the project, the game is one of placing stones, or has a family of rules of its own, whose header is written as
    well. With `package`, or outside the project, it is a package of its own in that folder, with rules in Python.
    """
    folder = checkout()
    if not _ID.fullmatch(game_id):
        raise DreierleiError("new-game.id", id=game_id)
    if game_id in {game.id for game in games()}:
        raise DreierleiError("new-game.taken", id=game_id)
    if family is not None and not re.fullmatch(r"[a-z][a-z0-9_]*", family):
        raise DreierleiError("new-game.id", id=family)
    if family is not None and (folder is None or package is not None):
        raise DreierleiError("new-game.family", family=family)
    if folder is None or package is not None:
        paths = _package(package or Path(game_id), game_id)
    elif family in (None, PLACEMENT):
        paths = _declared(folder, "placement", game_id)
    elif (folder / "cpp" / "families" / f"{family}.hpp").exists():
        raise DreierleiError("new-game.family-exists", family=family)
    else:
        paths = _declared(folder, "family", game_id)
        paths += [
            (folder / "cpp" / "families" / f"{family}.hpp", "family/family.hpp"),
            (folder / "cpp" / "erased" / f"{family}.cpp", "family/erased.cpp"),
        ]
    for path, _ in paths:
        if path.exists():
            raise DreierleiError("file.exists", file=str(path))
    words = _words(game_id, family or PLACEMENT)
    for path, template in paths:
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_template(template).substitute(words), "utf-8")
    return [path for path, _ in paths]


def _words(game_id: str, family: str) -> dict[str, str]:
    """The values for the templates."""
    title = " ".join(word.capitalize() for word in re.split("[_-]", game_id))
    kind = "".join(word.capitalize() for word in family.split("_"))
    return {"id": game_id, "module": _module(game_id), "name": title, "family": family, "Class": kind}


def _module(game_id: str) -> str:
    """The name of a game's module."""
    return game_id.replace("-", "_")


def _declared(folder: Path, kind: str, game_id: str) -> list[tuple[Path, str]]:
    """The files of a game in the project, each with its template."""
    module = f"{_module(game_id)}.py"
    package = folder / "src" / "dreierlei"
    paths = [
        (package / "declarations" / module, f"{kind}/declaration.py"),
        (folder / "tests" / "oracle" / "games" / module, f"{kind}/oracle.py"),
    ]
    return paths + list(_pages(package / "locale", kind, game_id, ("rules", "brief", "truth")))


def _package(folder: Path, game_id: str) -> list[tuple[Path, str]]:
    """The files of a package with one game, each with its template."""
    module = folder / f"dreierlei_{_module(game_id)}"
    paths = [(folder / "pyproject.toml", "python/pyproject.toml"), (module / "__init__.py", "python/game.py")]
    return paths + list(_pages(module / "pages", "python", game_id, ("rules",)))


def _pages(folder: Path, kind: str, game_id: str, pages: tuple[str, ...]) -> Iterator[tuple[Path, str]]:
    for page in pages:
        for language in LANGUAGES:
            yield folder / language / page / f"{game_id}.md", f"{kind}/{page}.{language}.md"


def _template(name: str) -> Template:
    return Template(resources.files(__package__).joinpath("templates", f"{name}.txt").read_text("utf-8"))
