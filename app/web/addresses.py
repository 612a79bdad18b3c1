"""The path of a request as the routes see it."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.types import Scope

__all__ = ["public_path", "root_path_of", "route_path"]


def public_path(public_url: str | None) -> str:
    """Return the path of the address under which others reach this server, without a final slash."""
    return urlsplit(public_url).path.rstrip("/") if public_url else ""


def root_path_of(scope: Scope) -> str:
    """Return the path that a proxy puts before every address of this server, without a final slash."""
    return str(scope.get("root_path", "")).rstrip("/")


def route_path(scope: Scope) -> str:
    """Return the path below the root path, whether the proxy strips that or not."""
    path = str(scope["path"])
    root = root_path_of(scope)
    if root and (path == root or path.startswith(root + "/")):
        return path[len(root) :] or "/"
    return path
