"""A record that a second reader has read against the source says so, wherever one that was run says that."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.config import Settings
from app.db.resources import records_dir
from app.main import create_app
from app.services import wiring
from app.services.inputs import find_inputs
from tests.web.html_document import parse

REPOS = {"sgl-project__sglang": "reviewed", "fastapi__fastapi": "verified"}


def one_of(repo: str, kind: str) -> tuple[Path, dict[str, list[str]]]:
    """The first bundled record of a repository that has such releases, and its provenance."""
    for path in sorted((records_dir() / repo).glob("*.json")):
        provenance = json.loads(path.read_bytes()).get("errdex", {}).get("provenance", {})
        if provenance.get(kind):
            return path, provenance
    raise AssertionError(repo)


@pytest.mark.parametrize(("repo", "kind"), REPOS.items())
def test_page_api_and_text_say_how_it_was_checked(loaded: Settings, repo: str, kind: str) -> None:
    """Read or run, with the releases; never both."""
    path, provenance = one_of(repo, kind)
    services = wiring.build(loaded, migrate=False)
    services.ingest.ingest(find_inputs([str(path)]))
    services.close()
    record_id, releases = path.stem[-16:], ", ".join(provenance[kind])
    with TestClient(create_app(loaded), raise_server_exceptions=False) as client:
        page = parse(client.get(f"/e/{record_id}", headers={"Accept": "text/html"}).text)
        text = client.get(f"/e/{record_id}?format=txt").text
        kept = client.get(f"/api/errors/{record_id}").json()["errdex"]["provenance"]
    badges = {badge.words for badge in page.one("main").all("span", class_="badge")}
    footer = page.one("footer", class_="origin").words
    read, ran = f"Read against {releases}", f"Fix run against {releases}"
    assert badges & {read, ran} == {read if kind == "reviewed" else ran}
    assert ("and not run." in footer, "The fix was run against" in footer) == (
        kind == "reviewed",
        kind == "verified",
    )
    assert (f"Read against: {releases}" in text) == (kind == "reviewed")
    assert (f"Verified with: {releases}" in text) == (kind == "verified")
    assert kept == provenance
