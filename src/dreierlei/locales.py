"""Which language somebody reads."""

from __future__ import annotations

import os

from .errors import DreierleiError
from .messages import DEFAULT, LANGUAGES, Language


def language(wanted: str | None = None) -> Language:
    """The language of that name; without a name, the first that the environment asks for and we have.

    Raises `DreierleiError` for a language that we do not have.
    """
    if wanted is not None:
        for known in LANGUAGES:
            if wanted.lower() == known:
                return known
        raise DreierleiError("error.language", language=wanted, expected=LANGUAGES)
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for name in os.environ.get(variable, "").split(":"):
            for known in LANGUAGES:
                if name.lower().split("_")[0].split(".")[0] == known:
                    return known
    return DEFAULT
