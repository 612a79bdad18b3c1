"""Notes on record pages: their Markdown is inert, their forms work without JavaScript and only from this server's pages."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from app.config import Settings
from app.domain.people import Caller
from app.main import create_app
from app.web.note_html import REL, note_html
from tests.contract.openapi_files import RECORD
from tests.web.html_document import parse
from tests.web.test_api_notes import HOSTILE

OWNER = Caller("cli", key="local:al", name="Al", maintains=True)
OURS = {"Origin": "http://testserver", "Sec-Fetch-Site": "same-origin"}
ALLOWED_TAGS = {
    "p", "br", "strong", "em", "code", "pre", "span", "a", "ul", "ol", "li", "blockquote", "main", "#document",
}  # fmt: skip


@pytest.fixture
def loaded(loaded: Settings, request: pytest.FixtureRequest) -> Settings:
    """The settings of the test's server, on which all may write unless the test says otherwise."""
    update = getattr(request, "param", {"anonymous_notes": True})
    return loaded.model_copy(update=update)


closed = pytest.mark.parametrize("loaded", [{}], indirect=True)


def shown(client: TestClient) -> Any:
    """The parsed page of the record."""
    response = client.get(f"/e/{RECORD}", headers={"Accept": "text/html"})
    assert response.status_code == 200
    return parse(response.text)


def tags(html: str) -> set[str]:
    """The names of all elements of a fragment."""
    return {element.tag for element in parse(f"<main>{html}</main>").all()}


MARKDOWN = [
    ("**b** *i* `c`", "<p><strong>b</strong> <em>i</em> <code>c</code></p>\n"),
    ("# no heading", "<p># no heading</p>\n"),
    ("one\ntwo", "<p>one<br>\ntwo</p>\n"),
    ("<b>x</b>", "<p>&lt;b&gt;x&lt;/b&gt;</p>\n"),
    ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"),
    ("[a](https://e.org/x)", f'<p><a href="https://e.org/x" rel="{REL}">a</a></p>\n'),
    ('[a](https://e.org/"onclick=x)', f'<p><a href="https://e.org/%22onclick=x" rel="{REL}">a</a></p>\n'),
    ('[a](https://e.org "t")', f'<p><a href="https://e.org" rel="{REL}">a</a></p>\n'),
    ("[a](javascript:alert(1))", "<p>[a](javascript:alert(1))</p>\n"),
    ("[a](data:text/html,x)", "<p>[a](data:text/html,x)</p>\n"),
    ("[a](//e.org)", "<p>[a](//e.org)</p>\n"),
    ("[a](/search)", "<p>[a](/search)</p>\n"),
    ("![i](https://e.org/x.png)", f'<p>!<a href="https://e.org/x.png" rel="{REL}">i</a></p>\n'),
    ("[x]: https://e.org\n\n[x]", "<p>[x]: https://e.org</p>\n<p>[x]</p>\n"),
    ("```py\n<b>\n```", "<pre><code>&lt;b&gt;\n</code></pre>\n"),
    ("&lt;img src=x&gt;", "<p>&lt;img src=x&gt;</p>\n"),
]


@pytest.mark.parametrize(("markdown", "html"), MARKDOWN)
def test_markdown_of_a_note(markdown: str, html: str) -> None:
    """Formatting works; HTML, images, headings and links to anything but the web stay letters."""
    assert note_html(markdown) == html


@pytest.mark.parametrize(
    "text", [HOSTILE, "a\u202eb", "a\x1b[2Jb", "a\u200bb", "`\u2066`", "    \u202e code"]
)
def test_nothing_hostile_or_unseen_is_left(text: str) -> None:
    """Of a hostile note nothing is an element, and what a reader could not see is drawn."""
    html = note_html(text)
    assert tags(html) <= ALLOWED_TAGS
    assert not {"\u202e", "\x1b", "\u200b", "\u2066"} & set(html)


