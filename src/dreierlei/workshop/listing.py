"""The list of parts that goes with the files of a workshop: what each file holds, and what to do with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..crafts import grip_width
from ..messages import Language, say
from ..model import Variant
from ..shapes import Circle
from .drawings import Drawing
from .parts import Measures, Part


@dataclass(frozen=True)
class File:
    """A file of the workshop: its name, without game and format, its content, and the parts in it."""

    name: str
    data: bytes
    parts: Sequence[Part]
    sheet: Drawing | None = None
    """The drawing, if the file is one."""


def write(variant: Variant, format: str, files: Sequence[File], measures: Measures, language: Language) -> str:
    """The list as plain text."""
    lines = [say(language, "workshop.title", game=variant.game.names[language]), ""]
    for file in files:
        size = f" ({_size(file.sheet.width, file.sheet.height, language)})" if file.sheet else ""
        lines.append(f"{variant.game.id}-{file.name}.{format}{size}")
        lines += [f"  {_entry(part, language)}" for part in file.parts]
        lines.append("")
    values = {
        "cell": millimetres(measures.cell, language),
        "thickness": millimetres(measures.thickness, language),
        "clearance": millimetres(measures.clearance, language),
        "kerf": millimetres(measures.kerf, language),
        "stone": millimetres(2 * measures.thickness, language),
        "grip": millimetres(grip_width(measures.cell), language),
    }
    notes = _notes(format, [part for file in files for part in file.parts])
    lines += [f"- {say(language, f'workshop.{note}', **values)}" for note in notes]
    return "\n".join(lines) + "\n"


def millimetres(value: float, language: Language) -> str:
    """A length as the language writes it."""
    text = f"{round(value, 2):g}"
    return f"{text if language == 'en' else text.replace('.', ',')} mm"


def _notes(format: str, parts: Sequence[Part]) -> Iterator[str]:
    printed = format == "stl"
    yield "measures-print" if printed else "measures-cut"
    yield "print" if printed else "layers"
    if not printed:
        yield "kerf"
    if any(part.grips for part in parts):
        yield "rings-print" if printed else "rings-cut"
    if not printed and any(part.back for part in parts if not isinstance(part.outline, Circle)):
        yield "backs"
    if any(part.count > 1 for part in parts):
        yield "stones-print" if printed else "stones-cut"


def _entry(part: Part, language: Language) -> str:
    box = part.box
    wide = f"ø {millimetres(box.width, language)}"
    size = wide if isinstance(part.outline, Circle) else _size(box.width, box.height, language)
    return say(
        language,
        "workshop.entry",
        count=part.count,
        part=part.title,
        size=size,
        height=millimetres(part.height, language),
    )


def _size(width: float, height: float, language: Language) -> str:
    return f"{millimetres(width, language).removesuffix(' mm')} × {millimetres(height, language)}"
