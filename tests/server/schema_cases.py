"""The documented API, tried out by a machine: every answer is one that the documentation promises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from dreierlei.server.app import create_app
from dreierlei.server.settings import Settings

from .daemons import server

if TYPE_CHECKING:
    from collections.abc import Iterator

TOO_LONG = 431
"""The answer to a head that is too long."""
SLOW = "/(events|analysis|review|values)$"
"""They never end, or think."""

schema = schemathesis.openapi.from_dict(
    create_app(Settings(database="sqlite:///never-opened.db", secrets=("s",))).openapi()
).exclude(path_regex=SLOW)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    where = {"DREIERLEI_DATABASE": str(tmp_path_factory.mktemp("schema") / "test.db"), "DREIERLEI_RATE": "0"}
    with server(**where) as (found, _):
        yield found


@schema.parametrize()
@settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_every_answer_is_as_documented(case: Any, address: str) -> None:
    response = case.call(base_url=address)
    if response.status_code == TOO_LONG:
        return  # the head of the request was refused before anybody looked at its parameters
    # What is a game, a position or a move, no schema can say.
    case.validate_response(response, excluded_checks=[positive_data_acceptance])
