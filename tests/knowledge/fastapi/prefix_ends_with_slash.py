from fastapi import APIRouter

from tests.knowledge.form import Prose

ID = "989d6f53210d5221"
PROSE = Prose(
    documentation="The paths of the routes begin with a slash, so a prefix that ends with one would give two in a row.",
    trigger="`APIRouter(prefix='/users/')`, or `prefix='/'`.",
    situations="`prefix='/'` to say that there is none; a prefix taken from a base URL.",
    solutions=(
        "Take the last slash away: `prefix='/users'`.",
        "There is no prefix: leave the argument out; `'/'` is not the same as none.",
        "The path of the collection itself is then `@router.get('')`, or `'/'` where `/users/` is meant.",
    ),
    tags=("fastapi", "router", "prefix", "routing"),
    strategy="validation",
    background="invalid-argument-value",
    site="fastapi/routing.py APIRouter.__init__",
)


def before():
    router = APIRouter(prefix="/users/")


def after():
    router = APIRouter(prefix="/users")
