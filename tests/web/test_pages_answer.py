"""Pages of answers made by hand, which show what the bundled records cannot: ambiguity, near misses, every tier."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.config import Settings
from app.domain.answer import (
    Answer,
    Best,
    Difference,
    EventAnswer,
    Evidence,
    Frame,
    Match,
    MatchOptions,
    NearMiss,
    NoteBrief,
    Related,
    Tier,
    Truncated,
    confidence_of,
)
from app.main import create_app
from app.web.answer_view import summary, views
from tests.web.html_document import Element, parse


def _match(number: int, *, kind: type[Match] = Match, **changes: Any) -> Any:
    score = changes.pop("score", 0.95)
    values: dict[str, Any] = {
        "id": f"{number:016x}",
        "title": f"Title {number}",
        "slug": f"title-{number}",
        "repo": "some/project",
        "error_class": "ValueError",
        "error_message": "same",
        "file_path": f"pkg/module_{number}.py",
        "line_number": number,
        "url": f"/errors/some/project/title-{number}-{number:016x}",
        "tier": Tier.EXACT,
        "score": score,
        "confidence": confidence_of(score),
        "solutions": [f"Solution {number}"],
        **changes,
    }
    return kind(**values)


def _event(index: int, **changes: Any) -> EventAnswer:
    line = 10 * (index + 1)
    values: dict[str, Any] = {
        "index": index,
        "error_class": "ValueError",
        "message": f"message {index}",
        "start_line": line,
        "end_line": line + 1,
        "lines": [(line, line + 1)],
        "status": "known",
        **changes,
    }
    return EventAnswer(**values)


def _page_of(app: FastAPI, client: TestClient, answer: Answer, text: str = "x") -> Element:
    class Fixed:
        def match(self, paste: object, options: MatchOptions | None = None, *, clip: bool = False) -> Answer:
            assert clip
            return answer

    app.state.services = dataclasses.replace(app.state.services, match=Fixed())
    answered = client.post("/", data={"text": text}, headers={"Accept": "text/html"})
    assert answered.status_code == 200
    return parse(answered.text)


def test_ambiguous_event_is_a_choice(app: FastAPI, client: TestClient) -> None:
    """Records that nothing tells apart are all offered, each with what differs; the less likely ones are folded."""
    matches = [
        _match(1),
        _match(2, error_class="TypeError"),
        _match(3, score=0.5),
    ]
    event = _event(0, status="ambiguous", matches=matches)
    page = _page_of(
        app, client, Answer(revision=1, events=[event], best=Best(event=0, id=matches[0].id, ambiguous=True))
    )
    assert page.one("h1").words == "A known error, from more than one possible place"
    choice = page.one("section", class_="choice")
    assert choice.one("h3").words == "Which of these 2 places raised it?"
    choices = choice.one("ol").all("li")
    assert [item.all("a")[0].words for item in choices if item.all("p", class_="apart")] == [
        "some/project · pkg/module_1.py:1",
        "some/project · pkg/module_2.py:2",
    ]
    assert [fact.words for fact in choice.all("p", class_="apart")] == [
        "raises ValueError",
        "raises TypeError",
    ]
    assert [step.words for step in choice.all("p", class_="apart-step")] == ["Solution 1", "Solution 2"]
    further = page.one("details", class_="further")
    assert further.one("summary").words == "1 further match"
    assert [link["href"][-1] for link in further.all("a")] == ["3"]


def test_all_parts_of_an_answer_are_shown(app: FastAPI, client: TestClient) -> None:
    """Best first, then text order; counts, hints, near misses with what differs, related errors and limits."""
    against = Evidence(kind="line", detail="another line", agrees=False)
    note = NoteBrief(
        id="n",
        text="Set `x` <i>first</i>\n\nthen y",
        author="Ada",
        version="1.2",
        solved=3,
        date="2026-11-30T10:00:00Z",
    )
    events = [
        _event(
            0,
            status="unknown",
            hint="Run `errdex learn x`",
            near_misses=[
                _match(
                    7,
                    kind=NearMiss,
                    tier=Tier.FUZZY,
                    score=0.3,
                    differs=[Difference(kind="message", expected="want <b>", found="have")],
                )
            ],
        ),
        _event(
            1,
            count=8,
            role="root",
            matches=[_match(1, evidence=[against], notes=[note]), _match(2, score=0.5)],
        ),
        _event(
            2,
            role="wrapper",
            status="similar",
            matches=[
                _match(3, tier=Tier.SITE, score=0.75),
                _match(4, tier=Tier.SITE, score=0.4, confidence="low", error_message=None),
            ],
        ),
        _event(
            3, error_class=None, message=None, status="package-not-in-base", frames=[Frame(file="a.py")] * 3
        ),
    ]
    related = Related(
        id="9" * 16,
        title="Near",
        slug="near",
        repo="some/project",
        file_path="x.py",
        url="/errors/some/project/near-" + "9" * 16,
        reason="same file",
    )
    answer = Answer(
        revision=1,
        events=events,
        best=Best(event=1, id=f"{1:016x}", related=[related]),
        truncated=Truncated(reason="more than 200 errors", limit=200),
    )
    page = _page_of(app, client, answer)
    assert page.one("h1").words == "A known error, and 3 others in this text"
    assert [article["id"] for article in page.all("article")] == ["event-2", "event-1", "event-3", "event-4"]
    assert [link["href"] for link in page.one("nav", class_="jump").all("a")] == [
        "#event-2",
        "#event-1",
        "#event-3",
        "#event-4",
    ]
    best, unknown, similar, foreign = page.all("article")
    assert "line 20 ×8" in best.one("header").words
    said = best.one("figure", class_="note")
    assert [part.words for part in said.one("blockquote").all("p")] == ["Set x <i>first</i>", "then y"]
    assert said.one("figcaption").words == "Ada, 2026-11-30, for 1.2; solved it for 3"
    assert best.one("li", class_="disagrees").words == "Line: another line (speaks against it)"
    assert best.one("details", class_="further").all("a")
    assert "same file" in page.one("section", class_="beside").words
    assert "more than 200 errors (limit 200)" in page.one("p", class_="warn").words
    assert [code.words for code in unknown.one("section", class_="event-hint").all("code")] == [
        "errdex learn x",
        "errdex note --for FILE",
    ]
    misses = unknown.one("details", class_="misses")
    assert "expected want <b> found have" in misses.words
    assert "same place in the code, other message, medium confidence (0.75)" in similar.words
    assert "same place in the code, a record without a message, low confidence (0.40)" in similar.words
    assert similar.one("section", class_="next-step").one("p").words == "Solution 3"
    assert foreign.one("h2").words == "An error without a message"
    assert len(foreign.one("details", class_="frames").one("ol").all("li")) == 3


@pytest.mark.parametrize(
    ("statuses", "best", "words"),
    [
        ([], None, "No error found in this text"),
        (["unknown"], None, "No known error in this text"),
        (["unknown", "similar"], None, "2 errors, none of them known for sure"),
        (["known"], 0, "A known error"),
        (["similar"], 0, "Close to a known error"),
        (["unknown", "similar"], 1, "Close to a known error, and another one in this text"),
        (
            ["ambiguous", "known", "known"],
            0,
            "A known error, from more than one possible place, and 2 others in this text",
        ),
    ],
)
def test_heading_claims_no_more_than_was_found(statuses: list[Any], best: int | None, words: str) -> None:
    """What is only similar is not called known."""
    events = [_event(index, status=status, matches=[_match(1)]) for index, status in enumerate(statuses)]
    found = Answer(revision=1, events=events, best=None if best is None else Best(event=best, id=f"{1:016x}"))
    assert summary(found) == words


@pytest.mark.parametrize("takes_notes", [False, True])
def test_an_answer_can_be_judged(loaded: Settings, takes_notes: bool) -> None:
    """Where a base takes notes from anybody, the best answer asks what came of it; elsewhere it does not."""
    app = create_app(loaded.model_copy(update={"anonymous_notes": takes_notes}))
    line = "RuntimeError: DSV4 draft state transfer expects SWA-only NextN layers"
    with TestClient(app) as client:
        page = parse(client.post("/", data={"text": line}, headers={"Accept": "text/html"}).text)
        forms = page.one("article").all("form", class_="verdict")
        assert len(forms) == takes_notes
        for form in forms:
            verdict = form.all("button")[0]
            said = client.post(
                form["action"],
                content=f"{verdict['name']}={verdict['value']}",
                headers={
                    "Content-Type": "application/x-www-form-urlencoded",
                    "Origin": "http://testserver",
                    "Sec-Fetch-Site": "same-origin",
                },
            )
            assert said.status_code == 200
            assert "1 solved it" in parse(said.text).one("section", id="notes").words


def test_a_record_is_told_once(app: FastAPI, client: TestClient) -> None:
    """Where several errors lead to the same record, its fix stands with the first, and the others link there."""
    events = [_event(index, matches=[_match(1, captures={"x": str(index)})]) for index in range(3)]
    page = _page_of(app, client, Answer(revision=1, events=events, best=Best(event=1, id=f"{1:016x}")))
    first, *others = page.all("article")
    assert first["id"] == "event-2"
    assert first.all("section", class_="next-step")
    for article in others:
        assert not article.all("section", class_="next-step")
        assert article.one("a", href="#event-2").words == "error 1"
        assert article.one("dl", class_="captures").all("dd")


@pytest.mark.parametrize(
    ("files", "own"),
    [
        (["/srv/app/main.py", "/v/lib/python3.12/site-packages/x/y.py"], "/srv/app/main.py:1"),
        (
            ["/srv/app/main.py", "/srv/app/deep.py", "/usr/lib/python3.11/json/decoder.py"],
            "/srv/app/deep.py:2",
        ),
        ([r"C:\work\run.py", r"C:\Python312\Lib\site-packages\x\y.py"], r"C:\work\run.py:1"),
        (["/v/dist-packages/x.py", "<frozen runpy>"], None),
    ],
)
def test_an_unknown_error_names_your_own_code(
    app: FastAPI, client: TestClient, files: list[str], own: str | None
) -> None:
    """What no record explains is best begun where one's own code led to it."""
    frames = [Frame(file=file, line=line) for line, file in enumerate(files, 1)]
    page = _page_of(app, client, Answer(revision=1, events=[_event(0, status="unknown", frames=frames)]))
    advice = page.one("section", class_="event-hint").words
    assert (f"your own code led here: {own}." in advice) == (own is not None)


def test_very_long_messages_are_cut() -> None:
    """A message of a hundred thousand characters is cut, and the page says by how much."""
    found = Answer(revision=1, events=[_event(0, message="x" * 100_000)])
    view = views(found)[0]
    assert len(view.message) == 2_000
    assert view.cut_chars == 98_000
