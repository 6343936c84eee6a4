"""Playing on the full screen of a terminal. Needs Textual, the extra `terminal`."""

from __future__ import annotations

from .app import Dreierlei

__all__ = ["Dreierlei"]