@given(st.text(alphabet=st.sampled_from("<>&\"'`*_[]()!#-\n\t /:ahjsrcipt=.\u202e\x00"), max_size=200))
def test_any_note_gives_few_kinds_of_elements(text: str) -> None:
    """Whatever is written, only known elements come out, and links only to the web."""
    page = parse(f"<main>{note_html(text)}</main>")
    assert {element.tag for element in page.all()} <= ALLOWED_TAGS
    for link in page.all("a"):
        assert link["href"].startswith(("http://", "https://"))


def test_a_note_is_added_by_the_form(app: FastAPI, client: TestClient) -> None:
    """The form leads back to the record, which shows the note with its author, date and version."""
    form = next(one for one in shown(client).all("form") if one["action"].endswith("/notes"))
    fields = {"text": "Use **more** workers", "author": "Al", "version": "0.5.18"}
    response = client.post(form["action"], data=fields, headers=OURS, follow_redirects=False)
    assert response.status_code == 303
    assert response.headers["location"].endswith(f"-{RECORD}#notes")
    section = next(one for one in shown(client).all("section") if one.get("id") == "notes")
    assert "Use more workers" in section.words
    assert "Al" in section.words
    assert "version 0.5.18" in section.words
    assert app.state.services.notes.of_record(RECORD).items[0].front == "page"


def test_solved_and_wrong(app: FastAPI, client: TestClient) -> None:
    """The buttons below a note and below the record are forms too."""
    note = app.state.services.notes.add(OWNER, RECORD, "x")
    for path, data in (
        (f"/e/{RECORD}/notes/{note.id}/solved", {}),
        (f"/e/{RECORD}/feedback", {"verdict": "wrong"}),
    ):
        assert path in {form["action"] for form in shown(client).all("form")}
        assert client.post(path, data=data, headers=OURS, follow_redirects=False).status_code == 303
    assert app.state.services.notes.of_record(RECORD).items[0].solved == 1
    assert app.state.services.feedback.of_record(RECORD).wrong == 1
    assert client.post(f"/e/{RECORD}/feedback", data={"verdict": "x"}, headers=OURS).status_code == 400


FOREIGN: list[dict[str, str]] = [
    {},
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site", "Origin": "http://testserver"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://testserver"},
    {"Origin": "http://testserver.evil.example"},
]


@pytest.mark.parametrize("headers", FOREIGN)
@pytest.mark.parametrize("path", ["notes", "feedback", "notes/{note}/solved"])
def test_a_form_of_another_site_is_refused(
    app: FastAPI, client: TestClient, headers: dict[str, str], path: str
) -> None:
    """Where a form comes from elsewhere, or does not say where from, nothing is written."""
    note = app.state.services.notes.add(OWNER, RECORD, "x")
    data = {"text": "spam", "verdict": "wrong"}
    response = client.post(f"/e/{RECORD}/{path.format(note=note.id)}", data=data, headers=headers)
    assert response.status_code == 403
    assert app.state.services.notes.of_record(RECORD).items == [note]
    assert app.state.services.feedback.of_record(RECORD).wrong == 0


@closed
def test_no_form_where_notes_are_not_taken(app: FastAPI, client: TestClient) -> None:
    """A server that takes no anonymous notes shows those that are there, no form, and refuses one that is sent."""
    assert not [one for one in shown(client).all("section") if one.get("id") == "notes"]
    app.state.services.notes.add(OWNER, RECORD, "from the shell")
    section = next(one for one in shown(client).all("section") if one.get("id") == "notes")
    assert "from the shell" in section.words
    assert not section.all("form")
    token = app.state.services.access.new("ci")
    for headers in (OURS, {**OURS, "Authorization": f"Bearer {token}"}):
        response = client.post(f"/e/{RECORD}/notes", data={"text": "x"}, headers=headers)
        assert response.status_code == 401


