from starlette.responses import PlainTextResponse
from starlette.routing import Route

from tests.knowledge.form import Prose

ID = "44398aceff8c8ca9"
PROSE = Prose(
    documentation="Paths of routes begin with a slash; this one does not.",
    trigger="`Route('users', ...)`, or in FastAPI `@app.get('users')`.",
    situations="A path joined from parts or read from a setting; habits from frameworks that leave the slash out, such as Django.",
    solutions=(
        "Write `'/users'`.",
        "It is joined from parts: `'/' + '/'.join(parts)`.",
        "On an APIRouter with a prefix the collection itself is `''`, everything else begins with a slash.",
    ),
    tags=("starlette", "fastapi", "routing", "paths"),
    strategy="validation",
    background="invalid-argument-value",
    site="starlette/routing.py Route.__init__",
)


def before():
    route = Route("users", lambda request: PlainTextResponse("ada"))


def after():
    route = Route("/users", lambda request: PlainTextResponse("ada"))
