from starlette.applications import Starlette
from starlette.responses import FileResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from tests.knowledge.form import Prose

ID = "bf66320ae205115d"
PROSE = Prose(
    documentation="A FileResponse opens its file only when it is sent. By then there was no file at that path, and it is too late for a 404.",
    trigger="Returning `FileResponse(path)` where nothing is at `path`; a relative path counts from where the server was started.",
    situations="A temporary file that a `with` block or `finally` removed before the answer went out; a path relative to the module; a name from the request.",
    solutions=(
        "A temporary file: remove it afterwards: `FileResponse(path, background=BackgroundTask(os.unlink, path))`.",
        "A relative path: build it from `Path(__file__).parent`.",
        "It may be missing: check `path.is_file()` and raise `HTTPException(status_code=404)` before.",
        "The content is in memory anyway: return `Response(data, media_type=...)`.",
    ),
    tags=("starlette", "fastapi", "file-response", "temporary-files", "paths"),
    strategy="validation",
    background="file-not-found",
)


def validation(path):
    from pathlib import Path

    from starlette.exceptions import HTTPException

    if not Path(path).is_file():
        raise HTTPException(status_code=404)


def good():
    return (__file__,)


def bad():
    return ("report.pdf",)


def before():
    import tempfile

    def report(request):
        with tempfile.NamedTemporaryFile(suffix=".txt") as file:
            file.write(b"42")
            return FileResponse(file.name)

    app = Starlette(routes=[Route("/report", report)])

    TestClient(app).get("/report")


def after():
    import os
    import tempfile

    from starlette.background import BackgroundTask

    def report(request):
        with tempfile.NamedTemporaryFile(suffix=".txt", delete=False) as file:
            file.write(b"42")
        return FileResponse(file.name, background=BackgroundTask(os.unlink, file.name))

    app = Starlette(routes=[Route("/report", report)])

    assert TestClient(app).get("/report").text == "42"
