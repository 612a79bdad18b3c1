import requests

from tests.knowledge.form import Prose

ID = "a6913416e728fc2e"
PROSE = Prose(
    documentation=(
        "The machine was found and nobody listens there on that port, so it refused at once. The server is not running, listens on another port, or on another address than the one that you reach."
    ),
    trigger="Opening a connection to a host and port on which no program listens. The end of the message says `Connection refused`; other ends are other errors.",
    situations=(
        "The server was not started or crashed; `localhost` inside a container, which is the container itself; a server bound to 127.0.0.1 that is called from outside; a proxy setting; the request "
        "comes before the server is ready."
    ),
    solutions=(
        "Look at host and port in the message, and whether it listens: `ss -ltn` (Windows: `netstat -an`), or `curl` from the same machine.",
        "You are in a container: `localhost` is itself; use the name of the service (`http://api:8000`), and `host.docker.internal` for the machine around it.",
        "The server listens on 127.0.0.1 and you come from elsewhere: start it with `--host 0.0.0.0`.",
        "It starts at the same time: wait for it, or retry, `session.mount('http://', HTTPAdapter(max_retries=Retry(connect=5, backoff_factor=0.5)))`.",
        "The port in the message is that of a proxy: unset `HTTP_PROXY`, or add the host to `NO_PROXY`.",
    ),
    tags=("requests", "connection", "docker", "port", "localhost"),
    strategy="try-catch",
    background="connection-failed",
    message=(
        "{pool}(host='{host}', port={port}): Max retries exceeded with url: {url} (Caused by NewConnectionError({connection}: Failed to establish a new connection: "
        "[Errno {number}] Connection refused{end}"
    ),
    site="requests/adapters.py HTTPAdapter.send",
    several=True,
)


def before():
    requests.get("http://localhost:9/users", timeout=5)


def after():
    from http.server import HTTPServer, SimpleHTTPRequestHandler
    from threading import Thread

    server = HTTPServer(("localhost", 0), SimpleHTTPRequestHandler)
    Thread(target=server.serve_forever, daemon=True).start()
    requests.get(f"http://localhost:{server.server_port}/", timeout=5)


def before_https():
    requests.get("https://localhost:9/users", timeout=5)


def after_https():
    from http.server import HTTPServer, SimpleHTTPRequestHandler
    from threading import Thread

    server = HTTPServer(("localhost", 0), SimpleHTTPRequestHandler)
    Thread(target=server.serve_forever, daemon=True).start()
    requests.get(f"http://localhost:{server.server_port}/", timeout=5)


def handling():
    try:
        requests.get("http://localhost:9/users", timeout=5)
    except requests.ConnectionError as error:
        print(f"not there: {error.request.url}")
