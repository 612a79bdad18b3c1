from fastapi import FastAPI

from tests.knowledge.form import Prose

ID = "f10fc991705f3dec"
PROSE = Prose(
    documentation=(
        "FastAPI makes a Pydantic field of every parameter and every return annotation, and it cannot make one of this "
        "class. The program stops while the routes are declared, at the decorator that the traceback shows."
    ),
    trigger="A route whose return annotation, `response_model` or parameter is a class that is neither a standard type, nor a Pydantic model, nor a Response.",
    situations=(
        "`-> User` or `response_model=User` with the SQLAlchemy class and not the schema; a `Session`, client or "
        "settings parameter without `Depends()`; `-> Response | dict`; a class imported from the wrong module."
    ),
    solutions=(
        "It is a database class: name the Pydantic schema in `response_model` or in the return annotation, with `from_attributes=True` in its config.",
        "It is a parameter such as a session: `db: Annotated[Session, Depends(get_db)]`.",
        "The annotation is for the type checker only (`Response | dict`, a streaming type): `@app.get('/', response_model=None)`.",
        "Both classes have one name: look at the import; the message shows the full path of the class.",
    ),
    prevention=(
        "Keep ORM classes and schemas in modules of their own, and import them with different names.",
    ),
    tags=("fastapi", "response-model", "annotations", "dependencies", "orm"),
    strategy="configuration",
    background="wrong-type",
)


class User:
    """Stands for a class of the database layer."""

    name = "Ada"


def before():
    app = FastAPI()

    @app.get("/me")
    def me() -> User:
        return User()


def after():
    from pydantic import BaseModel, ConfigDict

    class UserOut(BaseModel):
        model_config = ConfigDict(from_attributes=True)

        name: str

    app = FastAPI()

    @app.get("/me", response_model=UserOut)
    def me():
        return User()


def before_parameter():
    app = FastAPI()

    @app.get("/me")
    def me(user: User):
        return user.name


def after_parameter():
    from typing import Annotated

    from fastapi import Depends

    app = FastAPI()

    def current_user():
        return User()

    @app.get("/me")
    def me(user: Annotated[User, Depends(current_user)]):
        return user.name
