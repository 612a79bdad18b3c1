from fastapi import FastAPI

from tests.knowledge.form import Prose

ID = "ad82c8ef42e52054"
PROSE = Prose(
    documentation="Two routes have the same operation id in the OpenAPI document. The API works, but client generators make one method of both or give up.",
    trigger="Asking for `/openapi.json` (or `app.openapi()`) when two routes have the same explicit or generated id.",
    situations="One function for several methods with `methods=['GET', 'POST']`; a router included twice; `generate_unique_id_function` that returns the function's name only.",
    solutions=(
        "One route with several methods: declare one route for each method.",
        "A router included twice, for instance under an old and a new prefix: include the old one with `include_in_schema=False`.",
        "Ids by a function of yours: put tag and name together: `f'{route.tags[0]}-{route.name}'`.",
        "An explicit `operation_id`: make it unique.",
    ),
    tags=("fastapi", "openapi", "operation-id", "warnings"),
    strategy="configuration",
    background="duplicate-name",
    site="fastapi/openapi/utils.py get_openapi_operation_metadata",
)


def before():
    app = FastAPI()

    @app.api_route("/items", methods=["GET", "POST"])
    def items():
        return []

    app.openapi()


def after():
    app = FastAPI()

    @app.get("/items")
    def read_items():
        return []

    @app.post("/items")
    def add_item():
        return []

    app.openapi()
