from fastapi import APIRouter, FastAPI

from tests.knowledge.form import Prose

ID = "3267d3cc67f8e32c"
PROSE = Prose(
    documentation="Two placeholders in one path have the same name, so one value would be lost.",
    trigger="A path such as `/users/{id}/orders/{id}`, prefixes of routers included.",
    situations="Nested routers that all call their key `{id}`.",
    solutions=(
        "Name each after its thing: `/users/{user_id}/orders/{order_id}`, and the parameters of the function likewise.",
        "One of them comes from a prefix: rename it in `APIRouter(prefix=...)` or `include_router`.",
    ),
    tags=("starlette", "fastapi", "path-parameters", "routing", "prefix"),
    strategy="configuration",
    background="duplicate-name",
)


def before():
    router = APIRouter(prefix="/users/{id}")

    @router.get("/orders/{id}")
    def order(id: int):
        return id

    FastAPI().include_router(router)


def after():
    router = APIRouter(prefix="/users/{user_id}")

    @router.get("/orders/{order_id}")
    def order(user_id: int, order_id: int):
        return user_id, order_id

    FastAPI().include_router(router)
