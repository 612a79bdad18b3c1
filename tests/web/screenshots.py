"""Screenshots of the pages for docs/screenshots: `python -m tests.web.screenshots [folder]`; look at each of them.

Each page is taken light and dark at the width of a desk, and light at that of a phone, as WebP.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.config import Settings
from app.db.resources import records_dir
from app.main import create_app
from app.services import wiring
from app.services.inputs import find_inputs
from tests.serving import running_server
from tests.web.browser import Pages, launched

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
MAX_BYTES = 200_000
_QUALITY = 82
_DESK = {"viewport": {"width": 1360, "height": 900}}
_PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
SHAPES: Mapping[str, Mapping[str, Any]] = {
    "light": {**_DESK, "color_scheme": "light"},
    "dark": {**_DESK, "color_scheme": "dark"},
    "phone": {**_PHONE, "color_scheme": "light"},
}
LOG = """\
INFO:     Started server process [812]
INFO:     Waiting for application startup.
ERROR:    Traceback (most recent call last):
  File "/srv/venv/lib/python3.12/site-packages/starlette/routing.py", line 694, in lifespan
    async with self.lifespan_context(app) as maybe_state:
  File "/srv/shop/app/main.py", line 18, in lifespan
    settings.connect("postgresql://shop:correct-horse@db.internal/shop")
  File "/srv/venv/lib/python3.12/site-packages/starlette/staticfiles.py", line 57, in __init__
    raise RuntimeError(f"Directory '{directory}' does not exist")
RuntimeError: Directory 'static' does not exist

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/srv/shop/app/main.py", line 20, in lifespan
    raise StartError("cannot serve the shop") from None
shop.errors.StartError: cannot serve the shop
ERROR:    Application startup failed. Exiting.
"""


def _paste(page: Page) -> None:
    page.goto("/")
    page.locator("textarea:focus").wait_for()


def _answer(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Paste a traceback or a log").fill(LOG)
    page.get_by_role("button", name="Explain this error").click()
    page.locator("main.answer").wait_for()


def _at(path: str) -> Callable[[Page], Any]:
    return lambda page: page.goto(path)


PAGES: Mapping[str, Callable[[Page], Any]] = {
    "paste": _paste,
    "answer": _answer,
    "record": _at("/e/d7326ee57f8a95e6"),
    "browse": _at("/search?q=path"),
    "stats": _at("/stats"),
}


def main(folder: Path = FOLDER) -> None:
    """Take all of them.

    Raises:
        SystemExit: a picture is over `MAX_BYTES`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        app = create_app(_with_all_records(Path(scratch)))
        with running_server(app) as address, launched() as browser:
            pages = Pages(browser)
            for name, go in PAGES.items():
                for shape, options in SHAPES.items():
                    page = pages.open(base_url=address, **options)
                    go(page)
                    picture = _picture(page)
                    if len(picture) > MAX_BYTES:
                        raise SystemExit(
                            f"{name}-{shape} has {len(picture):,} bytes; the most is {MAX_BYTES:,}"
                        )
                    (folder / f"{name}-{shape}.webp").write_bytes(picture)
            pages.close()


def _with_all_records(folder: Path) -> Settings:
    settings = Settings(_env_file=None, database_url=f"sqlite:///{folder / 'errdex.db'}")
    services = wiring.build(settings)
    services.ingest.ingest(find_inputs([str(records_dir())]))
    services.close()
    return settings


def _picture(page: Page) -> bytes:
    """Take what the window shows, once its fonts and styles are there."""
    page.wait_for_load_state("networkidle")
    session = page.context.new_cdp_session(page)
    taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": _QUALITY})
    return base64.b64decode(taken["data"])


if __name__ == "__main__":
    main(*(Path(argument) for argument in sys.argv[1:2]))
