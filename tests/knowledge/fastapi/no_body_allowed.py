from fastapi import FastAPI

from tests.knowledge.form import Prose

ID = "034eee2387b8a47b"
PROSE = Prose(
    documentation="Answers with the status 204, 304 or 1xx have no body by the rules of HTTP, and the route declares one.",
    trigger="`status_code=204` (or 304, 1xx) together with a response model or a return annotation other than None and Response.",
    situations="A DELETE route with `status_code=204` and `-> dict`, or `-> Item`.",
    solutions=(
        "Nothing is returned: annotate `-> None`.",
        "Something should be returned: use 200 (`status_code=200`, the default).",
        "A Response is returned by hand: annotate `-> Response`.",
    ),
    tags=("fastapi", "status-code", "response-model", "http"),
    strategy="configuration",
    background="unsupported-feature-combination",
    site="fastapi/routing.py _populate_api_route_state",
)


def before():
    app = FastAPI()

    @app.delete("/items/{item_id}", status_code=204)
    def delete(item_id: int) -> dict[str, int]:
        return {"deleted": item_id}


def after():
    app = FastAPI()

    @app.delete("/items/{item_id}", status_code=204)
    def delete(item_id: int) -> None:
        del item_id
