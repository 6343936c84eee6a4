"""The commands that run the web app, and write it as files."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import webbrowser
from pathlib import Path
from threading import Timer

import click

from .. import locales
from ..errors import DreierleiError
from ..extras import require
from ..messages import say
from ..sheets.pages import PAPERS
from .shared import complete_choice, counter, figure, language_option, show

if sys.platform != "win32":
    import resource

PACKAGES = ("fastapi", "uvicorn", "sqlalchemy", "alembic", "itsdangerous", "segno", "prometheus_client")
"""The packages of the extra `serve`."""
FILES = 65_536
"""Files that the server may have open, if the system lets it: each connection is one."""


@click.command()
@click.option(
    "--host", default="127.0.0.1", show_default=True, envvar="DREIERLEI_HOST", help="The address to listen on."
)
@click.option("--port", default=8333, show_default=True, envvar="DREIERLEI_PORT", type=click.IntRange(0, 65535))
@click.option("--host-name", "host_names", multiple=True, help="A name under which it may be addressed; repeatable.")
@click.option("--open/--no-open", "show", default=None, help="Open the page; by default where there is a desktop.")
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 64), help="Several need Redis.")
def serve(host: str, port: int, host_names: tuple[str, ...], show: bool | None, workers: int) -> None:
    """Run the web app.

    It prints its address; Ctrl-C stops it. No setup is needed: matches are kept in an SQLite file in your data folder.

    The environment changes that. DREIERLEI_DATABASE is a file for SQLite or an address like
    postgresql://user:password@host/name. DREIERLEI_REDIS is the address of a Redis server; more than one worker needs
    it. DREIERLEI_SECRET signs the players' tokens; without it, one is created and kept in your data folder.
    DREIERLEI_RATE is the number of requests per second that one client may sustain (20; 0 for no limit),
    DREIERLEI_PROXIES the addresses of proxies before the server (this machine), DREIERLEI_THREADS the number of
    searches that one address can run at once. DREIERLEI_HOST, DREIERLEI_PORT and DREIERLEI_HOST_NAMES are the defaults
    of --host, --port and --host-name. The documentation lists all settings.
    """
    require("serve", *PACKAGES)
    from ..server.settings import HANDOVER, Settings  # optional extra

    if host_names:
        os.environ["DREIERLEI_HOST_NAMES"] = " ".join(host_names)  # workers read it, too
    # Settings are checked before the slow imports.
    settings = Settings.read()
    if workers > 1 and settings.redis is None:
        raise DreierleiError("server.workers")
    port = _free(host, port)
    _allow_files()

    import uvicorn  # optional extra

    from ..server.app import from_environment  # optional extra
    from ..server.bus import check_redis  # optional extra
    from ..server.connections import LimitedProtocol  # optional extra
    from ..server.database import prepare  # optional extra
    from ..server.handover import shared_folder  # optional extra
    from ..server.live_protocol import LiveProtocol  # optional extra
    from ..server.logs import CONFIG  # optional extra

    prepare(settings.database).dispose()
    if settings.redis is not None:
        check_redis(settings.redis)
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    click.echo(f"dreierlei is at {address} (Ctrl-C ends it)")
    if _desktop() if show is None else show:
        Timer(1.0, webbrowser.open, [address]).start()
    common = {
        "host": host,
        "port": port,
        "http": LimitedProtocol,
        "ws": LiveProtocol,
        "log_config": CONFIG,
        "access_log": False,
        "server_header": False,
        "forwarded_allow_ips": list(settings.proxies),
        "ws_max_size": 64 * 1024,
        "ws_per_message_deflate": False,
        "timeout_graceful_shutdown": 5,
        "timeout_keep_alive": 75,  # longer than clients and proxies keep a connection, so that they close it
        "timeout_worker_healthcheck": 60,  # a busy machine is not a reason to kill a worker
    }
    if workers == 1:
        uvicorn.run(from_environment(), **common)  # type: ignore[arg-type]
    else:
        with shared_folder() as folder:
            os.environ[HANDOVER] = folder
            uvicorn.run("dreierlei.server.app:from_environment", factory=True, workers=workers, **common)  # type: ignore[arg-type]


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--paper",
    "-p",
    "papers",
    multiple=True,
    metavar="|".join(PAPERS),
    shell_complete=complete_choice(*PAPERS),
    help="A paper for the sheets; may be repeated.  [default: a4]",
)
@click.option("--no-sheets", is_flag=True, help="Leave out the sheets to print.")
@language_option
def site(folder: Path, papers: tuple[str, ...], no_sheets: bool, language: str | None) -> None:
    """Write the static edition of the web app into FOLDER.

    It is the page without a server: every game against the computer or on one screen, rules, lessons, puzzles,
    analysis and sheets to print, in every language. Put the folder on any web host, under any path. Only playing a
    friend elsewhere needs a server.

    FOLDER must be new, empty or written by this command, which then renews it. Needs the extras `serve` and, for the
    sheets, `print`.
    """
    require("serve", *PACKAGES)
    from ..server import site  # optional extra

    chosen = locales.language(language)
    sheets = () if no_sheets else tuple(paper.lower() for paper in papers) or ("a4",)
    written = site.write(folder, sheets, counter("cli.files-done", chosen))
    show("")
    size = sum((folder / name).stat().st_size for name in written.files) / 1e6
    values = {"folder": str(folder), "count": len(written.files), "size": figure(size, chosen, 1)}
    click.echo(say(chosen, "cli.site", **values))


def _free(host: str, port: int) -> int:
    """The port, or any free one for 0; raises `DreierleiError` unless we can listen there."""
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(where)
            return int(probe.getsockname()[1])
    except OSError as error:
        raise DreierleiError("server.port", port=port, host=host, reason=error.strerror or str(error)) from None


def _allow_files() -> None:
    """Raises the limit on open files: the default is low, often 1,024, and programs may raise it."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(ValueError, OSError):  # some systems allow less than they report
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _desktop() -> bool:
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
