"""The OpenAPI document: stable, complete, and true of the running server."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
import schemathesis
from fastapi import FastAPI
from schemathesis.engine import events, from_schema
from starlette.testclient import TestClient

from app.main import create_app
from app.web.problem_kinds import CATALOGUE
from tests.contract.openapi_files import DOCUMENT, EXAMPLES, as_text, real_examples, with_bundled_records

HOW = "run: python -m tests.contract.openapi_files"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> FastAPI:
    """The application over the bundled records."""
    return create_app(with_bundled_records(tmp_path_factory.mktemp("openapi")))


@pytest.fixture(scope="module")
def client(app: FastAPI) -> Iterator[TestClient]:
    """A client of the started application."""
    with TestClient(app) as client:
        yield client


@pytest.fixture(scope="module")
def document(app: FastAPI) -> dict[str, Any]:
    """The document as the server gives it."""
    return app.openapi()


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Path, method and operation of each."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def test_the_file_in_the_repository_is_the_servers(document: dict[str, Any]) -> None:
    """A change of the contract shows in a change of docs/openapi.json."""
    assert as_text(document) == DOCUMENT.read_text(encoding="utf-8"), HOW


def test_examples_are_what_the_server_answers(client: TestClient) -> None:
    """Each example is a real request and its real answer over the bundled records."""
    assert real_examples(client) == json.loads(EXAMPLES.read_text(encoding="utf-8")), HOW


def test_the_server_serves_it(client: TestClient, document: dict[str, Any]) -> None:
    """`/openapi.json` is the document."""
    assert client.get("/openapi.json").json() == document


def test_every_operation_is_told_in_full(document: dict[str, Any]) -> None:
    """Each has a stable id, a summary, a description, known tags and every error as a problem."""
    tags = {tag["name"] for tag in document["tags"]}
    ids = [operation["operationId"] for _, _, operation in operations(document)]
    assert len(ids) == len(set(ids)) == 23
    assert document["info"]["license"]["identifier"] == "Apache-2.0"
    for path, _, operation in operations(document):
        assert re.fullmatch(r"[a-z]+[A-Za-z]+", operation["operationId"])
        assert operation["summary"], path
        assert operation["description"], path
        assert set(operation["tags"]) <= tags
        for status, response in operation["responses"].items():
            assert response["description"]
            if int(status) >= 400:
                assert list(response["content"]) == ["application/problem+json"], (path, status)
        assert {"400", "500", "503"} <= set(operation["responses"])
        assert all(parameter.get("description") for parameter in operation.get("parameters", [])), path


def test_no_schema_dangles(document: dict[str, Any]) -> None:
    """Every reference leads to a schema, and every schema is referred to."""
    text = json.dumps(document)
    used = set(re.findall(r"#/components/schemas/(\w+)", text))
    assert used == set(document["components"]["schemas"])


def test_examples_fit_their_schemas(document: dict[str, Any]) -> None:
    """Each example is valid under the schema that it stands beside."""
    checked = 0
    for _, _, operation in operations(document):
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        for body in bodies:
            for content in body.get("content", {}).values():
                if "example" in content:
                    schema = {**content["schema"], "components": document["components"]}
                    jsonschema.Draft202012Validator(schema).validate(content["example"])
                    checked += 1
    assert checked >= 10


def test_limits_of_the_settings_are_told(document: dict[str, Any]) -> None:
    """The maxima in the document are the ones in force."""
    by_path = {
        (path, parameter["name"]): parameter["schema"]
        for path, _, operation in operations(document)
        for parameter in operation.get("parameters", [])
    }
    assert by_path["/api/errors", "limit"]["maximum"] == 100
    assert by_path["/api/match", "limit"]["maximum"] == 20
    assert document["components"]["schemas"]["MatchRequest"]["properties"]["limit"]["maximum"] == 20


def test_docs_page_lists_every_operation(client: TestClient, document: dict[str, Any]) -> None:
    """The reference page needs no other host and no script, and names each operation and problem."""
    page = client.get("/docs").text
    for path, method, operation in operations(document):
        assert f'id="{operation["operationId"]}"' in page
        assert f'<span class="method">{method.upper()}</span> <code>{path}</code>' in page
    assert "cdn" not in page
    assert not re.search(r"(?:src|href)=\"https?://", page)
    assert "style=" not in page
    problems = client.get("/docs/problems").text
    for code in CATALOGUE:
        assert f'<dt id="{code}">' in problems


def is_beyond_the_schema(check: Any, case: schemathesis.Case[Any]) -> bool:
    """Whether a request was only refused for its page token, which is opaque, or for a rule that no schema can say.

    Such are that a record has the id of its address, and that pruning needs a source.
    """
    if check.name != "positive_data_acceptance":
        return False
    return "cursor" in (case.query or {}) or case.operation.label in {
        "POST /api/ingest",
        "PUT /api/errors/{id}",
    }


@pytest.mark.parametrize("authorized", [False, True])
def test_it_holds_against_made_up_requests(app: FastAPI, client: TestClient, *, authorized: bool) -> None:
    """Generated requests, right and wrong, get what the document promises, and never a server error.

    Those of a caller with a token are the ones that it opens.
    """
    token = app.state.services.access.new(
        f"made-up-{authorized}", "maintain"
    )  # as long as there is none, nothing can be written
    config = schemathesis.Config.from_dict(
        {
            "seed": 1,
            "continue-on-failure": True,
            "generation": {"max-examples": 8, "database": "none"},
            "phases": {"stateful": {"enabled": False}},
            **({"headers": {"Authorization": f"Bearer {token}"}} if authorized else {}),
        }
    )
    schema = schemathesis.openapi.from_asgi("/openapi.json", client.app, config=config)
    if authorized:
        schema = schema.include(tag="write")
    failures: list[str] = []
    requests = 0
    for event in from_schema(schema).execute():
        if isinstance(event, events.NonFatalError | events.FatalError):
            failures.append(repr(event))
        if isinstance(event, events.ScenarioFinished):
            recorder = event.recorder
            requests += len(recorder.cases)
            for case_id, checks in recorder.checks.items():
                case = recorder.cases[case_id].value
                failures += [
                    f"{recorder.label}: {check.failure_info.failure.message}\n{check.failure_info.code_sample[:2000]}"
                    for check in checks
                    if check.failure_info is not None and not is_beyond_the_schema(check, case)
                ]
    assert not failures, "\n\n".join(failures[:5])
    assert requests > (50 if authorized else 300)
