import httpx2

from tests.knowledge.form import Prose

ID = "d339a1ec00358812"
PROSE = Prose(
    documentation="Nobody listens at that host and port: the name is right, the machine answers, and it turns the connection down.",
    trigger="Any request to a port on which no server runs, or not yet.",
    situations="A server that is still starting or has crashed; `localhost` inside a container, which is the container itself; another port; a server bound to 127.0.0.1 only.",
    solutions=(
        "Does it run, and where? `ss -ltnp` on its machine, or `curl -v` to the same address.",
        "From container to container: use the name of the service and its inner port, not `localhost` and the published one.",
        "The server listens on 127.0.0.1 only: start it with `--host 0.0.0.0`.",
        "It is still starting: wait for its health route, or `httpx2.HTTPTransport(retries=3)`.",
    ),
    tags=("httpx2", "connection", "docker", "network"),
    strategy="try-catch",
    background="connection-failed",
    message="[Errno {errno}] Connection refused",
    place="httpx2/_transports/default.py:112 map_httpcore_exceptions ConnectError -",
)


def before():
    httpx2.get("http://127.0.0.1:1/")


def after():
    import threading
    from http.server import BaseHTTPRequestHandler, HTTPServer

    server = HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    threading.Thread(target=server.handle_request, daemon=True).start()

    httpx2.get(f"http://127.0.0.1:{server.server_port}/")


def handling():
    try:
        httpx2.get("http://127.0.0.1:1/")
    except httpx2.ConnectError:
        print("the server is not there")
