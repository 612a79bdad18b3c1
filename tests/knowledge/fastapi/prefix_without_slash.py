from fastapi import APIRouter

from tests.knowledge.form import Prose

ID = "bbb2b076c7ec22a6"
PROSE = Prose(
    documentation="A prefix is put before the paths of the router as it is, so it has to begin with a slash to make whole paths.",
    trigger="`APIRouter(prefix='users')`.",
    situations="A prefix read from a setting or environment variable without the slash.",
    solutions=(
        "Write `prefix='/users'`.",
        "It comes from a setting: normalise it: `prefix='/' + settings.prefix.strip('/')`; leave it out where it is empty.",
    ),
    tags=("fastapi", "router", "prefix", "routing"),
    strategy="validation",
    background="invalid-argument-value",
    site="fastapi/routing.py APIRouter.__init__",
)


def validation(prefix):
    if prefix and not prefix.startswith("/"):
        raise ValueError(f"the prefix {prefix!r} must start with a slash")


def good():
    return ("/users",)


def bad():
    return ("users",)


def before():
    router = APIRouter(prefix="users")


def after():
    router = APIRouter(prefix="/users")
