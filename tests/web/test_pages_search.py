"""Search and lists."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.config import Settings
from app.main import create_app
from app.services import wiring
from app.services.finder import Finder, Finding
from app.services.inputs import Input
from tests.web.bundled import with_releases
from tests.web.html_document import Element, parse

SEED = next((Path(__file__).parents[2] / "data" / "records").rglob("*9dc9da1ff5ab745f.json"))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A client of an application over all bundled records."""
    with TestClient(create_app(with_releases(tmp_path_factory.mktemp("whole")))) as client:
        yield client


def _titles(page: Element) -> list[str]:
    return [item.one("h2").words for item in page.one("ol", class_="records").all("li")]


@pytest.mark.parametrize(
    ("query", "titles"),
    [
        ({"q": "unified-memory"}, ["Speculative decoding with --enable-unified-memory is only su"]),
        ({"errorClass": "RuntimeError"}, ["DSV4 draft state transfer expects SWA-only NextN layers"]),
        ({"tag": "swa", "q": " "}, ["DSV4 draft state transfer expects SWA-only NextN layers"]),
        ({"q": "9dc9da1ff5ab745f"}, ["DSpARK KDA MTP requires a fixed 1 + num_spec dense tokens pe"]),
    ],
)
def test_search_finds(client: TestClient, query: dict[str, str], titles: list[str]) -> None:
    """Words, an id and filters find their records, and stand in the form again."""
    page = parse(client.get("/search", params=query).text)
    assert _titles(page) == titles
    for name, value in query.items():
        field = next(field for field in page.all("input") if field["name"] == name)
        assert field["value"] == value.strip()


def test_empty_result_helps(client: TestClient) -> None:
    """Where nothing is found, each condition can be taken away by a link, and pasting is offered."""
    page = parse(client.get("/search", params={"q": "xyzzy", "tag": "swa"}).text)
    help_ = page.one("section", class_="help")
    assert [link["href"] for link in help_.all("a")][:3] == ["/search?tag=swa", "/search?q=xyzzy", "/"]
    assert not page.all("ol", class_="records")


def test_a_search_that_is_too_long_is_told(client: TestClient) -> None:
    """Over 500 characters the error page names the field."""
    answer = client.get("/search", params={"q": "x" * 501}, headers={"Accept": "text/html"})
    assert answer.status_code == 422
    assert "query.q" in parse(answer.text).one("main").words


def test_lists_count_and_lead_to_the_search(client: TestClient) -> None:
    """The list of tags counts, and its links find as many records as it says."""
    page = parse(client.get("/tags").text)
    entries = page.one("ul", class_="counts").all("a")
    assert entries
    for entry in entries:
        count = int(entry.one("span", class_="count").text.split()[0])
        assert len(_titles(parse(client.get(entry["href"]).text))) == count


def test_pages_follow_one_another(loaded: Settings, client: TestClient) -> None:
    """Following `Next page` shows every record once, and leads back to the first page."""
    seed = json.loads(SEED.read_text(encoding="utf-8"))
    more = [
        {"record": {**seed["record"], "id": f"{number:016x}", "lineNumber": number + 1}}
        for number in range(45)
    ]
    services = wiring.build(loaded, migrate=False)
    services.ingest.ingest([Input("more.json", data=json.dumps(more).encode())])
    services.close()
    address, seen = "/search?q=DSpARK&repo=sgl-project%2Fsglang", []
    for _ in range(3):
        page = parse(client.get(address).text)
        seen += [item.one("h2").one("a")["href"] for item in page.one("ol", class_="records").all("li")]
        links = {link.words: link["href"] for link in page.one("nav", class_="pager").all("a")}
        address = links.get("Next page", "")
    assert "Next page" not in links
    assert "Previous page" in links
    assert (
        parse(client.get(links["Previous page"]).text).one("p", class_="total").words.startswith("21–40 of")
    )
    assert len(seen) == len(set(seen))
    assert len(seen) >= 46


@pytest.mark.parametrize("number", ["0", "-1", "x", "1e9", "100001"])
def test_a_page_that_cannot_be_is_refused(client: TestClient, number: str) -> None:
    """The error page names the field."""
    answer = client.get("/search", params={"page": number}, headers={"Accept": "text/html"})
    assert answer.status_code == 422
    assert "query.page" in parse(answer.text).one("main").words


