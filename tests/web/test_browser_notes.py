"""The form for a note in a real browser, with JavaScript and without it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.config import Settings
from app.main import create_app
from app.services.wiring import build
from tests.serving import running_server
from tests.web.browser import CHROMIUM, Pages, launched, serious_problems
from tests.web.test_api_notes import HOSTILE

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="PAGES NOT TESTED IN A BROWSER: no Chromium on the path"),
]
pytest.importorskip(
    "playwright", reason="PAGES NOT TESTED IN A BROWSER: the package playwright is not installed"
)
from playwright.sync_api import Page  # noqa: E402

RECORD = "9dc9da1ff5ab745f"


@pytest.fixture
def settings(loaded_file: Path, tmp_path: Path) -> Settings:
    """Settings of a server of the test's own, on which all may write."""
    path = tmp_path / "notes.db"
    shutil.copyfile(loaded_file, path)
    return Settings(_env_file=None, database_url=f"sqlite:///{path}", anonymous_notes=True)


@pytest.fixture
def server(settings: Settings) -> Iterator[str]:
    """Its address."""
    with running_server(create_app(settings)) as address:
        yield address


@pytest.fixture
def open_page() -> Iterator[Callable[..., Page]]:
    """A function that opens an empty page; at the end nothing may have been complained about or fetched from elsewhere."""
    with launched() as browser:
        pages = Pages(browser)
        yield pages.open
        pages.close()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_note_is_written_and_solves_it(
    server: str, settings: Settings, open_page: Callable[..., Page], scripts: bool
) -> None:
    """A person fills the form in, is back at the notes, and says that one solved it; a hostile text stays text."""
    page = open_page(java_script_enabled=scripts)
    page.goto(f"{server}/e/{RECORD}")
    page.get_by_label("Note, in Markdown").fill(HOSTILE.replace("\x1b", ""))
    page.get_by_label("Your name").fill("Al")
    page.get_by_role("button", name="Add the note").click()
    page.wait_for_url("**#notes")
    note = page.locator("#notes .people li").first
    assert "<script>alert(1)</script>" in note.inner_text()
    assert note.locator("script, img").count() == 0
    note.get_by_role("button", name="It solved it").click()
    page.wait_for_url("**#notes")
    assert "solved it for 1" in page.locator("#notes .people li").first.inner_text()
    if scripts:  # which looks with a script of its own
        assert serious_problems(page) == []
    services = build(settings)
    assert [one.author for one in services.notes.of_record(RECORD).items] == ["Al"]
    services.close()
