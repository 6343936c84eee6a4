"""The reader's language."""

from __future__ import annotations

import os

from .errors import DreierleiError
from .messages import DEFAULT, LANGUAGES, Language


def language(wanted: str | None = None) -> Language:
    """The language of that name; without a name, the first supported one that the environment names.

    Raises `DreierleiError` for a language that is not supported.
    """
    if wanted is not None:
        for language in LANGUAGES:
            if wanted.lower() == language:
                return language
        raise DreierleiError("error.language", language=wanted, expected=LANGUAGES)
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for name in os.environ.get(variable, "").split(":"):
            for language in LANGUAGES:
                if name.lower().split("_")[0].split(".")[0] == language:
                    return language
    return DEFAULT
