"""The pages about the base: releases compared, statistics, maps for crawlers, about; and what holds for all of them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from app.config import Settings
from app.domain.people import Caller
from app.main import create_app
from app.services import wiring
from app.services.releases import Releases
from tests.services.learning import a_draft, an_origin
from tests.web.bundled import REPO, with_releases
from tests.web.html_document import Element, parse
from tests.web.test_pages_rules import _check

HTML = {"Accept": "text/html"}
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
DRIFT = f"/drift/{REPO}"
PAGES = [
    "/search",
    "/search?q=must&errorClass=ValueError",
    "/search?q=xyzzyq&repo=pydantic%2Fpydantic",
    "/repos",
    "/tags",
    "/backgrounds",
    "/drift",
    DRIFT,
    f"{DRIFT}?kind=added",
    f"{DRIFT}?old=2.0&new=2.0",
    f"{DRIFT}?kind=gone&page=9",
    "/stats",
    "/about",
]


@pytest.fixture(scope="module")
def settings_(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings of a base with all bundled records and two releases of a package; tests only read it."""
    return with_releases(tmp_path_factory.mktemp("base"))


@pytest.fixture(scope="module")
def client(settings_: Settings) -> Iterator[TestClient]:
    """A client of the application over it."""
    with TestClient(create_app(settings_), raise_server_exceptions=False) as client:
        yield client


