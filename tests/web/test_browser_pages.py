"""The pages in a real browser, over a real server: without JavaScript, with it, by keyboard, in both schemes."""

from __future__ import annotations

import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import uvicorn

from app.config import Settings
from app.main import create_app

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="PAGES NOT TESTED IN A BROWSER: no Chromium on the path"),
]
pytest.importorskip(
    "playwright", reason="PAGES NOT TESTED IN A BROWSER: the package playwright is not installed"
)
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A name that is not loopback to the browser: there it sends fewer headers, as in an office network.
    "--host-resolver-rules=MAP errdex.test 127.0.0.1",
]
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
PATHS = ["/", "/?example=1", RECORD, "/search", "/search?q=xyzzy&tag=swa", "/tags", "/docs"]

# For each visible text: its contrast with the nearest opaque background, and what WCAG AA asks of it.
LOW_CONTRAST = """() => {
  const parse = (color) => (color.match(/[\\d.]+/g) || []).map(Number);
  const light = (rgb) => {
    const [r, g, b] = rgb.slice(0, 3).map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let checked = 0;
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility() || element.closest("datalist, script")) continue;
    const style = getComputedStyle(element);
    const [a, b] = [light(parse(style.color)), light(behind(element))].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    checked += 1;
    if ((a + 0.05) / (b + 0.05) < (large ? 3 : 4.5)) {
      found.push(`${walker.currentNode.data.trim().slice(0, 40)}: ${((a + 0.05) / (b + 0.05)).toFixed(2)}`);
    }
  }
  return { checked, found };
}"""


@pytest.fixture(scope="module")
def server(loaded_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a running server over the bundled records."""
    path = tmp_path_factory.mktemp("browser") / "errdex.db"
    shutil.copyfile(loaded_file, path)
    app = create_app(Settings(_env_file=None, database_url=f"sqlite:///{path}"))
    listening = socket.create_server(("127.0.0.1", 0))
    started = threading.Event()

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            started.set()

    running = Server(uvicorn.Config(app, log_config=None))
    thread = threading.Thread(target=running.run, args=([listening],))
    thread.start()
    assert started.wait(30)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    running.should_exit = True
    thread.join(30)
    listening.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """A function that opens a page; at the end nothing may have been complained about or fetched from elsewhere."""
    complaints: list[str] = []
    hosts: set[str] = set()
    contexts = []

    def _open(**options: Any) -> Page:
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: complaints.append(f"dialog {dialog.message}"))
        page.on("request", lambda request: hosts.add(urlsplit(request.url).hostname or ""))
        return page

    yield _open
    for context in contexts:
        context.close()
    # A remark on plain HTTP, not a fault of the page.
    assert not [
        text for text in complaints if "Cross-Origin-Opener-Policy header has been ignored" not in text
    ]
    assert hosts <= {"127.0.0.1", "errdex.test"}


@pytest.mark.parametrize("host", ["127.0.0.1", "errdex.test"])
def test_from_a_traceback_to_the_fix_without_javascript(
    server: str, open_page: Callable[..., Page], host: str
) -> None:
    """JavaScript off, over plain HTTP: paste, press the button, read the fix, follow the link to the record."""
    page = open_page(java_script_enabled=False)
    page.goto(server.replace("127.0.0.1", host) + "/")
    page.get_by_label("Paste a traceback or a log").fill(TRACEBACK)
    page.get_by_role("button", name="Explain this error").click()
    assert urlsplit(page.url)[2:] == ("/", "", "")
    best = page.locator("article.best")
    assert "Known error" in best.inner_text()
    assert "'cap_accept'" in best.locator("table").inner_text()
    assert "Set SGLANG_RAGGED_VERIFY_MODE=static" in best.locator(".solutions li").first.inner_text()
    assert "export SGLANG_RAGGED_VERIFY_MODE=static" in best.locator(".code.after").inner_text()
    best.get_by_role("link").first.click()
    assert page.url.endswith("-d7326ee57f8a95e6")
    assert page.get_by_role("heading", level=1).inner_text().startswith("Kimi-K3 DCP + DSPARK")


def test_a_file_is_answered_without_javascript(
    server: str, open_page: Callable[..., Page], tmp_path: Path
) -> None:
    """A log file can be chosen instead of pasting."""
    log = tmp_path / "crash.log"
    log.write_text("noise\n" * 1000 + TRACEBACK, encoding="utf-8")
    page = open_page(java_script_enabled=False)
    page.goto(server)
    page.get_by_label("or a log file").set_input_files(log)
    page.get_by_role("button", name="Explain this error").click()
    assert "from crash.log" in page.locator(".summary").inner_text()
    assert "Known error" in page.locator("article.best").inner_text()


def test_keyboard_alone_is_enough(server: str, open_page: Callable[..., Page]) -> None:
    """The box has the focus; the button, the folded parts and the way past the header are reached by Tab."""
    page = open_page()
    page.goto(server)
    page.locator("textarea:focus").wait_for()
    page.keyboard.insert_text(TRACEBACK)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "file"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.innerText") == "Explain this error"
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    page.locator("article.best").wait_for()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.innerText") == "Skip to content"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")
    page.locator("article.best details.excerpt summary").focus()
    page.keyboard.press("Enter")
    assert "line 641" in page.locator("article.best details.excerpt pre").inner_text()


def test_conveniences_of_javascript(server: str, open_page: Callable[..., Page]) -> None:
    """Ctrl+Enter sends the paste, and each code block has a button that copies its code."""
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(server)
    page.locator("textarea:focus").wait_for()  # what is typed before the box has the focus goes nowhere
    page.keyboard.insert_text(TRACEBACK)
    page.keyboard.press("Control+Enter")
    page.locator("article.best .code.after").get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == "export SGLANG_RAGGED_VERIFY_MODE=static"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_is_readable_at_every_width(server: str, open_page: Callable[..., Page], scheme: str) -> None:
    """Contrast is WCAG AA in both schemes, and from 320 pixels on nothing has to be scrolled sideways."""
    page = open_page(color_scheme=scheme)
    for path in [*PATHS, None]:
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto(server + (path or "/"))
        if path is None:
            page.get_by_label("Paste a traceback or a log").fill(TRACEBACK)
            page.get_by_role("button", name="Explain this error").click()
            page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
        contrast = page.evaluate(LOW_CONTRAST)
        assert contrast["checked"] > 10
        assert not contrast["found"], path
        for width in (320, 390, 768, 1280, 1920):
            page.set_viewport_size({"width": width, "height": 800})
            too_wide = page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
            assert too_wide <= 0, f"{path} at {width}"
