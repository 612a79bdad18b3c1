from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, Route
from starlette.testclient import TestClient

from tests.knowledge.form import Prose

ID = "4cc5778e00ec65fd"
PROSE = Prose(
    documentation="No route has this name together with exactly these path parameters, so no address can be made for it.",
    trigger="`url_for(name, ...)` in a template or `request.url_for(...)`, `app.url_path_for(...)` where name or parameters fit no route.",
    situations=(
        "`url_for('static', filename='x.css')` as in Flask; the name of the function in a mounted application; a "
        "parameter of the query given as one of the path; a mount without a name."
    ),
    solutions=(
        "Static files take `path`: `url_for('static', path='/site.css')`, and the mount needs `name='static'`.",
        "The parameters differ: give exactly those in braces in the path; add a query with `.include_query_params(page=2)`.",
        "The route is in a mount: prefix the mount's name: `url_for('admin:users')`.",
        "The name is that of the function unless `name=` says otherwise: print `[route.name for route in app.routes]`.",
    ),
    tags=("starlette", "fastapi", "url-for", "routing", "static-files", "templates"),
    strategy="validation",
    background="unknown-name",
    site="starlette/routing.py Router.url_path_for",
)


def before():
    from starlette.staticfiles import StaticFiles

    def home(request):
        return PlainTextResponse(str(request.url_for("static", filename="site.css")))

    app = Starlette(
        routes=[Route("/", home), Mount("/static", StaticFiles(directory="."), name="static")],
    )

    TestClient(app).get("/")


def after():
    from starlette.staticfiles import StaticFiles

    def home(request):
        return PlainTextResponse(str(request.url_for("static", path="site.css")))

    app = Starlette(
        routes=[Route("/", home), Mount("/static", StaticFiles(directory="."), name="static")],
    )

    TestClient(app).get("/").raise_for_status()
