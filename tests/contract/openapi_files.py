"""The two files that hold what the API says of itself, made anew from the running application.

`python -m tests.contract.openapi_files` writes them; `test_openapi` holds them equal to what the server says.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from app.config import Settings
from app.main import create_app
from app.services import wiring
from app.web import openapi
from tests.seeds import seeds

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "app" / "web" / "examples.json"
DOCUMENT = ROOT / "docs" / "openapi.json"

RECORD = "9dc9da1ff5ab745f"
PASTE = """\
Traceback (most recent call last):
  File "/opt/serve/bin/start.py", line 14, in <module>
    main()
  File "/opt/serve/lib/python3.11/site-packages/sglang/kernels/ops/kimi_k3/kda_decode_mtp.py", line 997, in fused_kda
    raise ValueError(
ValueError: DSpARK KDA MTP requires a fixed 1 + num_spec dense tokens per request; got T=17, N=4
"""


def real_examples(client: TestClient) -> dict[str, Any]:
    """Ask a server with the bundled records; return requests and answers by operation id."""
    asked = {"text": PASTE, "limit": 1, "versions": {"sglang": "0.5.18"}}
    answer = client.post("/api/match", json=asked).json()
    answer["stats"]["elapsedMs"] = 3.2
    markdown = client.post("/api/match", json=asked, headers={"Accept": "text/markdown"}).text

    def got(path: str) -> dict[str, Any]:
        return {"200": {"application/json": client.get(path).json()}}

    return {
        "matchPaste": {
            "request": {"application/json": asked, "text/plain": PASTE},
            "responses": {
                "200": {"application/json": answer, "text/markdown": markdown},
                "422": {
                    "application/problem+json": _problem(client.post("/api/match", json={"limit": 0}).json())
                },
            },
        },
        "searchRecords": {
            "parameters": {"q": "DSPARK", "repo": "sgl-project/sglang"},
            "responses": got("/api/errors?q=DSPARK&repo=sgl-project/sglang"),
        },
        "getRecord": {
            "parameters": {"id": RECORD},
            "responses": {
                **got(f"/api/errors/{RECORD}"),
                "404": {
                    "application/problem+json": _problem(client.get("/api/errors/0000000000000000").json())
                },
            },
        },
        "getRelatedRecords": {
            "parameters": {"id": RECORD},
            "responses": got(f"/api/errors/{RECORD}/related"),
        },
        "listRepos": {"responses": got("/api/repos")},
        "listBackgrounds": {"responses": got("/api/backgrounds")},
    }


def _problem(problem: dict[str, Any]) -> dict[str, Any]:
    return {**problem, "requestId": "3f1c6a0b7d2e4f5896a1b2c3d4e5f607"}


def as_text(value: Any) -> str:
    """Return the text of one of the files."""
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def with_bundled_records(folder: Path) -> Settings:
    """Settings of a new database in a folder, with the bundled records in it."""
    settings = Settings(_env_file=None, database_url=f"sqlite:///{folder / 'errdex.db'}")
    services = wiring.build(settings)
    services.ingest.ingest(seeds(), source=None, prune=False, dry_run=False, strict=False, skip_bad=False)
    services.close()
    return settings


def main() -> None:
    """Write both files."""
    with tempfile.TemporaryDirectory() as folder:
        settings = with_bundled_records(Path(folder))
        with TestClient(create_app(settings)) as client:
            EXAMPLES.write_text(as_text(real_examples(client)), encoding="utf-8")
            openapi.examples.cache_clear()
        DOCUMENT.write_text(as_text(create_app(settings).openapi()), encoding="utf-8")


if __name__ == "__main__":
    main()
