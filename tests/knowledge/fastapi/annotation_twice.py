from typing import Annotated

from fastapi import Depends, FastAPI, Header

from tests.knowledge.form import Prose

ID = "cdab9c7370212f84"
PROSE = Prose(
    documentation="The parameter says twice where its value comes from: once inside `Annotated`, once as the default.",
    trigger="`name: Annotated[str, Header()] = Depends(...)`: a header, query or the like inside `Annotated`, and a dependency as the default.",
    situations="Half-done rewriting to `Annotated`; an alias such as `Token = Annotated[str, Header()]` used where the old default is still there.",
    solutions=(
        "Keep the one inside `Annotated` and remove the default.",
        "The dependency is meant: `Annotated[str, Depends(get_token)]`, and put the header into the parameters of `get_token`.",
    ),
    tags=("fastapi", "annotated", "dependencies", "parameters"),
    strategy="configuration",
    background="unsupported-feature-combination",
)


def before():
    app = FastAPI()

    def get_token():
        return "token"

    @app.get("/me")
    def me(token: Annotated[str, Header()] = Depends(get_token)):
        return token


def after():
    app = FastAPI()

    def get_token(token: Annotated[str, Header()]):
        return token

    @app.get("/me")
    def me(token: Annotated[str, Depends(get_token)]):
        return token
