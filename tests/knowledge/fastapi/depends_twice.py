from typing import Annotated

from fastapi import Depends, FastAPI

from tests.knowledge.form import Prose

ID = "0c41ef690bdd1301"
PROSE = Prose(
    documentation="The parameter names its dependency twice: in `Annotated` and as the default. The two could disagree, so FastAPI wants one.",
    trigger="`db: Annotated[Session, Depends(get_db)] = Depends(get_db)`, also where the first one hides in an alias such as `SessionDep`.",
    situations="Rewriting to `Annotated` with the older form left in place; an alias that is `Annotated` already, used as if it were the plain type.",
    solutions=(
        "Take the default away, and move the parameter before those that have one.",
        "Two different dependencies were meant: give each a parameter of its own.",
    ),
    tags=("fastapi", "dependencies", "annotated", "defaults"),
    strategy="configuration",
    background="unsupported-feature-combination",
)


def before():
    app = FastAPI()

    def get_db():
        return "session"

    @app.get("/users")
    def users(db: Annotated[str, Depends(get_db)] = Depends(get_db)):
        return db


def after():
    app = FastAPI()

    def get_db():
        return "session"

    @app.get("/users")
    def users(db: Annotated[str, Depends(get_db)]):
        return db
