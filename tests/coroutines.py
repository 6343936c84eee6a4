"""Coroutines in tests, each in a thread of its own: a browser that another test keeps open has the loop of this one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

_T = TypeVar("_T")
_P = ParamSpec("_P")


def run(work: Coroutine[Any, Any, _T]) -> _T:
    """What a coroutine returns."""
    return aside(asyncio.run, work)


def aside(work: Callable[_P, _T], *arguments: _P.args, **options: _P.kwargs) -> _T:
    """What a function returns or raises that runs a loop of its own."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work, *arguments, **options).result()
