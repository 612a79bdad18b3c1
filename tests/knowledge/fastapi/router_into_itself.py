from fastapi import APIRouter, FastAPI

from tests.knowledge.form import Prose

ID = "10950ab533b4242e"
PROSE = Prose(
    documentation="A router was included into itself, which would repeat its routes without end.",
    trigger="`router.include_router(router)`.",
    situations="Several modules call their router `router`, and an import replaced the name of the local one.",
    solutions=(
        "Import the module and not the name: `from app import users`, then `router.include_router(users.router)`.",
        "Or give it a name: `from app.users import router as users_router`.",
        "The application was meant: `app.include_router(router)`.",
    ),
    prevention=("Import routers by their modules.",),
    tags=("fastapi", "router", "imports", "include-router"),
    strategy="configuration",
    background="invalid-argument-value",
)


def before():
    users = APIRouter(prefix="/users")
    router = users
    router.include_router(users)


def after():
    users = APIRouter(prefix="/users")
    router = APIRouter()
    router.include_router(users)
    FastAPI().include_router(router)
