"""The system's Chromium, started for tests and for screenshots; no page of it may complain or fetch from elsewhere."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["ARGUMENTS", "CHROMIUM", "LOW_CONTRAST", "Pages", "launched", "serious_problems", "too_wide"]

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
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
AXE = Path(__file__).parents[1] / "vendor" / "axe.min.js"

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
_SERIOUS = frozenset({"serious", "critical"})
# A remark on plain HTTP, not a fault of the page.
_REMARK = "Cross-Origin-Opener-Policy header has been ignored"


@contextmanager
def launched() -> Iterator[Browser]:
    """Start the system's Chromium, and stop it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


class Pages:
    """Opens pages, and keeps what they complain about and where they ask.

    Args:
        browser: to open them in.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list[Any] = []
        self._complaints: list[str] = []
        self._hosts: set[str] = set()

    def open(self, *, tolerated: str = _REMARK, **options: Any) -> Page:
        """Open an empty page in a context of its own.

        Args:
            tolerated: a complaint with these words is expected.
            options: those of a browser context.
        """
        context = self._browser.new_context(**options)
        self._contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("console", lambda message: self._hear(message.text, tolerated))
        page.on("pageerror", lambda error: self._complaints.append(str(error)))
        page.on("dialog", lambda dialog: self._complaints.append(f"dialog {dialog.message}"))
        page.on("request", lambda request: self._hosts.add(urlsplit(request.url).hostname or ""))
        return page

    def _hear(self, text: str, tolerated: str) -> None:
        if tolerated not in text and _REMARK not in text:
            self._complaints.append(text)

    def close(self) -> None:
        """Close all pages; nothing may have been complained about, and nothing asked of another host."""
        for context in self._contexts:
            context.close()
        assert not self._complaints, self._complaints
        assert self._hosts <= {"127.0.0.1", "errdex.test"}


def serious_problems(page: Page) -> list[str]:
    """Return what axe finds on a page that keeps somebody from using it, with the elements."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: Any = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{problem['id']}: {node['html'][:200]}"
        for problem in found["violations"]
        if problem["impact"] in _SERIOUS
        for node in problem["nodes"]
    ]


def too_wide(page: Page) -> int:
    """Return by how many pixels a page is wider than its window."""
    width: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return width
