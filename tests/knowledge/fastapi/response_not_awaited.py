from fastapi import Depends, FastAPI
from fastapi.testclient import TestClient

from tests.knowledge.form import Prose

ID = "9189d7db875eb14c"
PROSE = Prose(
    documentation=(
        "The route ended without an answer: something raised, and a dependency with `yield` caught it and did not raise it "
        "again. FastAPI does not know what went wrong, since that exception is gone."
    ),
    trigger="A dependency with `yield` whose `except` block swallows the exception of the route.",
    situations="`try: yield session` with `except Exception: session.rollback()` and no `raise` behind it; a bare `except:` that only logs.",
    solutions=(
        "Put `raise` at the end of the `except` block in the dependency; roll back and log before it.",
        "Clean-up that is always needed belongs into `finally`.",
        "The caller should see a certain answer: raise `HTTPException` there.",
    ),
    prevention=(
        "Write such dependencies with a context manager: `with Session() as session: yield session`.",
    ),
    tags=("fastapi", "dependencies", "yield", "exceptions", "http-500"),
    strategy="try-catch",
    background="invalid-state",
)


def before():
    def get_db():
        try:
            yield "session"
        except Exception:
            print("rolled back")

    app = FastAPI()

    @app.get("/users")
    def users(db=Depends(get_db)):
        raise LookupError("no such table")

    TestClient(app).get("/users")


def after():
    def get_db():
        try:
            yield "session"
        except Exception:
            print("rolled back")
            raise

    app = FastAPI()

    @app.get("/users")
    def users(db=Depends(get_db)):
        raise LookupError("no such table")

    client = TestClient(app, raise_server_exceptions=False)
    assert client.get("/users").status_code == 500
