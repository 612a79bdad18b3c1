from starlette.responses import PlainTextResponse
from starlette.routing import Route

from tests.knowledge.form import Prose

ID = "39b8d5d61448e665"
PROSE = Prose(
    documentation="Behind the colon in a placeholder stands the kind of text that it takes, and this kind does not exist. There are `str`, `int`, `float`, `uuid` and `path`.",
    trigger="A path such as `/items/{item_id:integer}`.",
    situations="Names from Flask or Django (`string`, `slug`); a regular expression behind the colon.",
    solutions=(
        "Use one of the five: `{item_id:int}`, `{rest:path}`.",
        "In FastAPI leave it out: the annotation of the parameter converts and checks.",
        "Another kind: write a `Convertor` and `register_url_convertor('slug', SlugConvertor())` before the route.",
    ),
    tags=("starlette", "fastapi", "path-parameters", "routing", "convertors"),
    strategy="configuration",
    background="unknown-name",
)


def before():
    route = Route("/items/{item_id:integer}", lambda request: PlainTextResponse("lamp"))


def after():
    route = Route("/items/{item_id:int}", lambda request: PlainTextResponse("lamp"))
