from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.testclient import TestClient

from tests.knowledge.form import Prose

ID = "6851317ac9616766"
PROSE = Prose(
    documentation="The connection was closed from this side already, and the code goes on writing to it.",
    trigger="`send_text`, `send_json` or `close()` on a WebSocket after `close()`.",
    situations="`close()` in a `finally` block after the loop has closed; a broadcast to a list of connections in which closed ones are left; a task that outlives the connection.",
    solutions=(
        "Take the connection out of your list of listeners where it is closed, before anything else is sent.",
        "Return after `close()`; in `finally` close only if `websocket.application_state is not WebSocketState.DISCONNECTED`.",
        "A background task sends: cancel it when the receive loop ends.",
    ),
    tags=("starlette", "fastapi", "websocket", "disconnect"),
    strategy="type-guard",
    background="invalid-state",
    site="starlette/websockets.py WebSocket.send",
)


def before():
    async def greet(websocket):
        await websocket.accept()
        await websocket.close()
        await websocket.send_text("goodbye")

    app = Starlette(routes=[WebSocketRoute("/ws", greet)])

    with TestClient(app).websocket_connect("/ws") as connection:
        connection.receive_text()


def after():
    async def greet(websocket):
        await websocket.accept()
        await websocket.send_text("goodbye")
        await websocket.close()

    app = Starlette(routes=[WebSocketRoute("/ws", greet)])

    with TestClient(app).websocket_connect("/ws") as connection:
        assert connection.receive_text() == "goodbye"
