"""The server as an ASGI app."""

import asyncio
import contextlib
import gc
import logging
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from time import perf_counter
from types import FrameType
from typing import Any

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse

from ..version import VERSION
from . import bus as buses
from . import errors, handover, kept, offline, routes, sharing, study, training
from .addresses import Origins
from .bans import Bans
from .connections import Gate
from .files import WEB, WebFiles
from .handover import Handover
from .jobs import Jobs
from .limits import BodyLimit, Limits
from .logs import Access
from .metrics import Metrics
from .played import Played
from .retention import Notices
from .rooms import Rooms
from .security import Headers
from .services import Services
from .settings import Settings
from .store import Store
from .tokens import Tokens
from .wire.errors import ErrorAnswer

SWEEP = 1.0
"""Seconds between two sweeps."""
EXPIRY = 60.0
"""Seconds after which the server looks again for matches that have expired."""

COLLECT = 5_000, 5, 1_000
"""Thresholds of the garbage collector for cycles: after so many new objects, and more rarely for older ones.

Everybody waits for it, so it looks through few objects at a time, and hardly ever through all: with thousands of
matches that takes more than a second. Neither matches nor closed connections are cycles.
"""
SWITCH = 0.0005
"""Seconds after which the event loop lets the thread that writes go on. Python's 5 ms would delay every commit."""

PATIENCE = 5.0
"""Seconds within which searches and connections must end at shutdown."""

_log = logging.getLogger(__name__)


def create_app(settings: Settings, now: Callable[[], float] = time.time, web: Path = WEB) -> FastAPI:
    """The app. It opens its database at startup, and has written everything when it shuts down."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, object]]:
        services = app.state.services = _services(settings, now, metrics, files)
        sweeper = None
        with _reported():
            await asyncio.to_thread(services.store.open)
        try:
            with _reported():
                await services.bus.open(services.rooms.neighbours.hear, services.rooms.neighbours.missed)
                await services.tokens.open(services.store)
                await services.follow_operator()
                await services.rooms.resume()
            sweeper = asyncio.create_task(_sweep(services))
            with _on_signal(services.rooms.end_connections), _handover(settings) as opened:
                yield {"connections": Gate(services.limits, settings.proxies, metrics), "handover": opened}
        finally:
            if sweeper is not None:
                sweeper.cancel()
                await asyncio.gather(sweeper, return_exceptions=True)
            services.jobs.close()
            services.rooms.jobs.close()
            # Even if something refuses to end, accepted entries are written.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await services.rooms.close()
                    await services.bus.close()
            await asyncio.to_thread(services.store.close)

    metrics, files = Metrics(), WebFiles(directory=web)
    app = FastAPI(
        title="dreierlei",
        version=VERSION,
        description="Play and study over HTTP. Every error has the same shape, `ErrorAnswer`.",
        lifespan=lifespan,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        responses={"default": {"model": ErrorAnswer, "description": "What went wrong."}},
    )
    errors.install(app, metrics, (kept.router, routes.router, study.router, training.router, sharing.router))
    app.openapi = lambda: _schema(app)  # type: ignore[method-assign]
    # FastAPI would generate it in the event loop and block everybody.
    app.add_api_route("/api/openapi.json", lambda: JSONResponse(app.openapi()), include_in_schema=False)
    app.include_router(kept.router)
    app.include_router(routes.router)
    app.include_router(study.router)
    app.include_router(training.router)
    app.include_router(sharing.router)
    app.include_router(routes.words)
    app.include_router(offline.router)
    app.mount("/web", files)
    app.include_router(routes.pages)
    app.include_router(sharing.pages)
    app.add_middleware(BodyLimit, metrics=metrics)
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=4)
    app.add_middleware(Headers, metrics=metrics, host_names=settings.host_names)
    app.add_middleware(Access, metrics=metrics)
    return app


def _schema(app: FastAPI) -> dict[str, Any]:
    """The schema, in which errors are JSON even where the answer is a text or a picture."""
    if app.openapi_schema is None:
        schema = FastAPI.openapi(app)
        for operations in schema["paths"].values():
            for operation in operations.values():
                content = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}}
                operation["responses"]["default"]["content"] = content
    assert app.openapi_schema is not None
    return app.openapi_schema


def from_environment() -> FastAPI:
    """The app with the settings from the environment, for a process that does nothing else."""
    app = create_app(Settings.read())
    # Thousands of matches live long and contain no cycles; scanning them again and again took half of the time.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)
    sys.setswitchinterval(SWITCH)
    return app


def _services(settings: Settings, now: Callable[[], float], metrics: Metrics, files: WebFiles) -> Services:
    store, origins = Store(settings.database, metrics), Origins()
    bus: buses.Bus = buses.Redis(settings.redis) if settings.redis else buses.SingleProcess()
    moves = Jobs(metrics, settings.threads, "moves", origins.of)
    return Services(
        settings=settings,
        metrics=metrics,
        store=store,
        bus=bus,
        # A long analysis must not delay the computer's moves in matches.
        jobs=Jobs(metrics, settings.threads, "study", origins.of),
        rooms=Rooms(store, bus, moves, metrics, now),
        tokens=Tokens(settings.secrets, settings.token_days, now),
        files=files,
        origins=origins,
        limits=Limits(settings, origins, bus, metrics),
        bans=Bans(),
        notices=Notices(),
        played=Played(store, now),
    )


@contextlib.contextmanager
def _handover(settings: Settings) -> Iterator[Handover | None]:
    """Passes live connections to the worker of their match, if several workers share one address."""
    if settings.handover is None or not handover.AVAILABLE:
        yield None
        return
    opened = Handover(Path(settings.handover))
    try:
        yield opened
    finally:
        opened.close()


@contextlib.contextmanager
def _reported() -> Iterator[None]:
    """Logs why the server cannot start, in one line before uvicorn's own."""
    try:
        yield
    except Exception as error:
        _log.critical("the server cannot start: %s", " ".join(str(error).split()) or type(error).__name__)
        raise


@contextlib.contextmanager
def _on_signal(end: Callable[[], None]) -> Iterator[None]:
    """Calls `end` as soon as the process is told to terminate: open streams would delay the shutdown."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def handle(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(end)
        previous = before[signal.Signals(number)]
        if callable(previous):
            previous(number, frame)

    for number in before:
        signal.signal(number, handle)
    try:
        yield
    finally:
        for number, previous in before.items():
            signal.signal(number, previous)


async def _sweep(services: Services) -> None:
    expiry = 0.0
    while True:
        await asyncio.sleep(SWEEP)
        try:
            await services.end_revoked()
            await services.follow_operator()
            await services.rooms.sweep()
            if perf_counter() >= expiry and not await services.expire():
                expiry = perf_counter() + EXPIRY
            await services.store.tidy()
        except Exception as error:
            _log.error("sweeping failed", exc_info=error)
