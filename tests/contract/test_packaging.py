"""The wheel is whole: installed elsewhere, with a foreign `app/` beside it, it ingests and answers."""

from __future__ import annotations

import json
import re
import urllib.request
import zipfile
from email.parser import Parser
from pathlib import Path
from typing import Any

import pytest

from app import __version__
from tests.contract.installed import ROOT, Installation, free_port

pytestmark = pytest.mark.slow

SHIPPED = sorted((ROOT / "data/records").rglob("*.json"))


def records() -> list[dict[str, Any]]:
    """The records that the project ships."""
    return [json.loads(path.read_bytes())["record"] for path in SHIPPED]


def paste_of(record: dict[str, Any]) -> str:
    """A traceback that ends in a record's error, raised from where a package manager puts the file."""
    file = record["filePath"].removeprefix("python/")
    return (
        "Traceback (most recent call last):\n"
        f'  File "/opt/site-packages/{file}", line {record["lineNumber"]}, in start\n'
        f"    raise {record['errorClass']}(\n"
        f"{record['errorClass']}: {record['errorMessage']}\n"
    )


def literal_record() -> dict[str, Any]:
    """A record whose message has no wildcard."""
    return next(record for record in records() if "{" not in record["errorMessage"])


@pytest.fixture
def foreign(elsewhere: Path) -> Path:
    """A folder whose own `app` package must not be imported."""
    package = elsewhere / "app"
    package.mkdir()
    for name in ("__init__", "cli", "main"):
        (package / f"{name}.py").write_text("raise ImportError('this is the app of somebody else')\n")
    return elsewhere


def test_wheel_holds_what_it_needs(wheel: Path) -> None:
    """Migrations, records, templates, static files and licences are in the wheel; tests are not."""
    names = zipfile.ZipFile(wheel).namelist()
    for folder, suffix in [
        ("app/bundled/migrations/", "env.py"),
        ("app/bundled/migrations/versions/", ".py"),
        ("app/bundled/records/", ".json"),
        ("app/web/templates/", ".html"),
        ("app/web/static/", ".css"),
    ]:
        assert [name for name in names if name.startswith(folder) and name.endswith(suffix)], folder
    shipped = {
        str(path.relative_to(ROOT / "data/records")) for path in (ROOT / "data/records").rglob("*.json")
    }
    assert {name.removeprefix("app/bundled/records/") for name in names if "/records/" in name} >= shipped
    assert {name.split("/")[0] for name in names} == {"app", f"errdex-{__version__}.dist-info"}
    assert not [name for name in names if re.search(r"(^|/)(tests?|bench)/|\.db|\.pyc$|\.env$", name)]
    licences = {Path(name).name for name in names if "/licenses/" in name}
    assert licences == {"LICENSE", "NOTICE"}


def test_wheel_describes_itself(wheel: Path) -> None:
    """The metadata names version, licence and Python, and the README is its description."""
    with zipfile.ZipFile(wheel) as archive:
        text = archive.read(f"errdex-{__version__}.dist-info/METADATA").decode()
    metadata = Parser().parsestr(text)
    assert metadata["Name"] == "errdex"
    assert metadata["Version"] == __version__
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata.get_payload() == (ROOT / "README.md").read_text()


def test_command_ingests_and_answers(installation: Installation, foreign: Path) -> None:
    """From a folder with its own `app`, the command loads the bundled records and names the one that was pasted."""
    version = installation.run(["errdex", "--version"], cwd=foreign)
    assert (version.returncode, version.stdout.strip()) == (0, f"errdex {__version__}"), version.stderr

    ingested = installation.run(["errdex", "ingest"], cwd=foreign)
    assert ingested.returncode == 0, ingested.stderr

    for record_id in {record["repo"]: record["id"] for record in records()}.values():  # a process each
        shown = installation.run(["errdex", "show", "--json", record_id], cwd=foreign)
        assert shown.returncode == 0, shown.stderr
        assert json.loads(shown.stdout)["record"]["id"] == record_id

    record = literal_record()
    matched = installation.run(["errdex", "match", "--json"], cwd=foreign, text=paste_of(record))
    assert matched.returncode == 0, matched.stderr
    assert json.loads(matched.stdout)["best"]["id"] == record["id"]

    silent = installation.run(["errdex", "match"], cwd=foreign, text="all is well\n")
    assert silent.returncode == 1, silent.stdout + silent.stderr


def test_server_answers(installation: Installation, foreign: Path) -> None:
    """From a folder with its own `app`, the server starts, answers a paste and shows its page and styles."""
    port = free_port()
    record = literal_record()
    base = f"http://127.0.0.1:{port}"
    ingested = installation.run(["errdex", "ingest"], cwd=foreign)
    assert ingested.returncode == 0, ingested.stderr
    with installation.serving(["errdex", "serve", "--port", str(port)], port=port, cwd=foreign):
        request = urllib.request.Request(
            f"{base}/api/match", data=paste_of(record).encode(), headers={"Content-Type": "text/plain"}
        )
        with urllib.request.urlopen(request, timeout=30) as response:
            assert json.load(response)["best"]["id"] == record["id"]
        with urllib.request.urlopen(f"{base}/", timeout=30) as response:
            page = response.read().decode()
        assert "<form" in page
        styles = re.findall(r'<link[^>]+href="([^"]+\.css[^"]*)"', page)
        assert len(styles) == 2
        for style in styles:
            with urllib.request.urlopen(base + style, timeout=30) as response:
                assert response.headers.get_content_type() == "text/css"


def test_nothing_is_written_beside_the_code(installation: Installation, foreign: Path) -> None:
    """The commands work where the installed code cannot be written, and put data only in the user's data folder."""
    assert installation.run(["errdex", "ingest"], cwd=foreign).returncode == 0
    written = {str(path.relative_to(foreign)) for path in foreign.rglob("*") if path.is_file()}
    assert {name for name in written if not name.startswith(("app/", ".local/share/errdex/"))} == set()
    if installation.user is not None:
        probe = installation.run(["touch", str(installation.bin / "probe")], cwd=foreign)
        assert probe.returncode != 0
