"""Every page by the rules of HTML, as the checker of the W3C knows them: `VNU_JAR` names its jar (npm: vnu-jar)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.web.test_pages_rules import HTML, PAGES, PASTES

JAR = os.environ.get("VNU_JAR", "")
JAVA = shutil.which("java")

pytestmark = pytest.mark.skipif(
    not (JAR and JAVA),
    reason="HTML NOT VALIDATED: set VNU_JAR to the jar of the Nu Html Checker, and install Java",
)


def test_every_page_is_valid_html(client: TestClient, tmp_path: Path) -> None:
    """The checker has nothing to say of any page, list, record or answer, not even a warning."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for number, path in enumerate(PAGES):
        (folder / f"page-{number}.html").write_bytes(client.get(path, headers=HTML).content)
    for number, text in enumerate(PASTES.values()):
        answer = client.post("/", data={"text": text}, headers=HTML)
        (folder / f"answer-{number}.html").write_bytes(answer.content)
    checked = subprocess.run(
        [str(JAVA), "-jar", JAR, "--format", "json", str(folder)], stderr=subprocess.PIPE, check=False
    )
    messages = json.loads(checked.stderr)["messages"]
    assert [f"{one.get('url')}: {one['message']}: {one.get('extract')}" for one in messages] == []