def test_a_page_behind_the_end_leads_back(client: TestClient) -> None:
    """It says so, and where the first page is."""
    page = parse(client.get("/search", params={"repo": "sgl-project/sglang", "page": "99"}).text)
    link = page.one("section", class_="empty").one("a")
    assert link["href"] == "/search?repo=sgl-project%2Fsglang"


def test_a_page_token_of_another_list_is_refused(client: TestClient) -> None:
    """A token that was changed gives the error page, not another list."""
    answer = client.get("/tags", params={"cursor": "abc"}, headers={"Accept": "text/html"})
    assert answer.status_code == 400
    assert parse(answer.text).one("h1").words == "The page token is not valid"


def _facet(page: Element, name: str) -> dict[str, Element]:
    """The choices of a facet, by value."""
    section = next(part for part in page.all("section") if part.get("aria-labelledby") == f"facet-{name}")
    return {link.one("span", class_="name").text.partition(",")[0]: link for link in section.all("a")}


def test_facets_narrow_down_as_they_say(whole: TestClient) -> None:
    """Choosing a value finds as many records as it says, keeps the rest of the search, and can be taken away."""
    page = parse(whole.get("/search", params={"q": "must"}).text)
    followed = 0
    for name in ("repo", "errorClass", "tag", "backgroundTag"):
        for value, link in list(_facet(page, name).items())[:4]:
            count = int(link.one("span", class_="count").text.split()[0].replace(",", ""))
            chosen = parse(whole.get(link["href"]).text)
            assert f"of {count} record" in chosen.one("p", class_="total").words
            assert next(field for field in chosen.all("input") if field["name"] == "q")["value"] == "must"
            assert next(field for field in chosen.all("input") if field["name"] == name)["value"] == value
            back = next(one for one in _facet(chosen, name).values() if one.get("aria-current"))
            assert back["href"] == "/search?q=must"
            followed += 1
    assert followed > 8


def test_a_kind_of_mistake_gathers_it_across_repositories(whole: TestClient) -> None:
    """Its page is headed by its name, and has records of several projects."""
    page = parse(whole.get("/search", params={"backgroundTag": "invalid-argument-value"}).text)
    assert page.one("h1").words == "invalid-argument-value"
    repos = {
        item.one("p", class_="meta").words.split(" · ")[0]
        for item in page.one("ol", class_="records").all("li")
    }
    assert len(repos) > 1


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("xyzzyq", ["errdex learn xyzzyq", "ValueError"]),
        ("speculatve decodng", ["Did you mean speculative decoding ?", "errdex learn PACKAGE"]),
        ("--no-such-flag xyzzyq", ["errdex learn PACKAGE"]),
        ("xyzzyq'; rm -rf", ["errdex learn PACKAGE"]),
    ],
)
def test_an_empty_result_says_what_else_to_do(whole: TestClient, typed: str, words: list[str]) -> None:
    """What was meant, an example that finds something, and how to learn the package that was typed."""
    page = parse(whole.get("/search", params={"q": typed}).text)
    help_ = page.one("section", class_="help")
    for part in words:
        assert part in help_.words.replace(" ?", "?").replace("?", " ?")
    examples = [item for item in help_.all("li") if item.words.startswith("Examples")]
    for link in examples[0].all("a"):
        assert _titles(parse(whole.get(link["href"]).text))


def test_some_words_are_told_from_all(client: TestClient) -> None:
    """Where no record has all words, the page says that these have some, and what may have been meant."""
    page = parse(client.get("/search", params={"q": "speculative decodng"}).text)
    assert "No record has all of these words." in page.one("p", class_="callout").words
    assert "Did you mean speculative decoding" in page.one("p", class_="callout").words
    assert _titles(page)


def test_what_an_earlier_revision_found_is_not_kept(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page of the revision that its ETag names may be kept; one found while a write is read may not."""
    fresh = client.get("/search", params={"q": "speculative"})
    assert fresh.headers["cache-control"] == "no-cache"
    assert fresh.headers["etag"]
    find = Finder.find

    def earlier(*given: Any, **named: Any) -> Finding:
        found = find(*given, **named)
        return replace(found, revision=found.revision - 1)

    monkeypatch.setattr(Finder, "find", earlier)
    stale = client.get("/search", params={"q": "speculative"})
    assert stale.headers["cache-control"] == "no-store"
    assert "etag" not in stale.headers
    assert _titles(parse(stale.text)) == _titles(parse(fresh.text))
