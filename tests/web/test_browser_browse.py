"""Record, search, releases and statistics in a real browser: as one types, by keyboard, without JavaScript, on a phone, in the dark."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from app.main import create_app
from tests.serving import running_server
from tests.web.browser import ARGUMENTS, CHROMIUM, LOW_CONTRAST, serious_problems, too_wide
from tests.web.bundled import REPO, with_releases
from tests.web.html_document import parse

__all__ = ["ARGUMENTS"]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="PAGES NOT TESTED IN A BROWSER: no Chromium on the path"),
]
pytest.importorskip(
    "playwright", reason="PAGES NOT TESTED IN A BROWSER: the package playwright is not installed"
)
from playwright.sync_api import Page, expect  # noqa: E402

OpenPage = Callable[..., Page]

RECORD = "/e/d7326ee57f8a95e6"
PATHS = [
    RECORD,
    "/search?q=must",
    "/search?q=xyzzyq&repo=pydantic%2Fpydantic",
    "/repos",
    "/tags",
    "/backgrounds",
    "/drift",
    f"/drift/{REPO}",
    "/stats",
    "/about",
    "/docs",
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a running server over all bundled records and two releases of a package; it takes notes."""
    settings = with_releases(tmp_path_factory.mktemp("browse")).model_copy(update={"anonymous_notes": True})
    with running_server(create_app(settings)) as address:
        yield address


def test_search_answers_while_one_types(server: str, open_page: OpenPage) -> None:
    """The list, its numbers, the facets, the title and the address follow; no page is loaded anew."""
    page = open_page()
    page.goto(f"{server}/search?repo=pydantic%2Fpydantic")
    page.evaluate("window.stayed = true")
    box = page.get_by_label("Words of the message")
    box.press_sequentially("discriminated", delay=15)
    page.locator(".total .value", has_text="discriminated").wait_for()
    assert page.url == f"{server}/search?q=discriminated&repo=pydantic%2Fpydantic"
    assert page.title() == "discriminated - search - errdex"
    heard = " ".join((page.locator("#heard").text_content() or "").split())
    assert re.fullmatch(r"1–\d+ of \d+ records for discriminated", heard)
    assert page.locator("a.to-facets").count() == 1
    assert page.evaluate("document.activeElement.id") == "q"
    assert page.evaluate("window.stayed")
    titles = page.locator("ol.records h2").all_inner_texts()
    assert titles
    page.reload()
    assert page.locator("ol.records h2").all_inner_texts() == titles
    box.fill("discrimnated")
    page.get_by_text("Did you mean").wait_for()
    page.locator(".help").get_by_role("link", name="discriminated", exact=True).click()
    assert page.locator("ol.records h2").all_inner_texts() == titles


def test_a_search_that_fails_while_one_types_is_told(server: str, open_page: OpenPage) -> None:
    """The result before it stays, and it is said that it is that one, until a search is answered again."""
    page = open_page(tolerated="Failed to load resource")
    page.goto(f"{server}/search?q=must")
    titles = page.locator("ol.records h2").all_inner_texts()
    told = page.locator("#heard.callout")
    box = page.get_by_label("Words of the message")
    for fails in (lambda route: route.abort(), lambda route: route.fulfill(status=503, body="busy")):
        page.route("**/search?*", fails)
        box.fill("discriminated")
        expect(told).to_be_visible()
        expect(told).to_contain_text("This search was not answered")
        assert page.locator("ol.records h2").all_inner_texts() == titles
        assert page.locator("#results[aria-busy]").count() == 0
        assert page.url == f"{server}/search?q=must"
        page.unroute("**/search?*")
        box.fill("must")
        expect(told).to_have_count(0)
        expect(page.locator("#heard")).to_contain_text("for must")


def test_search_by_form_and_facets_without_javascript(server: str, open_page: OpenPage) -> None:
    """The form sends, a facet narrows down, its chip takes it away, pages turn."""
    page = open_page(java_script_enabled=False)
    page.goto(f"{server}/search")
    page.get_by_label("Words of the message").fill("must be")
    page.get_by_role("button", name="Search").click()
    total = page.locator(".total strong").nth(1).inner_text()
    page.locator(".facets").get_by_role("link", name="ValueError").first.click()
    expect(page.locator(".chips").get_by_text("Class: ValueError")).to_have_count(1)
    expect(page.locator(".total strong").nth(1)).not_to_have_text(total)
    page.locator(".chips").get_by_role("link").click()
    expect(page.locator(".total strong").nth(1)).to_have_text(total)
    page.goto(f"{server}/search")
    page.get_by_role("link", name="Next page").click()
    expect(page.locator(".total strong").first).to_have_text(re.compile("^21–"))


