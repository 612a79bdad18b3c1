"""How long the page takes from the button to the answer on the screen: `python -m bench.pages --database URL --records FILE`.

The application answers over HTTP in this process; the system's Chromium pastes tracebacks of 60 lines made of the
records in FILE, which are in the database. Prints milliseconds: of the whole, as the browser counts them up to the
frame that shows the answer; of the server's part of it; and what the server computes for it, which on a machine with
other work tells more.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from pathlib import Path

from starlette.testclient import TestClient

from app.config import Settings
from app.main import create_app
from bench import texts
from tests.serving import running_server
from tests.web.browser import launched

_SEED = 7
_WARM = 5
# From the press to the second frame after the answer has taken its place: the first one paints it.
_ASK = """(text) => new Promise((done) => {
  const box = document.querySelector("#text");
  box.value = text;
  const begun = performance.now();
  const watch = new MutationObserver(() => {
    if (document.querySelector("main.answer article")) {
      watch.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => {
        const sent = performance.getEntriesByType("resource").filter((entry) => entry.initiatorType === "fetch").at(-1);
        done({
          all: performance.now() - begun,
          server: sent.responseEnd - sent.requestStart,
          best: document.querySelector("article.best h3 a")?.href ?? "",
          bytes: sent.decodedBodySize,
        });
      }));
    }
  });
  watch.observe(document.body, { childList: true, subtree: true });
  box.form.requestSubmit();
})"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", required=True)
    parser.add_argument("--records", required=True, type=Path)
    parser.add_argument("--pastes", type=int, default=40)
    asked = parser.parse_args()
    chooser = random.Random(_SEED)
    records = texts.sampled(asked.records, asked.pastes + _WARM)
    found, right = [], 0
    app = create_app(Settings(_env_file=None, database_url=asked.database))
    with running_server(app) as address, launched() as browser:
        page = browser.new_context(viewport={"width": 1360, "height": 900}).new_page()
        for number, record in enumerate(records):
            page.goto(address)
            took = page.evaluate(_ASK, texts.traceback_of(record, chooser))
            if number >= _WARM:
                found.append(took)
                right += took["best"].endswith(record["record"]["id"])
    with TestClient(create_app(Settings(_env_file=None, database_url=asked.database))) as client:
        for one, record in zip(found, records[_WARM:], strict=True):
            text = texts.traceback_of(record, chooser)
            begun = time.process_time()
            client.post("/", data={"text": text}, headers={"Accept": "text/html"})
            one["server_cpu"] = (time.process_time() - begun) * 1e3
    print(
        json.dumps(
            {
                "pastes": len(found),
                "right": right,
                **{
                    f"{name}_{part}": round(value, 1)
                    for part in ("all", "server", "server_cpu")
                    for name, value in _figures([one[part] for one in found]).items()
                },
                "largest_page_bytes": max(one["bytes"] for one in found),
            }
        )
    )


def _figures(values: list[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {
        "least": ordered[0],
        "median": statistics.median(ordered),
        "p95": ordered[int(len(ordered) * 0.95)],
    }


if __name__ == "__main__":
    main()
