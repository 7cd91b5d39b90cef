"""The OpenAPI is true: what it allows is answered as it says, and what it does not is refused without an error."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings

from .running import Running

EXAMPLES = 6
"""Of each operation; schemathesis looks at the edges first."""


def test_schemathesis_finds_nothing(server: Running) -> None:
    schema = schemathesis.openapi.from_url(f"{server.address}/schema/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > 30
    with server.guest() as ada:
        cookies = dict(ada.http.cookies)
        for operation in operations:
            if "stream" in operation.path or operation.path.endswith("/feed"):
                continue  # it does not end; looked at elsewhere

            @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
            @given(case=operation.as_strategy())
            def tried(case: schemathesis.Case) -> None:
                case.call_and_validate(cookies=cookies, timeout=20)

            tried()


@pytest.mark.parametrize("path", ["/api/tables/{id}/moves", "/api/guests", "/health"])
def test_the_schema_names_what_the_protocol_does(server: Running, path: str) -> None:
    with server.someone() as nobody:
        assert path in nobody.get("/schema/openapi.json")["paths"]
