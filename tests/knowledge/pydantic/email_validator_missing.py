from tests.knowledge.form import Prose

ID = "92d1aa09ba19d44c"
PROSE = Prose(
    documentation="`EmailStr` and `NameEmail` need the package `email-validator`, which Pydantic does not install by itself.",
    trigger="Defining a model with a field of type `EmailStr` or `NameEmail` in an environment without `email-validator`.",
    situations="A container or server that has only `pydantic` or plain `fastapi` in its requirements; it works on the developer's machine.",
    solutions=(
        "Run `pip install 'pydantic[email]'` (FastAPI users: `'fastapi[standard]'` has it too) and put that into the requirements.",
        (
            "It is installed and still not found: compare `python -c 'import sys; print(sys.executable)'` with the "
            "interpreter that runs the program; install with `python -m pip` of that one."
        ),
        "A rough check is enough: `Annotated[str, Field(pattern=r'^[^@\\s]+@[^@\\s]+$')]` needs no package.",
    ),
    prevention=("Build the image from the same lock file that tests run with.",),
    tags=("pydantic", "email", "optional-dependency", "installation"),
    strategy="configuration",
    background="missing-dependency",
)


def before():
    from pydantic import BaseModel, EmailStr

    class User(BaseModel):
        email: EmailStr


def after():
    from typing import Annotated

    from pydantic import BaseModel, Field

    class User(BaseModel):
        email: Annotated[str, Field(pattern=r"^[^@\s]+@[^@\s]+$")]

    User(email="ada@example.org")
