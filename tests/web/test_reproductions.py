"""The tests that raise an error, on its page and in its data."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.services.inputs import Input
from tests.web.html_document import parse

PLACE = {"repo": "acme/pool", "filePath": "pool.py", "lineNumber": 3}
RECORD = {"id": "00000000000000aa", **PLACE, "errorClass": "ValueError", "errorMessage": "no pool of {size}"}
URL = f"https://github.com/acme/pool/blob/{'ab' * 20}/tests/test_pool.py#L7-L7"


def an_envelope(**test: Any) -> dict[str, Any]:
    """A record with one test."""
    known = {"filePath": "tests/test_pool.py", "lineNumber": 7, "test": "TestPool.test_<b>empty", **test}
    return {"record": RECORD, "errdex": {"facts": {"reproducedBy": [known]}}}


def ingest(client: TestClient, envelope: dict[str, Any]) -> Any:
    """Put a record into the base of a running application."""
    data = json.dumps(envelope).encode()
    return client.app.state.services.ingest.ingest([Input("test.json", data=data)])  # type: ignore[attr-defined]


@pytest.mark.parametrize("url", [URL, None])
def test_tests_are_named_and_linked(client: TestClient, url: str | None) -> None:
    """With a link to the line at the commit, where one is known; names are text."""
    envelope = an_envelope(**({"url": url} if url else {}))
    assert not ingest(client, envelope).faults
    page = client.get("/e/00000000000000aa", headers={"Accept": "text/html"})
    (section,) = parse(page.text).all("section", id="tests")
    assert "Raised by these tests" in section.words
    assert "TestPool.test_<b>empty in tests/test_pool.py:7" in section.words
    assert [link["href"] for link in section.all("a")] == ([url] if url else [])
    data = client.get("/api/errors/00000000000000aa").json()
    assert data["errdex"]["facts"]["reproducedBy"] == envelope["errdex"]["facts"]["reproducedBy"]


@pytest.mark.parametrize("url", ["javascript:alert(1)", "//other.example/x", " https://other.example/x"])
def test_a_link_is_an_address(client: TestClient, url: str) -> None:
    """Anything else is a fault of the record."""
    (fault,) = ingest(client, an_envelope(url=url)).faults
    assert fault.field == "errdex.facts.reproducedBy[0].url"
