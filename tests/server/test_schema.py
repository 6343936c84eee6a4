"""The documented API, tried out by a machine: every answer is one that the documentation promises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from .daemons import server

if TYPE_CHECKING:
    from collections.abc import Iterator

STREAM = "/api/matches/{match}/events"
"""It never ends."""


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    where = {"DREIERLEI_DATABASE": str(tmp_path_factory.mktemp("schema") / "test.db"), "DREIERLEI_RATE": "0"}
    with server(DREIERLEI_SECRET="s", **where) as (address, _):
        yield schemathesis.openapi.from_url(f"{address}/api/openapi.json").exclude(path=STREAM)


schema = schemathesis.pytest.from_fixture("api")


@schema.parametrize()
@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_every_answer_is_as_documented(case: Any) -> None:
    case.call_and_validate()
