"""The files for operators, checked as far as this machine allows: each names only what there is, and works."""

from __future__ import annotations

import configparser
import contextlib
import re
import shutil
import ssl
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx2
import pytest
import websockets.sync.client
import yaml  # type: ignore[import-untyped]

from dreierlei.server import settings as settings_module
from dreierlei.server.settings import KEEP, Settings
from tests.waiting import PATIENCE, wait_until

from . import daemons

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
needs_nginx = pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")


def known_settings() -> set[str]:
    """The names of all settings, from the code that reads them."""
    code = Path(settings_module.__file__).read_text("utf-8")
    named = set(re.findall(r'"(DREIERLEI_[A-Z_]+)"', code)) | {f"DREIERLEI_KEEP_{kind.upper()}" for kind in KEEP}
    return named | {"DREIERLEI_HOST", "DREIERLEI_PORT"}


def instructions() -> list[tuple[str, str]]:
    """The instructions of the image, lines that go on joined."""
    text = (DEPLOY / "Containerfile").read_text("utf-8").replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(line.split()[0], line.partition(" ")[2].strip()) for line in lines]


def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))


# --- the image --------------------------------------------------------------------------------------------------------


def test_the_image_copies_what_there_is() -> None:
    given = [value for name, value in instructions() if name == "COPY" and "--from" not in value]
    sources = [source for value in given for source in value.split()[:-1]]
    assert {"pyproject.toml", "CMakeLists.txt", "cpp", "src"} <= set(sources)
    wanted = {line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line.startswith("!")}
    assert wanted == set(sources)
    for source in sources:
        assert (ROOT / source).exists(), source


def test_the_image_is_safe_to_run() -> None:
    found = instructions()
    assert [name for name, _ in found].count("FROM") == 2
    last = [pair for pair in found[[name for name, _ in found].index("FROM", 1) :] if pair[0] != "RUN"]
    assert ("USER", "dreierlei") in last
    assert ("ENTRYPOINT", '["dreierlei"]') in last
    assert ("CMD", '["serve", "--no-open"]') in last
    assert any(name == "HEALTHCHECK" and "/health" in value for name, value in last)
    assert any(name == "VOLUME" for name, _ in last)


# --- compose ----------------------------------------------------------------------------------------------------------


def test_the_services_fit_together() -> None:
    services = compose()["services"]
    assert set(services) == {"app", "database", "redis", "nginx"}
    app, database = services["app"], services["database"]
    assert [name for name, each in services.items() if "ports" in each] == ["nginx"]
    assert not set(app["depends_on"]) - set(services)
    for name in app["depends_on"]:
        assert "healthcheck" in services[name]
    assert (DEPLOY / "nginx.conf").exists()
    assert (ROOT / app["build"]["dockerfile"]).exists()
    where = app["environment"]["DREIERLEI_DATABASE"]
    assert f"{database['environment']['POSTGRES_USER']}:${{POSTGRES_PASSWORD:?}}@database" in where
    networks = compose()["networks"]
    subnet = networks["front"]["ipam"]["config"][0]["subnet"]
    assert app["environment"]["DREIERLEI_PROXIES"] == subnet
    assert "nginx" not in [name for name, each in services.items() if "inside" in each["networks"]]
    assert networks["inside"]["internal"]


def test_the_settings_of_the_services_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = compose()["services"]["app"]["environment"]
    assert set(given) <= known_settings()
    example = (DEPLOY / "env.example").read_text("utf-8")
    offered = dict(line.split("=", 1) for line in example.splitlines() if line and not line.startswith("#"))
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    needed = set(re.findall(r"\$\{(\w+):\?\}", text))
    assert needed <= set(offered) <= set(re.findall(r"\$\{(\w+)", text))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    values = offered | {"DREIERLEI_SECRET": "s" * 64, "POSTGRES_PASSWORD": "p"}
    filled = {
        name: re.sub(r"\$\{(\w+)(?::\?|:-)?([^}]*)\}", lambda found: values.get(found[1]) or found[2], str(value))
        for name, value in given.items()
    }
    read = Settings.read(filled)
    assert read.database == "postgresql+psycopg://dreierlei:p@database/dreierlei"
    assert read.host_names == ("games.example.org",)


