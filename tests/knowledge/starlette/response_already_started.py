from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import StreamingResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from tests.knowledge.form import Prose

ID = "c0f8a9010f7e67f7"
PROSE = Prose(
    documentation="An HTTPException came when status and headers were sent already. They cannot be taken back, so the client gets a broken answer.",
    trigger="Raising HTTPException (or another exception with a handler) inside the generator of a StreamingResponse, or in a background task.",
    situations="Checks or look-ups in the generator of a download or event stream; a dependency with `yield` that raises after the answer.",
    solutions=(
        "Do everything that can fail before the response is made: fetch the first piece, check rights, then stream the rest.",
        "An error in the middle has to be part of the stream: yield an error event or a last line that says so.",
        "In a background task: log and do not raise.",
    ),
    tags=("starlette", "fastapi", "streaming-response", "http-exception", "background-tasks"),
    strategy="try-catch",
    background="invalid-state",
)


def before():
    def lines(name):
        yield "start\n"
        if name != "report":
            raise HTTPException(status_code=404)

    def download(request):
        return StreamingResponse(lines(request.path_params["name"]))

    app = Starlette(routes=[Route("/{name}", download)])

    TestClient(app).get("/nothing")


def after():
    def lines():
        yield "start\n"

    def download(request):
        if request.path_params["name"] != "report":
            raise HTTPException(status_code=404)
        return StreamingResponse(lines())

    app = Starlette(routes=[Route("/{name}", download)])

    assert TestClient(app).get("/nothing").status_code == 404