def test_a_page_with_many_notes_is_not_kept_for_too_long(app: FastAPI, client: TestClient) -> None:
    """Also a note that the page only counts is part of what it shows."""
    notes = app.state.services.notes
    added = [notes.add(OWNER, RECORD, str(number)) for number in range(22)]
    before = client.get(f"/e/{RECORD}").headers["etag"]
    notes.delete(OWNER, added[0].id)
    assert client.get(f"/e/{RECORD}", headers={"If-None-Match": before}).status_code == 200


def test_a_page_says_how_long_a_note_may_be(loaded: Settings) -> None:
    """A page from before the operator changed the limit is no longer the page."""
    etags: set[str] = set()
    for limit in (4000, 200):
        with TestClient(create_app(loaded.model_copy(update={"max_note_chars": limit}))) as client:
            page = client.get(f"/e/{RECORD}", headers={"If-None-Match": ", ".join(etags)})
            assert page.status_code == 200
            assert f"{limit:,}" in page.text or str(limit) in page.text
            etags.add(page.headers["etag"])


def test_html_is_kept_of_few_notes() -> None:
    """What was read once is not read again, and what is kept has an end."""
    note_html.cache_clear()
    for number in range(600):
        note_html(f"note {number}")
    kept = note_html.cache_info()
    assert kept.maxsize == kept.currsize == 512
    note_html("note 599")
    assert note_html.cache_info().hits == 1


def test_a_page_with_notes_is_not_kept_for_too_long(app: FastAPI, client: TestClient) -> None:
    """A new note, an edit and a vote each change the page's ETag."""
    notes, feedback = app.state.services.notes, app.state.services.feedback
    tags_ = [client.get(f"/e/{RECORD}").headers["etag"]]
    note = notes.add(OWNER, RECORD, "x")
    for change in (
        lambda: None,
        lambda: notes.edit(OWNER, note.id, "y"),
        lambda: feedback.give(OWNER, RECORD, "solved", note_id=note.id),
        lambda: feedback.give(OWNER, RECORD, "wrong"),
    ):
        change()
        tags_.append(client.get(f"/e/{RECORD}").headers["etag"])
    assert len(set(tags_)) == 5
    assert client.get(f"/e/{RECORD}", headers={"If-None-Match": tags_[-1]}).status_code == 304


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"text=", "application/x-www-form-urlencoded", 400),
        (b"", "application/x-www-form-urlencoded", 400),
        (b"text=%ff", "application/x-www-form-urlencoded", 400),
        (b"text=%00", "application/x-www-form-urlencoded", 400),
        (b"text=\xff", "application/x-www-form-urlencoded", 400),
        (b"text=x&" + b"a=1&" * 50, "application/x-www-form-urlencoded", 400),
        (b"text=" + b"x" * 5000, "application/x-www-form-urlencoded", 400),
        (b"text=" + b"x" * 100_000, "application/x-www-form-urlencoded", 413),
        (b'{"text": "x"}', "application/json", 400),
    ],
)
def test_forms_that_are_refused(
    app: FastAPI, client: TestClient, content: bytes, kind: str, status: int
) -> None:
    """What is no note is told in words, and nothing is stored."""
    response = client.post(f"/e/{RECORD}/notes", content=content, headers={**OURS, "Content-Type": kind})
    assert response.status_code == status, response.text
    assert app.state.services.notes.of_record(RECORD).total == 0


def test_a_hostile_note_on_the_page(app: FastAPI, client: TestClient) -> None:
    """The page of a record with a hostile note has no script of it, no image, no handler and nothing unseen."""
    app.state.services.notes.add(OWNER, RECORD, HOSTILE, author="<img src=x onerror=1> \u202e", version="<b>")
    response = client.get(f"/e/{RECORD}")
    page = parse(response.text)
    section = next(one for one in page.all("section") if one.get("id") == "notes")
    assert not section.all("script", "img", "iframe", "style", "b")
    assert "<script>alert" not in response.text
    assert not {"\u202e", "\x1b"} & set(response.text)
