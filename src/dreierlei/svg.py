"""Pictures as SVG.

A picture is one standalone SVG: no script, no reference outside itself, and no style sheet unless it moves. Colours are
presentation attributes, so a web page's own CSS overrules them. Places carry `data-place`, what can be pointed at
`data-target`, and both have classes: `place`, `control`, `stone`, `target`, `last`, `mark`, `winning`. What is drawn
many times is defined once; ids name style and content, so several pictures can share a page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from xml.sax.saxutils import escape, quoteattr

from .errors import DreierleiError, expect
from .model import Point, Variant
from .palette import Style
from .picture import picture
from .positions import Position
from .scene import scene
from .shapes import (
    Arc,
    Box,
    Circle,
    Close,
    Curve,
    Group,
    Hatching,
    Line,
    Look,
    Move,
    Path,
    Picture,
    Rect,
    Shape,
    Step,
    Symbol,
    Text,
    Use,
    walk,
)
from .symbols import Symbols

FONT = "system-ui, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', sans-serif"
UNIT = 100
"""SVG units for one unit of a layout: browsers round tiny lengths, and fonts of less than one unit vanish."""


def draw(
    position: Position,
    *,
    size: int = 400,
    last_move: bool = True,
    targets: Iterable[str] = (),
    marks: Iterable[str] = (),
    winning: bool = True,
    labels: bool = True,
    style: Style = "light",
    language: str = "en",
) -> str:
    """A picture of a position, `size` pixels along its longer side.

    `targets` are what a player may point at next, as `Position.choices` gives them; `marks` are any targets: places,
    corners, rings. Raises `DreierleiError` for a target, mark, style or language that does not exist,
    and for a size that is not above 0.
    """
    expect(size, (int, float), "type.measure")
    if not 0 < size < math.inf:
        raise DreierleiError("drawing.size", size=size)
    shown = scene(position, last_move=last_move, targets=targets, marks=marks, winning=winning, language=language)
    return render(picture(shown, style, labels=labels), size=size, role=f"dreierlei {style}")


def draw_ground(variant: Variant) -> str:
    """The board alone, and definitions of everything that a page puts on it, in colours for light and dark pages.

    What turns with a ring has the ring's name as `data-ring`. The page puts the grounds of other places into the group
    `cells`.
    """
    empty = scene(Position(variant))
    drawn = picture(empty, "page", cells=False)
    symbols = Symbols("page").every(variant.layout)
    return _document(drawn.box, drawn.only("board", "labels"), "", symbols)


def render(drawn: Picture, *, size: int, role: str = "dreierlei", css: str = "") -> str:
    """The SVG of a picture, `size` pixels along its longer side, with a style sheet of its own if something moves."""
    box = drawn.box
    scale = size / max(box.width, box.height)
    attributes = _attributes(
        {"class": role, "role": "img", "width": _number(box.width * scale), "height": _number(box.height * scale)}
    )
    words = f"<title>{escape(drawn.title)}</title>\n<desc>{escape(drawn.description)}</desc>\n"
    style = f"<style>{css}</style>\n" if css else ""
    return _document(box, drawn.layers, attributes, words=words + style)


def layers(box: Box, named: Mapping[str, Iterable[Shape]], title: str) -> str:
    """A drawing at true size, a unit of the shapes being a millimetre, in layers as Inkscape and cutters know them."""
    inkscape = "http://www.inkscape.org/namespaces/inkscape"
    groups = [
        f'<g id={quoteattr(name)} inkscape:groupmode="layer" inkscape:label={quoteattr(name)}>\n'
        + "\n".join(map(_shape, shapes))
        + "\n</g>"
        for name, shapes in named.items()
    ]
    view = " ".join(length(value) for value in (box.x, box.y, box.width, box.height))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="{inkscape}" viewBox="{view}"'
        f' width="{box.width:g}mm" height="{box.height:g}mm">\n<title>{escape(title)}</title>\n'
        + "\n".join(groups)
        + "\n</svg>\n"
    )


def _document(
    box: Box, shapes: tuple[Shape, ...], attributes: str, symbols: Iterable[Symbol] = (), words: str = ""
) -> str:
    defined = dict.fromkeys(shape.symbol for shape in walk(shapes) if isinstance(shape, Use))
    defined |= dict.fromkeys(symbols)
    looks = [shape.look for symbol in defined for shape in symbol.parts if isinstance(shape, Circle | Rect | Path)]
    hatchings = dict.fromkeys(look.fill for look in looks if isinstance(look.fill, Hatching))
    definitions = [*map(_pattern, hatchings), *map(_symbol, defined)]
    defs = ["<defs>", *definitions, "</defs>"] if definitions else []
    body = "\n".join([*defs, *map(_shape, shapes)])
    view = " ".join(length(value) for value in (box.x, box.y, box.width, box.height))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg"{attributes} viewBox="{view}" font-family="{FONT}">\n'
        f"{words}{body}\n</svg>\n"
    )


# --- shapes -----------------------------------------------------------------------------------------------------------


def _shape(shape: Shape) -> str:
    match shape:
        case Circle(x, y, radius, look, role):
            return _element("circle", {"cx": x, "cy": y, "r": radius}, look, role)
        case Rect(x, y, width, height, look, radius, role):
            sides = {"x": x, "y": y, "width": width, "height": height, **({"rx": radius} if radius else {})}
            return _element("rect", sides, look, role)
        case Path(steps, look, role):
            return _element("path", {"d": "".join(map(_step, steps))}, look, role)
        case Text(words, x, _, size, colour, bold):
            placed = {"x": x, "y": shape.baseline, "font-size": size, "text-anchor": "middle", "fill": colour}
            return f"<text{_attributes(placed | ({'font-weight': '600'} if bold else {}))}>{escape(words)}</text>"
        case Group(parts, role, title, data):
            named = {"class": role, **{f"data-{name}": value for name, value in data}}
            words = f"<title>{escape(title)}</title>" if title else ""
            body = "\n".join(map(_shape, parts))
            return f"<g{_attributes(named)}>{words}{body}</g>"
        case Use(symbol, x, y, role, turn, scale):
            used: dict[str, object] = {"class": role, "href": f"#{symbol.id}"}
            if turn or scale != 1:
                turned = f" rotate({_number(turn)})" if turn else ""
                scaled = f" scale({scale:.3g})" if scale != 1 else ""
                used["transform"] = f"translate({length(x)} {length(y)}){turned}{scaled}"
            else:
                used |= {"x": x, "y": y}
            return f"<use{_attributes(used)}/>"


def _symbol(symbol: Symbol) -> str:
    return f"<g id={quoteattr(symbol.id)}>{''.join(map(_shape, symbol.parts))}</g>"


def _pattern(hatching: Hatching) -> str:
    side = {"width": hatching.side, "height": hatching.side}
    attributes = _attributes({"id": hatching.id, **side, "patternUnits": "userSpaceOnUse"})
    ground = f"<rect{_attributes({**side, 'fill': hatching.ground})}/>"
    return f"<pattern{attributes}>{ground}{_shape(hatching.lines)}</pattern>"


def _step(step: Step) -> str:
    match step:
        case Move(to):
            return f"M{_point(to)}"
        case Line(to):
            return f"L{_point(to)}"
        case Curve(first, second, to):
            return f"C{_point(first)} {_point(second)} {_point(to)}"
        case Close():
            return "Z"
        case Arc(_, radius, start, end):
            # SVG cannot draw a whole circle as one arc, so anything of about half a circle or more is split in two.
            middle = (start + end) / 2
            sweep = int(end > start)
            return "".join(
                f"A{length(radius)} {length(radius)} 0 0 {sweep} {_point(step.at(angle))}"
                for angle in ((middle, end) if abs(end - start) > 3 else (end,))
            )


# --- attributes -------------------------------------------------------------------------------------------------------


def _element(tag: str, form: Mapping[str, object], look: Look, role: str) -> str:
    attributes: dict[str, object] = {"class": role, **form}
    attributes["fill"] = f"url(#{look.fill.id})" if isinstance(look.fill, Hatching) else look.fill or "none"
    if look.stroke:
        attributes |= {"stroke": look.stroke, "stroke-width": look.width}
        if look.dash:
            attributes["stroke-dasharray"] = " ".join(length(part) for part in look.dash)
        if look.cap != "butt":
            attributes["stroke-linecap"] = look.cap
        if look.join != "miter":
            attributes["stroke-linejoin"] = look.join
    elif not look.fill:
        attributes["pointer-events"] = "all"  # an area to click
    if str(form.get("d")).count("Z") > 1:
        attributes["fill-rule"] = "evenodd"
    if look.opacity != 1:
        attributes["opacity"] = str(look.opacity)
    return f"<{tag}{_attributes(attributes)}/>"


def _attributes(values: Mapping[str, object]) -> str:
    """Attributes with their values, without empty ones; a number is a length of the layout."""
    written = {name: length(value) if isinstance(value, int | float) else str(value) for name, value in values.items()}
    return "".join(f" {name}={quoteattr(value)}" for name, value in written.items() if value)


def _point(point: Point) -> str:
    return f"{length(point[0])} {length(point[1])}"


def length(value: float) -> str:
    """A length of the layout as the picture writes it."""
    return _number(value * UNIT)


def _number(value: float) -> str:
    """A number with one decimal at most, and no minus before a zero."""
    return f"{round(value, 1) + 0.0:g}"
