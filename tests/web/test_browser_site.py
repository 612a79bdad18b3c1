"""The static site of errdex's own errors in a real browser, from a file host that knows nothing but files."""

from __future__ import annotations

import functools
import http.server
import json
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from typer.testing import CliRunner

from app.cli import app as command_line
from tests.extract.making import git
from tests.web.test_browser_pages import CHROMIUM

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="SITE NOT TESTED IN A BROWSER: no Chromium on the path"),
]
pytest.importorskip(
    "playwright", reason="SITE NOT TESTED IN A BROWSER: the package playwright is not installed"
)
from playwright.sync_api import Browser, Page, expect  # noqa: E402

ROOT = Path(__file__).parents[2]
BASE = "/deep/down"


def run(*arguments: object) -> None:
    """Run a command."""
    ran = CliRunner().invoke(command_line, [str(argument) for argument in arguments])
    assert ran.exit_code == 0, ran.output


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The errors of errdex itself: a checkout, a file for each, those that users meet explained, and the site."""
    folder = tmp_path_factory.mktemp("own") / "errdex"
    for name in ("app", "errors"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    git(folder.parent, "init", "-q", "errdex")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "first")
    run("init", folder)
    database = f"sqlite:///{folder.parent / 'own.db'}"
    run("--database", database, "ingest", folder / "errors")
    root = folder.parent / "public"
    run("--database", database, "export", "--site", root.joinpath(*BASE.split("/")))
    return root


@pytest.fixture(scope="module")
def host(site: Path) -> Iterator[str]:
    """Address of a file server whose files begin above the site."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
            """Say nothing."""

    handler = functools.partial(Handler, directory=str(site))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}{BASE}/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """A function that opens a page; at the end nothing may have been complained about or fetched from elsewhere."""
    complaints: list[str] = []
    elsewhere: list[str] = []
    contexts = []

    def _open(**options: Any) -> Page:
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: elsewhere.append(request.url))
        page.on(
            "response",
            lambda response: response.status < 400 or complaints.append(f"{response.status} {response.url}"),
        )
        return page

    yield _open
    for context in contexts:
        context.close()
    assert complaints == []
    assert {(urlsplit(url).hostname, urlsplit(url).path.startswith(BASE)) for url in elsewhere} == {
        ("127.0.0.1", True)
    }


def test_search_record_and_json(host: str, open_page: Callable[..., Page]) -> None:
    """From the first page: words, the record, its fix, and its JSON at the path that the server has for it."""
    page = open_page()
    page.goto(host)
    assert page.get_by_role("heading", level=1).inner_text() == "Errors of local/errdex"
    box = page.locator("main input[name=q]")
    box.fill("paste larger byt")
    box.press("Enter")
    page.locator("#site-results li").first.wait_for()
    assert urlsplit(page.url).path == f"{BASE}/search/"
    assert page.locator("main input[name=q]").input_value() == "paste larger byt"
    expect(page.locator("#site-status")).to_have_text(re.compile("records?$"))
    page.locator("#site-results li", has_text="app/commands/paste.py").get_by_role("link").first.click()
    page.wait_for_url("**/errors/local/errdex/the-paste-is-larger-than-*/")
    assert "Send the part round the error, or the last lines" in page.locator("#solutions").inner_text()
    assert "tail -n 5000 server.log | errdex match" in page.locator("#fix").inner_text()
    record_id = urlsplit(page.url).path.rstrip("/")[-16:]
    json_at = page.get_by_role("link", name=f"/api/errors/{record_id}")
    assert urlsplit(json_at.evaluate("element => element.href")).path == f"{BASE}/api/errors/{record_id}"
    found = page.evaluate(
        "async (id) => (await fetch(new URL(`/deep/down/api/errors/${id}`, location))).json()", record_id
    )
    assert found["record"]["id"] == record_id
    assert len(found["record"]["solutions"]) == 2
    assert found["errdex"]["provenance"]["kind"] == "written"
    page.goto(f"{host}e/{record_id}/")
    page.wait_for_url(f"**-{record_id}/")


def test_filters_are_searched_too(host: str, open_page: Callable[..., Page]) -> None:
    """By an address with several conditions, which no list has; what is not there is said."""
    page = open_page()
    page.goto(f"{host}search/?errorClass=BadInput&severity=error&q=database")
    page.locator("#site-results li").first.wait_for()
    metas = page.locator("#site-results .meta").all_inner_texts()
    assert {meta.rpartition(" · ")[2] for meta in metas} == {"BadInput"}
    page.goto(f"{host}search/?q=xyzzy")
    page.get_by_text("0 records").wait_for()
    page.goto(f"{host}search/?q=paste+xyzzy")
    page.get_by_text("No record has all of these words.").wait_for()


def test_lists_work_without_javascript(host: str, site: Path, open_page: Callable[..., Page]) -> None:
    """All records, page by page; by tag; and a record from there."""
    page = open_page(java_script_enabled=False)
    page.goto(host)
    page.get_by_role("link", name="all of them").click()
    seen: set[str] = set()
    while True:
        links = page.locator("main a[href*='errors/local/errdex/']")
        seen |= {str(link.get_attribute("href")).rstrip("/")[-16:] for link in links.all()}
        following = page.get_by_role("link", name="Next page")
        if not following.count():
            break
        following.click()
    files = (site / BASE[1:] / "api/errors").glob("*.json")
    assert seen == {path.stem for path in files}
    page.get_by_role("navigation", name="Site").get_by_role("link", name="Tags").click()
    page.locator("main a").first.click()
    page.locator("main a[href*='errors/local/errdex/']").first.click()
    assert page.locator("#source").is_visible()
    as_json = page.locator("a[href*='api/errors/']").first.evaluate("element => element.href")
    assert json.loads((site / urlsplit(as_json).path[1:]).read_bytes())["record"]["id"] in page.url
    page.goto(f"{host}search/")
    assert page.locator("noscript").count()