@pytest.mark.parametrize("path", PAGES)
def test_page_is_well_formed_small_and_not_sent_twice(client: TestClient, path: str) -> None:
    """It obeys the rules of all pages, has less than 60 kB, and with its ETag the answer is 304."""
    answer = client.get(path, headers=HTML)
    assert answer.status_code == 200
    _check(parse(answer.text))
    assert len(answer.content) < 60_000
    again = client.get(path, headers={**HTML, "If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304
    assert not again.content
    other = client.get(path + ("&" if "?" in path else "?") + "x=1", headers=HTML)
    assert other.headers["etag"] != answer.headers["etag"]


def test_every_link_of_these_pages_leads_somewhere(client: TestClient) -> None:
    """None of their local links meets an error."""
    seen: set[str] = set()
    for path in PAGES:
        for link in parse(client.get(path, headers=HTML).text).all("a", "link"):
            target = link["href"]
            if target.startswith("?"):
                target = path.partition("?")[0] + target
            if target.startswith("/") and target not in seen:
                seen.add(target)
                assert client.get(target, headers=HTML).status_code == 200, f"{target} on {path}"
    assert len(seen) > 100


# --- releases compared ----------------------------------------------------------------------------


def _tabs(page: Element) -> dict[str, Element]:
    tabs = page.one("nav", **{"aria-label": "Kinds of change"}).all("a")
    return {tab.words.rsplit(" ", 1)[0]: tab for tab in tabs}


def test_drift_page_shows_what_the_comparison_finds(client: TestClient, settings_: Settings) -> None:
    """Each kind of change with its number, each change with its place, its conditions and its record."""
    services = wiring.build(settings_, migrate=False)
    old, new = Releases(services.database).of(REPO)["pool"]
    drift = services.releases.drift(old, new).drift
    services.close()
    page = parse(client.get(DRIFT).text)
    tabs = _tabs(page)
    assert {name: int(tab.one("span", class_="count").text) for name, tab in tabs.items()} == {
        "Gone": 41,
        "Fewer cases": 1,
        "Moved": 1,
        "New": 1,
    }
    assert {count for count in drift.counts().values() if count} == {41, 1}
    listed = 0
    for tab in tabs.values():
        address: str | None = tab["href"]
        while address:
            shown = parse(client.get(address).text)
            for item in shown.one("ol", class_="changes").all("li"):
                if item.parent is not None and "changes" in (item.parent.get("class") or ""):
                    listed += 1
                    link = item.one("h3").one("a")
                    record = parse(client.get(link["href"]).text)
                    assert link.words in record.one("section", id="message").words
            following = [link["href"] for link in shown.all("a", rel="next")]
            address = following[0] if following else None
    assert listed == len(drift.changes)
    relaxed = parse(client.get(tabs["Fewer cases"]["href"]).text).one("ol", class_="changes")
    assert "now asks for self.strict" in relaxed.words
    moved = parse(client.get(tabs["Moved"]["href"]).text).one("ol", class_="changes")
    assert "was in src/pool/balance.py:20 Pool.grow" in moved.words


def test_drift_as_markdown(client: TestClient) -> None:
    """All changes for a changelog."""
    answer = client.get(DRIFT, params={"format": "md", "old": "1.0", "new": "2.0"})
    assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
    assert answer.text.startswith("## pool: errors from 1\\.0 to 2\\.0\n")
    assert answer.text.count("\n- ") == 44


@pytest.mark.parametrize(
    ("versions", "query", "status", "words"),
    [
        (["1.0"], "format=md", 400, "Of pool only 1.0 was learned, so there is nothing to compare it with."),
        (["1.0"], "", 200, "Only 1.0 was learned"),
        (["1.0", "2.0"], "format=md&old=2.0", 400, "Give two releases as old and new, of 1.0, 2.0."),
        (["1.0", "2.0"], "old=2.0", 200, "These are one and the same release."),
        (["1.0", "2.0", "2.1rc1"], "", 200, "Errors of pool, 1.0 to 2.0"),
        (["1.0", "1.1.dev3", "2.0"], "", 200, "Errors of pool, 1.0 to 2.0"),
        (["1.0", "1.1rc1", "2.0.post1"], "", 200, "Errors of pool, 1.0 to 2.0.post1"),
        (["1.0", "2.0", "2.1rc1"], "new=2.1rc1&old=2.0", 200, "Errors of pool, 2.0 to 2.1rc1"),
        (["1.0", "2.0rc1"], "", 200, "Errors of pool, 1.0 to 2.0rc1"),
        (["2.0b1", "2.0rc1"], "", 200, "Errors of pool, 2.0b1 to 2.0rc1"),
    ],
)
def test_which_releases_are_compared(
    settings: Settings, versions: list[str], query: str, status: int, words: str
) -> None:
    """The two newest that are no pre-releases, where there are two; where nothing can be written as Markdown, why."""
    services = wiring.build(settings)
    for version in versions:
        services.learn.learn(an_origin(version), [a_draft(f"Pool of {version} is full")])
    services.close()
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        answer = client.get(f"{DRIFT}?{query}", headers=HTML)
    assert answer.status_code == status
    assert words in parse(answer.text).one("main").words


def test_releases_are_chosen_by_a_form(client: TestClient) -> None:
    """The two fields offer all learned releases, and stand at those that are compared."""
    page = parse(client.get(DRIFT, params={"old": "2.0", "new": "1.0"}).text)
    for name, version in (("old", "2.0"), ("new", "1.0")):
        options = page.one("select", id=name).all("option")
        assert [option["value"] for option in options] == ["1.0", "2.0"]
        assert [option["value"] for option in options if "selected" in option.attributes] == [version]
    assert _tabs(page)["New"].one("span", class_="count").text == "41"


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/drift/no/such", 404, "No release of 'no/such' was learned here."),
        (f"{DRIFT}?old=9", 400, "The release '9' was not learned; there are 1.0, 2.0."),
        (f"{DRIFT}?package=x", 400, "no package 'x' was learned, but pool"),
        (f"{DRIFT}?kind=odd", 422, "query.kind"),
        (f"{DRIFT}?page=0", 422, "query.page"),
    ],
)
def test_what_cannot_be_compared_is_told(client: TestClient, address: str, status: int, words: str) -> None:
    """An error page that says what there is instead."""
    answer = client.get(address, headers=HTML)
    assert answer.status_code == status
    assert words in parse(answer.text).one("main").words


