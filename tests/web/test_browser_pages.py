"""The pages in a real browser, over a real server: without JavaScript, with it, by keyboard, in both schemes."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import pytest

from app.config import Settings
from app.main import create_app
from app.services.wiring import build
from app.web.pages_match import traceback_of
from tests.seeds import SEEDS, seeds
from tests.serving import running_server
from tests.web.browser import ARGUMENTS, CHROMIUM, LOW_CONTRAST, serious_problems, too_wide
from tests.web.html_document import Element, parse

__all__ = ["ARGUMENTS", "CHROMIUM"]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="PAGES NOT TESTED IN A BROWSER: no Chromium on the path"),
]
pytest.importorskip(
    "playwright", reason="PAGES NOT TESTED IN A BROWSER: the package playwright is not installed"
)
from playwright.sync_api import Browser, Page, expect  # noqa: E402

OpenPage = Callable[..., Page]

RECORD = "/e/9dc9da1ff5ab745f"
TRACEBACK = """\
Traceback (most recent call last):
  File "/srv/py/sglang/srt/arg_groups/overrides.py", line 641, in _kimi_k3_overrides
    raise ValueError(
ValueError: Kimi-K3 DCP + DSPARK currently requires SGLANG_RAGGED_VERIFY_MODE=static; compact/cap-accept are not validated under DCP (got 'cap_accept').

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/a/deploy/launcher.py", line 77, in launch
    raise LaunchFailed("worker 0 did not start") from exc
deploy.launcher.LaunchFailed: worker 0 did not start
"""
FIX = "export SGLANG_RAGGED_VERIFY_MODE=static"
HOSTILE = (
    "\x1b[31mValueError\x1b[0m: </h2></textarea><script>alert(1)</script>\" onfocus=alert(2) x=' \u202eabc\u2066 "
    "{{ 7*7 }} &lt;img src=//example.org/x onerror=alert(3)> \x07\x00\n"
)
UNKNOWN = (
    'Traceback (most recent call last):\n  File "/srv/app/main.py", line 12, in run\n    x()\nKeyError: 1\n'
)
PASTES = {
    "chain": TRACEBACK,
    "hostile": HOSTILE + TRACEBACK,
    "unknown": UNKNOWN,
    "similar": "ValueError: Currently DFLASH speculative decoding cannot support DP attention mode.",
    "no error": "INFO:     Uvicorn running on http://127.0.0.1:8000",
}
PATHS = [
    "/",
    "/?example=1",
    RECORD,
    "/search",
    "/search?q=xyzzy&tag=swa",
    "/tags",
    "/docs",
    "/stats",
    "/about",
    "/no/such/page",
]


@pytest.fixture(scope="module")
def server(loaded_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a running server over the bundled records."""
    path = tmp_path_factory.mktemp("browser") / "errdex.db"
    shutil.copyfile(loaded_file, path)
    with running_server(create_app(Settings(_env_file=None, database_url=f"sqlite:///{path}"))) as address:
        yield address


def _paste(page: Page, server: str, text: str) -> None:
    page.goto(server)
    page.get_by_label("Paste a traceback or a log").fill(text)
    page.get_by_role("button", name="Explain this error").click()
    page.locator("main.answer").wait_for()


def _seed_tracebacks(loaded_file: Path) -> dict[str, str]:
    """What Python prints at the site of each seed, by record id."""
    services = build(Settings(_env_file=None, database_url=f"sqlite:///{loaded_file}"))
    try:
        ids = [source.name.removesuffix(".json")[-16:] for source in seeds()]
        return {record_id: traceback_of(services.catalog.get(record_id).envelope) for record_id in ids}
    finally:
        services.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "errdex.test"])
