from starlette.applications import Starlette
from starlette.authentication import AuthCredentials, AuthenticationBackend, SimpleUser
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from tests.knowledge.form import Prose

ID = "63cb28c80b886ea5"
PROSE = Prose(
    documentation="`request.user` is set by AuthenticationMiddleware, and none has run for this request.",
    trigger="Reading `request.user` without AuthenticationMiddleware, or in a middleware that runs before it.",
    situations="FastAPI code that expects a user as Django has it; a middleware of yours that was added after AuthenticationMiddleware and so runs before it.",
    solutions=(
        "Add it with a backend of yours: `app.add_middleware(AuthenticationMiddleware, backend=...)`.",
        "Your middleware reads the user: add AuthenticationMiddleware last, since the last one added runs first.",
        "In FastAPI a dependency is the usual way: `user: Annotated[User, Depends(current_user)]`, without any middleware.",
    ),
    tags=("starlette", "fastapi", "authentication", "middleware", "middleware-order"),
    strategy="configuration",
    background="invalid-state",
    site="starlette/requests.py HTTPConnection.user",
)


class Backend(AuthenticationBackend):
    async def authenticate(self, conn):
        return AuthCredentials(["authenticated"]), SimpleUser("ada")


def before():
    def me(request):
        return PlainTextResponse(request.user.display_name)

    app = Starlette(routes=[Route("/me", me)])

    TestClient(app).get("/me")


def after():
    from starlette.middleware.authentication import AuthenticationMiddleware

    def me(request):
        return PlainTextResponse(request.user.display_name)

    app = Starlette(routes=[Route("/me", me)])
    app.add_middleware(AuthenticationMiddleware, backend=Backend())

    TestClient(app).get("/me").raise_for_status()
