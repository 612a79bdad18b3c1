from fastapi import FastAPI

from tests.knowledge.form import Prose

ID = "2cf417d0926142f7"
PROSE = Prose(
    documentation="Forms and uploads are parsed by the package `python-multipart`, which FastAPI does not bring along, and it cannot be imported.",
    trigger="Declaring a route with `Form()`, `File()`, `UploadFile` or `OAuth2PasswordRequestForm` in an environment without `python-multipart`.",
    situations="A container with plain `fastapi` in its requirements; `multipart` installed by mistake, which is another package.",
    solutions=(
        "Run `python -m pip install python-multipart` and add it to the requirements; `fastapi[standard]` has it too.",
        "It is installed: it is in another environment. Install with the interpreter that starts the server.",
        "The message speaks of `multipart`: uninstall that one first, as both use the same import name.",
        "No form is meant: a JSON body is a Pydantic model, not `Form()`.",
    ),
    prevention=("Build the image from a lock file that was made with the extras that you use.",),
    tags=("fastapi", "forms", "file-upload", "optional-dependency", "installation"),
    strategy="configuration",
    background="missing-dependency",
    site="fastapi/dependencies/utils.py ensure_multipart_is_installed",
)


def before():
    import sys
    from typing import Annotated

    from fastapi import Form

    sys.modules["python_multipart"] = None  # as where it is not installed
    sys.modules["multipart"] = None

    app = FastAPI()

    @app.post("/login")
    def login(name: Annotated[str, Form()]):
        return name


def after():
    from typing import Annotated

    from fastapi import Form

    app = FastAPI()

    @app.post("/login")
    def login(name: Annotated[str, Form()]):
        return name