def test_from_a_traceback_to_the_fix_without_javascript(server: str, open_page: OpenPage, host: str) -> None:
    """JavaScript off, over plain HTTP: paste, press the button, read the fix, follow the link to the record."""
    page = open_page(java_script_enabled=False)
    _paste(page, server.replace("127.0.0.1", host) + "/", TRACEBACK)
    assert urlsplit(page.url)[2:] == ("/", "", "")
    best = page.locator("article.best")
    assert "Known error" in best.inner_text()
    assert "'cap_accept'" in best.locator(".captures").inner_text()
    assert "Set SGLANG_RAGGED_VERIFY_MODE=static" in best.locator(".next-step p").inner_text()
    assert FIX in best.locator(".code.after").inner_text()
    assert not page.locator("button.copy").first.is_visible()
    best.locator("h3 a").click()
    assert page.url.endswith("-d7326ee57f8a95e6")
    assert page.get_by_role("heading", level=1).inner_text().startswith("Kimi-K3 DCP + DSPARK")


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("javascript", [False, True])
def test_a_file_is_answered(
    server: str, open_page: OpenPage, tmp_path: Path, javascript: bool, packed: bool
) -> None:
    """A log file can be chosen instead of pasting, packed too; its lines stand beside the answer."""
    log = tmp_path / ("crash.log.gz" if packed else "crash.log")
    content = ("noise\n" * 1000 + TRACEBACK).encode()
    log.write_bytes(gzip.compress(content) if packed else content)
    page = open_page(java_script_enabled=javascript)
    page.goto(server)
    page.get_by_label("or a log file").set_input_files(log)
    page.get_by_role("button", name="Explain this error").click()
    page.locator("main.answer").wait_for()
    assert f"from {log.name}" in page.locator(".answer-head").inner_text()
    assert "Known error" in page.locator("article.best").inner_text()
    assert page.locator("#L1004.hit mark").is_visible()
    assert "1,000 lines not shown" not in page.locator(".paste-view").inner_text()
    assert "lines not shown" in page.locator(".paste-view").inner_text()


def _drop(page: Page, **files: str) -> None:
    page.evaluate(
        """(files) => {
          const dropped = new DataTransfer();
          for (const [name, text] of Object.entries(files)) dropped.items.add(new File([text], `${name}.log`));
          document.querySelector("h1").dispatchEvent(
            new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true }));
        }""",
        files,
    )


def test_a_dropped_file_is_answered_at_once(server: str, open_page: OpenPage) -> None:
    """A file dropped anywhere on the page needs no button; of several none is taken, and that is said."""
    page = open_page()
    page.goto(server)
    _drop(page, other=UNKNOWN, dropped=TRACEBACK)
    assert "One file at a time" in page.get_by_role("alert").inner_text()
    assert page.locator("form.paste.dropping").count() == 0
    assert page.locator("input[type=file]").evaluate("(input) => input.files.length") == 0
    _drop(page, dropped=TRACEBACK)
    page.locator("main.answer").wait_for()
    assert "from dropped.log" in page.locator(".answer-head").inner_text()


def test_keyboard_alone_leads_to_the_fix_of_every_seed(
    server: str, open_page: OpenPage, loaded_file: Path
) -> None:
    """The box has the focus; by Tab and Enter alone one gets from the box to the fix, with the focus in sight all the way."""
    tracebacks = _seed_tracebacks(loaded_file)
    assert len(tracebacks) == len(SEEDS) == 5
    for record_id, text in tracebacks.items():
        page = open_page()
        page.goto(server)
        page.locator("textarea:focus").wait_for()
        page.keyboard.insert_text(text)
        _tab_to(page, "document.activeElement.matches('form.paste button')")
        page.keyboard.press("Enter")
        page.locator("main.answer h1:focus").wait_for()
        _tab_to(page, "document.activeElement.matches('article.best h3 a')")
        assert page.evaluate("document.activeElement.href").endswith(record_id)
        _tab_to(page, "document.activeElement.closest('.code.after') !== null")
        record = page.request.get(f"{server}/api/errors/{record_id}").json()["record"]
        shown = page.evaluate(
            "document.activeElement.closest('.code.after').querySelector('code').textContent"
        )
        assert shown in record["exampleFix"]
        page.context.close()


def _tab_to(page: Page, found: str, most: int = 25) -> None:
    for _ in range(most):
        page.keyboard.press("Tab")
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
        assert page.evaluate(
            """() => { const at = document.activeElement.getBoundingClientRect();
                       return at.bottom > 0 && at.top < innerHeight; }"""
        )
        if page.evaluate(found):
            return
    pytest.fail(f"{most} times Tab, and still not {found}")


