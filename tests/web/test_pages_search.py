"""Search and lists."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.config import Settings
from app.services import wiring
from app.services.inputs import Input
from tests.web.html_document import Element, parse

SEED = next((Path(__file__).parents[2] / "data" / "records").rglob("*9dc9da1ff5ab745f.json"))


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
        links = {link.words: link["href"] for link in page.one("nav", class_="turn").all("a")}
        address = "/search" + links.get("Next page", "")
    assert "Next page" not in links
    assert "First page" in links
    assert len(seen) == len(set(seen))
    assert len(seen) >= 46


def test_a_page_token_of_another_list_is_refused(client: TestClient) -> None:
    """A token that was changed gives the error page, not another list."""
    answer = client.get("/search", params={"cursor": "abc"}, headers={"Accept": "text/html"})
    assert answer.status_code == 400
    assert parse(answer.text).one("h1").words == "The page token is not valid"
