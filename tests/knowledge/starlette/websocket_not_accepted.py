from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.testclient import TestClient

from tests.knowledge.form import Prose

ID = "6b4b045fbbf313a4"
PROSE = Prose(
    documentation="The WebSocket is not open: either it was never accepted, or the connection has ended already.",
    trigger="`receive_text`, `receive_bytes` or `receive_json` before `await websocket.accept()`, or again after a disconnect.",
    situations="`accept()` forgotten; a loop that catches every exception, WebSocketDisconnect included, and goes on receiving.",
    solutions=(
        "Call `await websocket.accept()` first.",
        "It comes after a while: the client left. End the loop on `WebSocketDisconnect`; do not catch `Exception` around the receive inside it.",
        "Or iterate, which ends by itself: `async for text in websocket.iter_text():`.",
    ),
    tags=("starlette", "fastapi", "websocket", "disconnect", "accept"),
    strategy="try-catch",
    background="invalid-state",
    site="starlette/websockets.py WebSocket.receive_text",
)


def before():
    async def echo(websocket):
        text = await websocket.receive_text()
        await websocket.send_text(text)

    app = Starlette(routes=[WebSocketRoute("/ws", echo)])

    with TestClient(app).websocket_connect("/ws") as connection:
        connection.send_text("hello")


def after():
    async def echo(websocket):
        await websocket.accept()
        text = await websocket.receive_text()
        await websocket.send_text(text)

    app = Starlette(routes=[WebSocketRoute("/ws", echo)])

    with TestClient(app).websocket_connect("/ws") as connection:
        connection.send_text("hello")
        assert connection.receive_text() == "hello"