def test_skipping_the_header(server: str, open_page: OpenPage) -> None:
    """The first stop of a page is the way past its header."""
    page = open_page()
    page.goto(server + "/tags")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.innerText") == "Skip to content"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")
    page.keyboard.press("Control+k")
    assert page.evaluate("document.activeElement.type") == "search"


def test_lines_and_errors_lead_to_one_another(server: str, open_page: OpenPage) -> None:
    """From the line of the paste to its error and back, by links that work without JavaScript."""
    page = open_page(java_script_enabled=False)
    _paste(page, server, TRACEBACK)
    page.get_by_role("link", name="Line 11, error 2").click()
    page.wait_for_url("**#event-2")
    assert "LaunchFailed" in page.locator("article:target").inner_text()
    page.locator("article:target a.where").click()
    expect(page.locator(".line:target")).to_contain_text("deploy.launcher.LaunchFailed")


def test_answer_in_place(server: str, open_page: OpenPage) -> None:
    """With JavaScript the page stays: the answer takes the box's place and the focus; Back gives the box with its text."""
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(server)
    page.evaluate("window.same = true")
    page.locator("textarea:focus").wait_for()  # what is typed before the box has the focus goes nowhere
    page.keyboard.press("Control+Enter")
    assert "no text in the box" in page.get_by_role("alert").inner_text()
    page.keyboard.insert_text(TRACEBACK)
    page.keyboard.press("Control+Enter")
    page.locator("main.answer h1:focus").wait_for()
    assert page.evaluate("window.same")
    assert page.url == server + "/"
    assert "Kimi-K3" in page.title()
    page.locator("article.best .code.after").get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == FIX
    page.get_by_role("button", name="Copy link").first.click()
    page.get_by_role("button", name="Copied").nth(1).wait_for()
    assert page.evaluate("navigator.clipboard.readText()").startswith(
        f"{server}/errors/sgl-project/sglang/kimi-"
    )
    page.get_by_text("This answer as Markdown").click()
    page.locator(".markdown").get_by_role("button", name="Copy").click()
    page.wait_for_function("navigator.clipboard.readText().then((text) => text.startsWith('**Known error'))")
    assert f"{server}/errors/" in page.evaluate("navigator.clipboard.readText()")
    page.go_back()
    assert page.locator("#text").input_value() == TRACEBACK
    page.go_forward()
    page.locator("article.best").wait_for()
    # Asked again from the answer: the second answer goes on top of the first.
    page.locator("#text").fill(UNKNOWN)
    page.keyboard.press("Control+Enter")
    page.get_by_role("heading", name="No known error").wait_for()
    page.go_back()
    page.locator("article.best").wait_for()
    assert page.evaluate("window.same")