# --- systemd ----------------------------------------------------------------------------------------------------------


@needs_systemd
def test_the_units_are_valid(tmp_path: Path) -> None:
    for unit in DEPLOY.glob("dreierlei*.*"):
        text = unit.read_text("utf-8").replace("/opt/dreierlei/bin/dreierlei", "/bin/true")
        (tmp_path / unit.name).write_text(text)
    units = sorted(map(str, tmp_path.iterdir()))
    assert len(units) == 3
    done = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_service_starts_our_command() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.read(DEPLOY / "dreierlei.service", "utf-8")
    assert unit["Service"]["ExecStart"] == "/opt/dreierlei/bin/dreierlei serve --no-open"
    assert unit["Service"]["User"] != "root"


# --- nginx ------------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def nginx(folder: Path, upstream: str) -> Iterator[str]:
    """Our configuration in a real nginx, on ports of its own; its address."""
    assert NGINX is not None
    make = "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=x -days 1 -keyout privkey.pem -out fullchain.pem"
    subprocess.run(make.split(), check=True, capture_output=True, cwd=folder)
    port = daemons.free_port()
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    for name, value in {"HOST_NAME": "localhost", "UPSTREAM": upstream, "CERTIFICATES": str(folder)}.items():
        text = text.replace(f"${{{name}}}", value)
    text = re.sub(r" *listen \[::\].*\n", "", text)
    text = text.replace("listen 80;", f"listen 127.0.0.1:{daemons.free_port()};")
    text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;")
    places = "".join(
        f"{kind}_temp_path {folder / kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    inner = f"http {{\naccess_log off;\n{places}{text}}}"
    (folder / "main.conf").write_text(f"pid {folder / 'pid'};\ndaemon off;\nerror_log stderr;\nevents {{}}\n{inner}")
    command = [NGINX, "-p", str(folder), "-c", str(folder / "main.conf"), "-e", "stderr"]
    tried = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert tried.returncode == 0, tried.stderr
    assert "[warn]" not in tried.stderr.replace('the "user" directive', ""), tried.stderr
    with daemons.running(command, folder / "nginx.log"):
        wait_until(lambda: daemons.listens(port), (folder / "nginx.log").read_text)
        yield f"https://localhost:{port}"


@needs_nginx
def test_players_come_through_nginx(tmp_path: Path) -> None:
    trust = ssl.create_default_context()
    trust.check_hostname = False
    trust.verify_mode = ssl.CERT_NONE
    database = {"DREIERLEI_DATABASE": str(tmp_path / "x.db"), "DREIERLEI_RATE": "1", "DREIERLEI_PER_ADDRESS": "1"}
    with (
        daemons.server("--host-name", "localhost", **database) as (behind, _),
        nginx(tmp_path, behind.removeprefix("http://")) as address,
        httpx2.Client(base_url=address, verify=trust, timeout=PATIENCE) as client,
    ):
        same = {"Origin": address}
        begun = client.post("/api/matches", json={"variant": "tictactoe", "opponent": {"kind": "here"}}, headers=same)
        assert begun.status_code == 200, begun.text
        assert "secure" in begun.headers["set-cookie"].lower()
        assert "strict-transport-security" in begun.headers
        live = f"{address.replace('https', 'wss', 1)}/api/matches/{begun.json()['id']}/live"
        with websockets.sync.client.connect(live, ssl=trust, additional_headers=same) as socket:
            assert begun.json()["id"] in str(socket.recv(PATIENCE))
        # A client that claims a new address for each request is one client all the same.
        answers = [
            client.get("/api/games", headers={"X-Forwarded-For": f"198.51.100.{n}"}).status_code for n in range(30)
        ]
        assert 429 in answers
