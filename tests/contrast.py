"""How well two colours can be told apart."""

from __future__ import annotations

from dreierlei.palette import rgb


def contrast(one: str, other: str) -> float:
    """The contrast of two colours by WCAG 2, from 1 to 21."""

    def luminance(colour: str) -> float:
        parts = [value / 255 for value in rgb(colour)]
        red, green, blue = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