def test_too_many_comparisons_are_turned_away(settings_: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """503, with when to try again."""

    def busy(*_given: object) -> None:
        raise TimeoutError

    monkeypatch.setattr(Releases, "drift", busy)
    with TestClient(create_app(settings_), raise_server_exceptions=False) as client:
        answer = client.get(DRIFT, headers=HTML)
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "5"
    assert "Other releases are being compared" in parse(answer.text).one("main").words


def test_one_release_has_nothing_to_compare_with(settings: Settings) -> None:
    """The page says how to learn more, as does that of a base without any."""
    with TestClient(create_app(settings)) as client:
        assert "errdex learn PACKAGE --versions" in parse(client.get("/drift").text).one("main").words
        assert "no records yet" in parse(client.get("/stats").text).one("main").words
        assert "no records yet" in parse(client.get("/search").text).one("main").words


# --- statistics -----------------------------------------------------------------------------------


def _numbers(section: Element) -> dict[str, int]:
    rows = section.one("tbody").all("tr")
    return {row.one("th").words: int(row.all("td")[-1].text.replace(",", "")) for row in rows}


def test_statistics_are_those_of_the_api(client: TestClient) -> None:
    """Every list of the page has the numbers that the API gives, and every bar its length."""
    stats = client.get("/api/stats").json()
    page = parse(client.get("/stats").text)
    sections = {part["aria-labelledby"]: part for part in page.all("section")}
    for heading, name in (("repos-heading", "repos"), ("errorClass-heading", "errorClasses")):
        shown = _numbers(sections[heading])
        assert list(shown.items()) == [(one["name"], one["count"]) for one in stats[name][:10]]
    for heading, path in (("tag-heading", "/api/tags"), ("backgroundTag-heading", "/api/backgrounds")):
        listed = client.get(path, params={"limit": 10}).json()["items"]
        assert list(_numbers(sections[heading]).items()) == [(one["name"], one["count"]) for one in listed]
    for section in sections.values():
        for row in section.all("tr"):
            for bar in row.all("svg", class_="plot-bar"):
                count = int(row.all("td")[-1].text.replace(",", ""))
                most = max(_numbers(section).values())
                assert float(bar.all("rect")[1]["width"]) == pytest.approx(100 * count / most, abs=0.01)
    legend = sections["coverage-heading"].one("tbody").all("tr")
    kinds = {"Written by a person": "written", "AI-assisted": "generated", "Not said": "unknown"}
    kinds["Derived from source only"] = "derived"
    assert {kinds[row.one("th").words]: int(row.all("td")[0].text) for row in legend} == {
        name: count for name, count in stats["provenance"].items() if count
    }
    parts = sections["coverage-heading"].one("svg", id="coverage").all("rect")
    assert sum(float(part["width"].removesuffix("%")) for part in parts) == pytest.approx(100, abs=0.1)


def test_histograms_have_a_table(client: TestClient) -> None:
    """A plot is named and described, and its table has the numbers that its columns show."""
    page = parse(client.get("/stats").text)
    stats = client.get("/api/stats").json()
    for name in ("words", "clusters"):
        plot = page.one("svg", id=name)
        assert plot["role"] == "img"
        assert plot.one("title").words
        assert plot.one("desc").words
        section = next(part for part in page.all("section") if part["aria-labelledby"] == f"{name}-heading")
        rows = section.one("tbody").all("tr")
        drawn = [text.words for text in plot.all("text")]
        assert [(row.all("td")[0].text, row.one("th").text) for row in rows] == list(
            zip(drawn[::2], drawn[1::2], strict=True)
        )
        assert sum(int(row.all("td")[0].text) for row in rows) == stats["patterns"]


def test_the_marked_part_of_a_histogram_has_a_legend(client: TestClient) -> None:
    """In the colour that the columns have, and by the name that the table and the description give it."""
    page = parse(client.get("/stats").text)
    sections = {part["aria-labelledby"]: part for part in page.all("section")}
    legend = [line for line in sections["words-heading"].all("p") if line.all("svg", class_="swatch")]
    assert [line.words for line in legend] == ["Demoted"]
    assert legend[0].one("rect")["class"] == "plot-marked"
    assert "amber part is demoted" in page.one("svg", id="words").one("desc").words
    assert not sections["clusters-heading"].all("svg", class_="swatch")


def test_feedback_is_counted(settings_: Settings, tmp_path_factory: pytest.TempPathFactory) -> None:
    """What people said of answers stands in the statistics."""
    settings = with_releases(tmp_path_factory.mktemp("feedback")).model_copy(update={"anonymous_notes": True})
    services = wiring.build(settings, migrate=False)
    first, second = [item.id for item in services.catalog.search(limit=2).items]
    for key, record_id, verdict in (("a", first, "solved"), ("b", first, "solved"), ("a", second, "wrong")):
        services.feedback.give(Caller("api", key=f"token:{key}"), record_id, verdict)  # type: ignore[arg-type]
    services.close()
    with TestClient(create_app(settings)) as client:
        page = parse(client.get("/stats").text)
    section = next(part for part in page.all("section") if part["aria-labelledby"] == "feedback-heading")
    rows = section.all("tbody")[0].all("tr")
    assert {row.one("th").words: row.all("td")[0].text for row in rows} == {"Solved it": "2", "Wrong": "1"}


# --- crawlers, about ------------------------------------------------------------------------------


def test_the_map_has_every_record_page_once(settings_: Settings) -> None:
    """Robots name it, its parts are below its own address, and each address in it is the canonical one of a page."""
    settings = settings_.model_copy(update={"public_url": "https://errors.example.org/errdex"})
    with TestClient(create_app(settings)) as client:
        robots = client.get("/robots.txt").text
        assert "Sitemap: https://errors.example.org/errdex/sitemap.xml" in robots
        index = ET.fromstring(client.get("/sitemap.xml").content)
        parts = [part.text or "" for part in index.iter(f"{SITEMAP}loc")]
        assert parts == [f"https://errors.example.org/errdex/sitemap-{number}.xml" for number in (0, 1)]
        listed: list[str] = []
        for part in parts:
            answer = client.get(part.removeprefix("https://errors.example.org/errdex"))
            assert answer.headers["content-type"] == "application/xml"
            listed += [one.text or "" for one in ET.fromstring(answer.content).iter(f"{SITEMAP}loc")]
        assert len(listed) == len(set(listed)) == 8 + client.get("/api/stats").json()["records"]
        for address in [*listed[:8], *listed[8::40]]:
            page = client.get(address.removeprefix("https://errors.example.org/errdex"), headers=HTML)
            assert page.status_code == 200
            for link in parse(page.text).all("link", rel="canonical"):
                assert link["href"] == address
        assert client.get("/sitemap-2.xml").status_code == 404
        assert client.get("/sitemap-x.xml").status_code == 422


def test_crawlers_are_kept_from_endless_pages(client: TestClient) -> None:
    """Searches are not listed, and a search that was found anyhow asks to be left out."""
    robots = client.get("/robots.txt").text
    assert "Disallow: /search\n" in robots
    assert parse(client.get("/search?q=x").text).one("meta", name="robots")["content"] == "noindex"


def test_about_tells_limits_and_whom_to_tell(settings_: Settings) -> None:
    """Every limit in force with its value; where problems go is what the operator set, on record pages too."""
    settings = settings_.model_copy(
        update={"max_paste_bytes": 123_456, "report_url": "https://issues.example.org/new?labels=record"}
    )
    with TestClient(create_app(settings)) as client:
        page = parse(client.get("/about").text)
        limits = client.get("/api/limits").json()
        record = client.get("/api/errors", params={"limit": 1}).json()["items"][0]
        links = {link.words: link["href"] for link in parse(client.get(record["url"]).text).all("a")}
    rows = page.one("tbody").all("tr")
    assert {row.all("td")[0].words for row in rows} == {
        " ".join(one["description"].split()) for one in limits.values()
    }
    assert any(row.all("td")[1].words == "123,456 bytes" for row in rows)
    assert links["Report a problem"].startswith(
        f"https://issues.example.org/new?labels=record&title=Record%20{record['id']}"
    )


def test_reports_go_where_there_is_a_way(client: TestClient, settings_: Settings) -> None:
    """To the form below the record where there is one, else to the page that says whom to tell."""
    path = client.get("/api/errors", params={"limit": 1}).json()["items"][0]["url"]
    hrefs = {link.words: link["href"] for link in parse(client.get(path).text).all("a")}
    assert hrefs["Report a problem"] == "/about#report"
    with TestClient(create_app(settings_.model_copy(update={"anonymous_notes": True}))) as other:
        page = parse(other.get(path).text)
    assert {link.words: link["href"] for link in page.all("a")}["Report a problem"] == "#notes"
    assert page.one("section", id="notes").one("form", class_="verdict")


def test_record_names_what_newer_releases_made_of_it(client: TestClient) -> None:
    """A check that a later release relaxed leads with that; its versions are listed, newest first."""
    found = client.get("/api/errors", params={"repo": REPO, "q": "Pool is full"}).json()["items"]
    page = parse(client.get(found[0]["url"]).text)
    lead = page.one("header", class_="page-head").one("div", class_="lifted").words
    assert "2.0" in lead
    assert "self.strict" in lead
    rows = page.one("section", id="versions").one("tbody").all("tr")
    assert [row.one("th").words for row in rows] == ["2.0", "1.0"]
    assert re.sub(r"\s+", " ", rows[0].text).endswith("size > limit and self.strict")
    assert page.one("section", id="versions").one("a")["href"] == DRIFT