def test_record_by_keyboard_alone(server: str, open_page: OpenPage) -> None:
    """From the search box to the record, to its solutions and its fix; line numbers do not stand in the way."""
    page = open_page()
    page.goto(f"{server}/repos")
    page.keyboard.press("Control+k")
    page.locator("input[name=q]:focus").wait_for()
    page.keyboard.type("d7326ee57f8a95e6")
    page.keyboard.press("Enter")
    page.locator("main.search-page").wait_for()
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('ol.records') !== null"):
            break
    page.keyboard.press("Enter")
    page.locator("main.record").wait_for()
    reached: list[str] = []
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.append(
            page.evaluate(
                "document.activeElement.getAttribute('aria-label') || document.activeElement.innerText"
            )
        )
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
        if reached[-1].startswith("View on GitHub"):
            break
    assert any(label.startswith("Source of ") for label in reached)
    assert reached[-1] == "View on GitHub"
    page.locator("nav.toc").get_by_role("link", name="Solutions").focus()
    page.keyboard.press("Enter")
    assert page.url.endswith("#solutions")
    expect(page.locator("#solutions-heading")).to_be_in_viewport()


def test_copying_from_a_record(server: str, open_page: OpenPage) -> None:
    """Code without line numbers, the address, a few lines for an issue."""
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(server + RECORD)
    address = page.url
    page.get_by_role("button", name="Copy link").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == address
    page.get_by_role("button", name="Copy for an issue").click()
    page.get_by_role("button", name="Copied").nth(1).wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("**ValueError: Kimi-K3 DCP + DSPARK")
    assert address in copied
    page.locator("#fix .code.after").get_by_role("button").click()
    page.wait_for_function("navigator.clipboard.readText().then((text) => text.startsWith('export'))")
    page.evaluate("getSelection().selectAllChildren(document.querySelector('#source pre'))")
    assert page.evaluate("getSelection().toString()").lstrip("\n").startswith("    cfg = resolving_view")


def test_note_and_verdict_from_the_record(server: str, open_page: OpenPage) -> None:
    """A person's note is written and read below the record; it stays text."""
    page = open_page(java_script_enabled=False)
    page.goto(server + RECORD)
    page.get_by_label("Note, in Markdown").fill("Setting it **helped**. <script>alert(1)</script>")
    page.get_by_role("button", name="Add the note").click()
    note = page.locator("#notes .note")
    assert note.inner_text() == "Setting it helped. <script>alert(1)</script>"
    assert note.locator("strong").inner_text() == "helped"


@pytest.mark.parametrize("path", PATHS)
def test_the_browser_builds_the_tree_that_is_written(server: str, open_page: OpenPage, path: str) -> None:
    """Nothing is moved, closed early or left out, as it is where elements stand in others that cannot hold them."""
    page = open_page(java_script_enabled=False)
    answer = page.goto(server + path)
    assert answer is not None
    written, built = (
        [(element.tag, element.parent.tag) for element in parse(html).walk() if element.parent is not None]
        for html in (answer.text(), page.content())
    )
    assert built == written


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_can_be_read_by_everybody(server: str, open_page: OpenPage, scheme: str) -> None:
    """Contrast, what axe finds, and nothing to scroll sideways from 320 pixels on; folded parts opened."""
    page = open_page(color_scheme=scheme)
    for path in PATHS:
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto(server + path)
        page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
        contrast = page.evaluate(LOW_CONTRAST)
        assert contrast["checked"] > 10
        assert not contrast["found"], path
        assert not serious_problems(page), path
        for width in (320, 390, 768, 1024, 1280, 1920):
            page.set_viewport_size({"width": width, "height": 800})
            assert too_wide(page) <= 0, f"{path} at {width}"


def test_releases_are_compared_by_form(server: str, open_page: OpenPage) -> None:
    """Two releases are chosen and compared without JavaScript."""
    page = open_page(java_script_enabled=False)
    page.goto(f"{server}/drift/{REPO}")
    page.get_by_label("From").select_option("2.0")
    page.get_by_label("To").select_option("1.0")
    page.get_by_role("button", name="Compare").click()
    assert page.get_by_role("heading", level=1).inner_text() == "Errors of pool, 2.0 to 1.0"
    page.get_by_role("link", name="New 41").click()
    assert page.locator("ol.changes > li").count() == 25