def test_what_the_server_refuses_is_told_beside_the_box(server: str, open_page: OpenPage) -> None:
    """A refused or failed request leaves the text where it is and says what happened."""
    page = open_page(tolerated="Failed to load resource")
    page.goto(server)
    page.locator("#text").fill(TRACEBACK)
    page.route("**/", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.get_by_role("button", name="Explain this error").click()
    page.get_by_text("The server cannot be reached").wait_for()
    page.unroute("**/")
    page.route(
        "**/",
        lambda route: route.fulfill(
            status=503, content_type="text/html", body="<main><p class=detail>Too busy &lt;now&gt;</p></main>"
        ),
    )
    page.get_by_role("button", name="Explain this error").click()
    page.get_by_text("Too busy <now>").wait_for()
    assert page.locator("#text").input_value() == TRACEBACK


@pytest.mark.parametrize("javascript", [False, True])
def test_a_hostile_paste_stays_text(server: str, open_page: OpenPage, javascript: bool) -> None:
    """Markup, colours, bidi and control characters of a paste run nothing, fetch nothing, and cannot be overlooked."""
    page = open_page(java_script_enabled=javascript)
    _paste(page, server, HOSTILE + TRACEBACK)
    assert page.locator("main script, main img").count() == 0
    first = page.locator("#L1").inner_text()
    assert "<script>alert(1)</script>" in first
    assert "⟨U+202E⟩abc⟨U+2066⟩" in first
    assert "{{ 7*7 }}" in first
    assert "Known error" in page.locator("article.best").inner_text()


@pytest.mark.parametrize(("way", "javascript"), [("box", False), ("file", True)])
def test_five_megabytes(server: str, open_page: OpenPage, tmp_path: Path, javascript: bool, way: str) -> None:
    """Five hostile megabytes with the error at their end are answered; the page stays small and says what it leaves out."""
    text = HOSTILE + "a line of a log, one of very many\n" * 150_000 + TRACEBACK
    page = open_page(java_script_enabled=javascript)
    page.goto(server)
    if way == "box":
        # Typing it, letter after letter, is not what takes long in a browser; a clipboard puts it in at once.
        page.locator("#text").evaluate("(box, text) => { box.value = text; }", text)
    else:
        (tmp_path / "long.log").write_text(text, encoding="utf-8")
        page.get_by_label("or a log file").set_input_files(tmp_path / "long.log")
    page.get_by_role("button", name="Explain this error").click()
    page.locator("main.answer").wait_for()
    assert "Known error" in page.locator("article.best").inner_text()
    assert "<script>alert(1)</script>" in page.locator("#L1").inner_text()
    gaps = [
        int(gap.split()[0].replace(",", "")) for gap in page.locator(".paste-view .gap").all_inner_texts()
    ]
    shown = page.locator(".paste-view .line:not(.gap)").count()
    assert shown + sum(gaps) == len(text.splitlines()) == 150_012
    assert page.locator("#text").count() == 0
    assert len(page.content()) < 60_000


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_is_readable_at_every_width(server: str, open_page: OpenPage, scheme: str) -> None:
    """Contrast is WCAG AA in both schemes, and from 320 pixels on nothing has to be scrolled sideways."""
    page = open_page(color_scheme=scheme, tolerated="the server responded with a status of 404")
    for path, text in [*((path, None) for path in PATHS), *(("/", text) for text in PASTES.values())]:
        page.set_viewport_size({"width": 1280, "height": 800})
        if text is None:
            page.goto(server + path)
        else:
            _paste(page, server, text)
            page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
        contrast = page.evaluate(LOW_CONTRAST)
        assert contrast["checked"] > 10
        assert not contrast["found"], path
        for width in (320, 390, 768, 1280, 1920):
            page.set_viewport_size({"width": width, "height": 800})
            assert too_wide(page) <= 0, f"{path} at {width}"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_serious(
    browser: Browser, server: str, scheme: Literal["light", "dark"], width: int
) -> None:
    """The accessibility rules of axe hold on every page and every kind of answer, folded parts open."""
    # The page's own policy would refuse the script that looks at it.
    context = browser.new_context(
        bypass_csp=True, color_scheme=scheme, viewport={"width": width, "height": 844}
    )
    page = context.new_page()
    page.set_content("<html lang=en><title>x</title><img src='data:,'><p style='color:#ccc'>pale")
    assert {problem.partition(":")[0] for problem in serious_problems(page)} == {
        "image-alt",
        "color-contrast",
    }
    for path in PATHS:
        page.goto(server + path)
        assert serious_problems(page) == [], path
    for name, text in PASTES.items():
        _paste(page, server, text)
        page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
        assert serious_problems(page) == [], name
    context.close()


def test_pages_are_read_as_they_are_written(server: str, open_page: OpenPage) -> None:
    """A browser corrects broken nesting without a word; its tree of each page is the one that the tags spell out."""
    page = open_page(java_script_enabled=False)
    for path in PATHS:
        _compare(page, server + path, page.request.get(server + path, headers={"Accept": "text/html"}).text())
    for text in PASTES.values():
        answer = page.request.post(server, form={"text": text}, headers={"Accept": "text/html"})
        _compare(page, server, answer.text())


def _compare(page: Page, address: str, html: str) -> None:
    page.set_content(html)
    read: list[str] = page.evaluate(
        """() => { const shape = (element) =>
                     [element.localName, ...[...element.children].flatMap(shape), "/" + element.localName];
                   return shape(document.documentElement); }"""
    )
    assert read == _shape(parse(html).one("html")), address


def _shape(element: Element) -> list[str]:
    inner = [name for child in element.children if isinstance(child, Element) for name in _shape(child)]
    return [element.tag, *inner, f"/{element.tag}"]
