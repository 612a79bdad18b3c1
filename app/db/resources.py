"""Where the files live that travel with the program: migrations and the bundled records.

A wheel holds them as `app/bundled/...`; in a checkout they stand beside `app/`. The working directory
plays no part, so a foreign `app/` in it does no harm.
"""

from __future__ import annotations

from pathlib import Path

from app.errors import StorageError

_PACKAGE = Path(__file__).resolve().parent.parent


def migrations_dir() -> Path:
    """Return the folder that holds Alembic's `env.py` and `versions/`.

    Raises:
        StorageError: the installation is incomplete.
    """
    return _find("migrations", "migrations")


def records_dir() -> Path:
    """Return the folder with the records that every installation brings.

    Raises:
        StorageError: the installation is incomplete.
    """
    return _find("records", "data/records")


def _find(bundled: str, in_checkout: str) -> Path:
    for folder in (_PACKAGE / "bundled" / bundled, _PACKAGE.parent / in_checkout):
        if folder.is_dir():
            return folder
    raise StorageError(
        f"This installation of errdex has no {bundled!r} folder beside {_PACKAGE}; install it again.",
        path=str(_PACKAGE),
    )
