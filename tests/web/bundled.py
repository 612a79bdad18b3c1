"""Applications over all bundled records, and two learned releases of a small package."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from app.config import Settings
from app.services import wiring
from app.services.inputs import find_inputs
from tests.services.learning import REPO, a_draft, an_origin

__all__ = ["REPO", "with_releases"]


def _site(message: str, *conditions: str, **fields: Any) -> dict[str, Any]:
    draft = a_draft(message, **fields)
    draft["errdex"]["facts"] = {"conditions": list(conditions)}
    return draft


OLD = [
    _site("Pool {name} is full", "size > limit"),
    _site("It is closed", "self.closed", line=20),
    _site("Only <b>there</b>", "x", line=40, function="Pool.old"),
    *(
        _site(f"Part {{n}} of shard {number}", "n < 0", function=f"Shard.part{number}")
        for number in range(40)
    ),
]
NEW = [
    _site("Pool {name} is full", "size > limit", "self.strict", line=11),
    _site("It is closed", "self.closed", line=21, path="src/pool/closing.py"),
    _site("Brand new words", "z", line=60, function="Pool.new"),
]


def with_releases(folder: Path) -> Settings:
    """Settings of a new database in a folder with all bundled records and two releases of a package."""
    path = folder / "errdex.db"
    path.write_bytes(_made())
    return Settings(_env_file=None, database_url=f"sqlite:///{path}")


@cache
def _made() -> bytes:
    """The database, made once for all tests of a process."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "made.db"
        services = wiring.build(Settings(_env_file=None, database_url=f"sqlite:///{path}"))
        services.ingest.ingest(find_inputs([]))
        for version, drafts in (("1.0", OLD), ("2.0", NEW)):
            services.learn.learn(an_origin(version), drafts)
        services.close()
        return path.read_bytes()
