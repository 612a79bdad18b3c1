"""What holds on every page: nesting, headings, labels, links, and nothing that the CSP would refuse."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from starlette.testclient import TestClient

from tests.web.html_document import Element, parse

HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
RECORDS = Path(__file__).parents[2] / "data" / "records"
CHAIN = """\
Traceback (most recent call last):
  File "/a/sglang/srt/arg_groups/speculative_hook.py", line 195, in _handle_dflash
    raise ValueError(
ValueError: Currently DFLASH speculative decoding does not support dp attention.

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/a/deploy/launcher.py", line 77, in launch
    raise LaunchFailed("worker 0 did not start") from exc
deploy.launcher.LaunchFailed: worker 0 did not start
"""
PAGES = [
    "/",
    "/?example=1",
    "/search",
    "/search?q=speculative&tag=speculative-decoding",
    "/search?q=xyzzy&repo=no%2Fsuch&errorClass=%22%3E%3Cscript%3E",
    "/repos",
    "/tags",
    "/backgrounds",
    "/no/such/page",
    *(f"/e/{json.loads(path.read_text())['record']['id']}" for path in sorted(RECORDS.rglob("*.json"))),
]
PASTES = {
    "a chain": CHAIN,
    "only the last line, with values": "ValueError: DSpARK KDA MTP requires a fixed 1 + num_spec dense tokens per request; got T=17, N=4",
    "nothing": "",
    "no error": "INFO:     Uvicorn running on http://127.0.0.1:8000",
    "hostile": "ValueError: </textarea></h2><script>alert(1)</script>\" onfocus='x' \u202e\u2066 &amp; {{ 7*7 }}\n"
    + CHAIN,
    "unknown": "KeyError: 'colour'",
}


def _check(page: Element) -> None:
    assert page.one("html")["lang"] == "en"
    assert page.one("head").one("title").words
    headings = page.all("h1", "h2", "h3", "h4", "h5", "h6")
    levels = [int(heading.tag[1]) for heading in headings]
    assert levels.count(1) == 1
    assert levels[0] == 1
    for before, after in itertools.pairwise(levels):
        assert after <= before + 1, f"h{before} is followed by h{after}"
    assert all(heading.words for heading in headings)

    ids = [element["id"] for element in page.walk() if "id" in element.attributes]
    assert len(ids) == len(set(ids)), "an id is used twice"
    for element in page.walk():
        for name in ("for", "aria-labelledby", "aria-describedby", "list"):
            for target in (element.get(name) or "").split():
                assert target in ids, f"<{element.tag} {name}={target!r}> points nowhere"

    labelled = {label.get("for") for label in page.all("label")} - {None}
    inside = {id(field) for label in page.all("label") for field in label.all("input", "textarea", "select")}
    for field in page.all("input", "textarea", "select"):
        has_label = field.get("id") in labelled or id(field) in inside
        assert has_label or field.get("type") == "hidden", f"the field {field.get('name')!r} has no label"
    for button in page.all("button"):
        assert button.words
    for link in page.all("a"):
        assert link.words or link.get("aria-label"), f"the link to {link.get('href')!r} says nothing"

    assert not page.all("style", "iframe", "object", "embed", "base")
    for script in page.all("script"):
        if script.get("type") == "application/ld+json":  # data: nothing runs it
            json.loads(script.text)
            continue
        assert script["src"].startswith("/static/")
        assert not script.text
    for element in page.walk():
        assert "style" not in element.attributes
        assert not [name for name in element.attributes if name.startswith("on")], element.attributes
        for name in ("href", "src", "action"):
            assert urlsplit(element.get(name) or "").scheme in {"", "https"}, element.attributes
        if element.tag != "a":
            assert not urlsplit(element.get("href") or element.get("src") or "").netloc or (
                element.get("rel") == "canonical"
            )


@pytest.mark.parametrize("path", PAGES)
def test_page_is_well_formed(client: TestClient, path: str) -> None:
    """Tags nest, headings are in order, fields are labelled, nothing is inline and nothing comes from elsewhere."""
    answer = client.get(path, headers=HTML)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    _check(parse(answer.text))


@pytest.mark.parametrize("name", PASTES)
def test_answer_is_well_formed(client: TestClient, name: str) -> None:
    """The page of an answer obeys the same rules, whatever was pasted."""
    answer = client.post("/", data={"text": PASTES[name]}, headers=HTML)
    assert answer.status_code == 200
    _check(parse(answer.text))


def test_every_link_leads_somewhere(client: TestClient) -> None:
    """Whoever follows links from the paste box, an answer and the lists never meets an error."""
    pages = {path: client.get(path, headers=HTML) for path in PAGES if not path.startswith("/no/")}
    pages["/ "] = client.post("/", data={"text": CHAIN}, headers=HTML)
    seen: set[str] = set()
    for path, answer in pages.items():
        for element in parse(answer.text).all("a", "link", "script", "form"):
            link = element.get("href") or element.get("src") or element.get("action") or ""
            target = urlsplit(urljoin(str(answer.url), link))
            if target.netloc != "testserver" or link.startswith("#") or element.get("method") == "post":
                continue
            address = target.path + (f"?{target.query}" if target.query else "")
            if address not in seen:
                seen.add(address)
                assert client.get(address, headers=HTML).status_code == 200, f"{address} on {path}"
    assert len(seen) > 25


def test_static_files_carry_their_digest(client: TestClient) -> None:
    """A static file is cached for ever at the address that pages use, and asked for again at any other."""
    style = next(link for link in parse(client.get("/").text).all("link") if link["rel"] == "stylesheet")
    answer = client.get(style["href"])
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"].startswith("text/css")
    again = client.get("/static/errdex.css", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304
    assert again.headers["cache-control"] == "no-cache"
    assert client.get("/static/errdex.css?v=old").headers["cache-control"] == "no-cache"
    assert client.get("/static/%2e%2e%2frender.py").status_code == 404


def test_style_has_no_foreign_address() -> None:
    """The style sheet and the script fetch nothing."""
    folder = Path(__file__).parents[2] / "app" / "web" / "static"
    for path in folder.glob("errdex.*"):
        content = path.read_text(encoding="utf-8").replace('xmlns="http://www.w3.org/2000/svg"', "")
        assert not re.search(r"https?:|//[a-z]+\.|@import|url\(", content), path.name


def test_error_page_names_the_way_on(client: TestClient) -> None:
    """A browser that asks for a record which does not exist gets a page with its status, words and links."""
    answer = client.get("/errors/a/b/nothing-here-0123456789abcdef", headers=HTML)
    page = parse(answer.text)
    assert answer.status_code == 404
    assert page.one("h1").words == "No such record"
    assert "0123456789abcdef" in page.one("main").words
    assert answer.headers["cache-control"] == "no-store"
    assert (
        client.get("/errors/a/b/c", headers={"Accept": "*/*"})
        .headers["content-type"]
        .startswith("application/problem+json")
    )
