"""A web server for the proofs that need one. It is the proxy of the programs, and answers itself for every host."""

from __future__ import annotations

import os
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

__all__ = ["no_such_host", "prepare_secure_web", "prepare_web"]

_CERTIFICATE = (
    "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=api.example.com -addext subjectAltName=DNS:api.example.com "
    "-keyout key.pem -out server.pem"
)

_PAGES: dict[str, tuple[int, str, str]] = {
    "/users": (200, "application/json", '[{"name": "Ada"}]'),
    "/page": (200, "text/html", "<html>Please log in</html>"),
    "/empty": (204, "application/json", ""),
    "/missing": (404, "application/json", '{"detail": "no such user"}'),
}


class _Answer(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        path = "/" + self.path.partition("://")[2].partition("/")[2] if "://" in self.path else self.path
        if path == "/slow":
            threading.Event().wait(5)
        if path.startswith("/login"):
            self._send(302, "text/plain", "", {"Location": self.path} if "session" not in path else {})
            return
        code, kind, text = _PAGES.get(path, (200, "text/plain", "fine"))
        self._send(code, kind, text, {})

    def do_CONNECT(self) -> None:
        """Be the host that the program wants a tunnel to, with a certificate that nobody vouches for."""
        self.send_response(200)
        self.end_headers()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain("server.pem", "key.pem")
        try:
            self.request = context.wrap_socket(self.connection, server_side=True)
        except OSError:
            return
        self.setup()
        self.handle_one_request()

    def _send(self, code: int, kind: str, text: str, headers: dict[str, str]) -> None:
        body = text.encode()
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_arguments: Any) -> None:
        """Say nothing: what a program prints is compared."""


def prepare_web() -> None:
    """Start the server on a free port of this machine, as the proxy of this process."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Answer)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    os.environ["http_proxy"] = f"http://127.0.0.1:{server.server_port}"
    os.environ["no_proxy"] = "localhost"


def prepare_secure_web() -> None:
    """The same for https; the certificate of api.example.com, signed by itself, is `server.pem` in the current folder."""
    subprocess.run(_CERTIFICATE.split(), check=True, capture_output=True)
    prepare_web()
    os.environ["https_proxy"] = os.environ["http_proxy"]


def no_such_host() -> None:
    """Let this process know no host but this machine, so that nothing is asked of the network."""
    known: Callable[..., Any] = socket.getaddrinfo

    def _look_up(host: Any, *arguments: Any, **options: Any) -> Any:
        if host not in {"127.0.0.1", "localhost"}:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return known(host, *arguments, **options)

    socket.getaddrinfo = _look_up
