"""Previews of links in chats and social networks: a title, a sentence and a picture, as Open Graph tags.

Unknown servers copy and keep previews, so they only contain what everybody may see: of a match that is not public, and
of an invitation, only the game.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from .. import messages, png, svg
from ..declarations import game as find_game
from ..errors import DreierleiError
from ..messages import DEFAULT, LANGUAGES
from ..model import SIDES
from ..palette import palette
from ..picture import picture
from ..results import outcome
from ..scene import scene
from ..shapes import Box, Look, Picture, Rect
from .dependencies import admit
from .views import reached

if TYPE_CHECKING:
    from starlette.requests import Request

    from ..messages import Language
    from ..model import Game
    from ..positions import Position
    from .services import Services
    from .state import State

WIDTH, HEIGHT = 1200, 630
"""The size that all networks show without cropping."""
GAME_PAGES = ("new", "rules", "puzzles", "truth", "print")


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of a link. `image` and `url` are paths on this server, beginning with a slash."""

    title: str
    description: str
    image: str
    url: str

    def tags(self, base: str) -> str:
        """The elements for the head of a page."""
        properties = {
            "og:type": "website",
            "og:site_name": "dreierlei",
            "og:title": self.title,
            "og:description": self.description,
            "og:url": base + self.url,
            "og:image": base + self.image,
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "og:image:alt": self.title,
        }
        tags = [f'<meta property="{name}" content="{escape(value)}">' for name, value in properties.items()]
        return "\n    ".join((*tags, '<meta name="twitter:card" content="summary_large_image">'))


def card(position: Position) -> bytes:
    """The picture of a preview: a position, centred, as PNG."""
    drawn = picture(scene(position), "light")
    margin = 0.06 * drawn.box.height
    height = drawn.box.height + 2 * margin
    width = height * WIDTH / HEIGHT
    box = Box(drawn.box.x + drawn.box.width / 2 - width / 2, drawn.box.y - margin, width, height)
    ground = Rect(box.x, box.y, box.width, box.height, Look(palette("light").frame))
    wide = Picture(box, (ground, *drawn.layers), drawn.title, drawn.description)
    return png.from_svg(svg.render(wide, size=WIDTH), width=WIDTH)


async def preview(request: Request, path: str, parts: Services) -> Preview | None:
    """The preview of a link to a page; None for pages without one, and for pages that do not exist."""
    language = _language(request.headers.get("accept-language", ""))
    query = request.query_params
    with contextlib.suppress(DreierleiError):
        parts.limits.requests.take(admit(request, parts, None))
        match [part for part in path.split("/") if part]:
            case ["match" | "join" as page, match, *rest] if rest in ([], ["review"]):
                state = (await parts.rooms.open(match, fresh=True)).state
                url = f"/{path}" if page == "match" else f"/join/{state.founding.id}"
                return _match(state, url, language, invited=page == "join")
            case ["analysis"] if "from" in query:
                return _position(query["from"], query.get("moves", ""), language)
            case [page, game] if page in GAME_PAGES:
                return _game(find_game(game), f"/{page}/{game}", language)
    return None


def _match(state: State, url: str, language: Language, *, invited: bool) -> Preview:
    position = state.match.position
    game = position.variant.game
    if invited or not state.founding.settings.public:
        title = messages.say(language, "preview.invitation" if invited else "preview.match", game=game.names[language])
        return _game(game, url, language, title)
    white = state.match.white
    players = " – ".join(_name(state, seat, language) for seat in (white, 1 - white))
    end = state.match.outcome
    words = outcome(end, game).say(language) if end else scene(position, language=language).caption()
    title = f"{players}: {game.names[language]}"
    return Preview(title, words, f"/api/matches/{state.founding.id}/picture.png?ply={state.ply}", url)


def _name(state: State, seat: int, language: Language) -> str:
    if seat == state.founding.computer:
        return messages.say(language, "computer")
    return state.names[seat] or SIDES[seat ^ state.match.white].say(language)


def _position(origin: str, moves: str, language: Language) -> Preview:
    position = reached(origin, moves)
    query = urlencode({"from": origin, **({"moves": moves} if moves else {})})
    caption = scene(position, language=language).caption()
    title = messages.say(language, "preview.analysis", game=position.variant.game.names[language])
    return Preview(title, caption, f"/api/picture.png?{query}", f"/analysis?{query}")


def _game(game: Game, url: str, language: Language, title: str | None = None) -> Preview:
    image = f"/api/games/{game.id}/picture.png"
    return Preview(title or game.names[language], game.about[language], image, url)


def _language(accepted: str) -> Language:
    """The reader's first language that is supported."""
    for part in accepted.lower().split(","):
        for language in LANGUAGES:
            if part.strip().split(";")[0].split("-")[0] == language:
                return language
    return DEFAULT
