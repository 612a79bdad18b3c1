"""The neutral reply and its Markdown: what it says, how long it is, and that no text in it does anything."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from app.domain.answer import Answer, Best, Confidence, Tier, Truncated
from app.services.replies import MAX_CANDIDATES, MAX_STEPS, reply_of
from app.services.reply_markdown import LEAST_CHARS, code_block, code_span, markdown, prose
from app.services.visible import one_line, shortened, shortened_code, visible
from tests.services import answers

URL = answers.PUBLIC_URL
RENDER = MarkdownIt("commonmark")


def test_known_answer_gives_record_reason_and_next_steps() -> None:
    """A known error names its record, says why, and keeps three solutions."""
    reply = reply_of(answers.known(), public_url=URL)
    assert reply.status == "known"
    assert reply.headline == "Known error: CapacityError: Pool {name!r} cannot grow past {limit} slots"
    assert reply.message == "Pool 'blue' cannot grow past 16 slots"
    assert reply.record_id == "d7326ee57f8a95e6"
    assert reply.where == "src/acme/pool.py:88"
    assert reply.link == f"{URL}/errors/acme/pool/pool-name-r-cannot-grow-past-limit-slots-d7326ee57f8a95e6"
    assert reply.how == "the whole message agrees; high confidence (0.98)"
    assert reply.why == ["the whole message agrees", "but: raised in line 91, the record has 88"]
    assert reply.next_steps == ["Raise `max_slots`", "Use two pools", "Wait for a slot"]
    assert reply.captures == {"name!r": "'blue'", "limit": "16"}
    assert (reply.more_events, reply.more_matches, reply.count) == (1, 0, 2)


def test_a_record_without_a_message_has_no_other_message() -> None:
    """A bare raise is found by its place; nothing is said of a message that there is not."""
    answer = answers.known()
    match = answers.a_match(tier=Tier.SITE, error_message=None)
    event = answer.events[0].model_copy(update={"matches": [match]})
    reply = reply_of(answer.model_copy(update={"events": [event]}), public_url=URL)
    assert reply.how == "raised at the same place, a record without a message; high confidence (0.98)"


def test_a_derived_record_leads_with_trigger_values_and_code() -> None:
    """Where nobody has explained an error, what the source says stands first, and a note says so."""
    reply = reply_of(answers.derived(), public_url=URL)
    assert reply.when == "Raised in `Pool.grow` when `size > self.limit`, after `self.closed` was false."
    assert reply.code is not None
    assert "→ 88          raise CapacityError(" in reply.code.split("\n")
    assert (reply.meaning, reply.next_steps, reply.fix) == (None, [], None)
    assert reply.notes == ["Derived from the source: nobody has written an explanation yet."]
    text = markdown(reply)
    parts = [
        "Record [",
        "**When it happens**: Raised in `Pool.grow`",
        "**Values**: `name!r`",
        "**Code**",
        "*Derived",
    ]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)


def test_an_explained_record_brings_no_code() -> None:
    """The trigger and the source of a record with an explanation stay on its page."""
    reply = reply_of(answers.known(), public_url=URL)
    assert (reply.when, reply.code) == (None, None)


def test_ambiguous_answer_shows_the_whole_cluster() -> None:
    """Records that nothing tells apart stand beside each other; a weaker match is only counted."""
    reply = reply_of(answers.ambiguous(), public_url=URL)
    assert reply.headline.startswith("Known message with 2 possible origins: ")
    assert [one.id for one in reply.candidates] == ["af12c88f3c53cbd9"]
    assert reply.candidates[0].next_step == "Raise `max_slots`"
    assert reply.more_matches == 1
    assert reply.hint == "The frames would tell them apart."


def test_similar_record_over_the_threshold_is_never_called_known() -> None:
    """A confident answer by wording alone is named similar."""
    match = answers.a_match(tier=Tier.FUZZY, score=0.8, confidence="medium")
    answer = answers.similar().model_copy(
        update={
            "events": [answers.an_event(status="similar", matches=[match])],
            "best": Best(event=0, id=match.id),
        }
    )
    reply = reply_of(answer, public_url=URL)
    assert reply.headline.startswith("Similar to a known error: ")
    assert reply.record_id == match.id


@pytest.mark.parametrize(
    ("kind", "status", "headline", "candidates"),
    [
        ("similar", "similar", "Not a known error, but near to some", 1),
        ("unknown", "unknown", "Not a known error, but near to some", 1),
        ("other_package", "package-not-in-base", "No records of zeta", 0),
        ("nothing", "no-error", "No error found in this text", 0),
    ],
)
def test_without_a_confident_answer_no_record_is_named_as_one(
    kind: str, status: str, headline: str, candidates: int
) -> None:
    """Without `best` there is no record, no link and no fix, only what is near, and a hint."""
    reply = reply_of(answers.ALL[kind](), public_url=URL)
    assert (reply.status, reply.headline, len(reply.candidates)) == (status, headline, candidates)
    assert (reply.record_id, reply.link, reply.fix, reply.next_steps) == (None, None, None, [])
    assert reply.hint


def test_a_near_miss_says_what_differs() -> None:
    """What keeps a near miss from being the answer is in words."""
    reply = reply_of(answers.unknown(), public_url=URL)
    assert reply.candidates[0].differs == ["message: expected cannot grow, found cannot shrink"]
    assert reply.more_matches == 0


def test_the_event_with_something_to_show_is_the_one_that_is_shown() -> None:
    """Without `best`, an event with matches comes before one without."""
    events = [
        answers.an_event(index=0, status="unknown", matches=[], message="first"),
        answers.an_event(index=1, status="similar", message="second"),
    ]
    answer = answers.nothing().model_copy(update={"events": events})
    assert reply_of(answer, public_url=URL).message == "second"


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("bytes", "only the first and last parts of the paste were read, 5 bytes"),
        ("seconds", "the time of 5 seconds was up"),
        ("something new", "something new (limit 5)"),
    ],
)
def test_a_cut_answer_says_so(reason: str, words: str) -> None:
    """The limit that cut the work short is named, also where no event is left."""
    answer = answers.nothing().model_copy(update={"truncated": Truncated(reason=reason, limit=5)})
    assert reply_of(answer, public_url=None).notes == [f"The answer is not complete: {words}."]


@pytest.mark.parametrize(
    ("public_url", "url", "link"),
    [
        (None, "/errors/a/b/c-1", "/errors/a/b/c-1"),
        ("https://e.example", "/errors/a/b/c-1", "https://e.example/errors/a/b/c-1"),
        ("https://e.example/base/", "/errors/a/b/c-1", "https://e.example/base/errors/a/b/c-1"),
        ("https://e.example", "https://other.example/x", "https://other.example/x"),
    ],
)
def test_links_are_absolute_where_the_address_is_known(public_url: str | None, url: str, link: str) -> None:
    """The public address completes a path and leaves a whole address alone."""
    event = answers.an_event(matches=[answers.a_match(url=url)])
    answer = answers.known().model_copy(update={"events": [event]})
    assert reply_of(answer, public_url=public_url).link == link


def test_a_reply_is_bounded_whatever_the_answer_holds() -> None:
    """Endless texts and lists are cut in the reply itself."""
    reply = reply_of(answers.hostile(200), public_url=URL)
    assert len(reply.candidates) == MAX_CANDIDATES
    assert len(reply.next_steps) == MAX_STEPS
    assert reply.more_matches == 20 - MAX_CANDIDATES
    assert reply.message is not None
    assert len(reply.message) <= 1_000


def test_markdown_of_a_known_answer() -> None:
    """The whole text, as a chat gets it."""
    assert markdown(reply_of(answers.known(), public_url=URL)) == (
        "**Known error: CapacityError: Pool {name!r} cannot grow past {limit} slots**\n\n"
        "```\nacme.errors.CapacityError: Pool 'blue' cannot grow past 16 slots\n```\n\n"
        "Record [`d7326ee57f8a95e6`](https://errdex.example/errors/acme/pool/"
        "pool-name-r-cannot-grow-past-limit-slots-d7326ee57f8a95e6) in `acme/pool`, `src/acme/pool.py:88`\n"
        "Match: the whole message agrees; high confidence (0.98)\n\n"
        "- the whole message agrees\n- but: raised in line 91, the record has 88\n\n"
        "**What it means**: A pool has a fixed number of slots. It cannot take more.\n\n"
        "**Next steps**\n\n1. Raise `max_slots`\n2. Use two pools\n3. Wait for a slot\n\n"
        "**Example fix**\n\n```\n# before\nPool(max_slots=16)\n# after\nPool(max_slots=32)\n```\n\n"
        "**Values**: `name!r` = `'blue'`, `limit` = `16`\n\n"
        "*Explanation and fix are an AI-assisted analysis; check them against the source.*\n\n"
        "It stands 2 times in the text; 1 other error in the text.\n"
    )


def _rendered_tags(text: str) -> set[str]:
    return set(re.findall(r"<(\w+)", RENDER.render(text)))


INERT_TAGS = {"p", "strong", "em", "pre", "code", "ul", "ol", "li", "a"}


@pytest.mark.parametrize("make", [answers.hostile, answers.hostile_derived])
@pytest.mark.parametrize("scale", [1, 3, 40])
def test_nothing_in_a_hostile_answer_does_anything(make: Callable[[int], Answer], scale: int) -> None:
    """No link, image, tag or mention comes from a paste or a record: a Markdown reader draws our own markup alone."""
    text = markdown(reply_of(make(scale), public_url=URL), max_chars=20_000)
    html = RENDER.render(text)
    assert _rendered_tags(text) <= INERT_TAGS
    assert all(href.startswith(URL + "/errors/") for href in re.findall(r'href="([^"]*)"', html))
    outside_code = re.sub(r"<code>.*?</code>", "", html, flags=re.DOTALL)
    for active in ("@", "evil.example", "&lt;!", "&lt;script"):
        assert active not in outside_code
    assert "<!channel" not in text
    assert "<@U123" not in text
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\ud800-\udfff]", text)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                *"`*_[]()<>!@#&~|\\-+=1.) \n\ta",
                "```",
                "~~~",
                "://",
                "www.",
                "<b>",
                "<!--",
                "\\`",
                "&amp;",
                "    ",
            ]
        ),
        max_size=25,
    ).map("".join)
)
def test_prose_reads_as_it_was_written(text: str) -> None:
    """Rendered, escaped prose gives back the letters that went in (back-quoted pieces without their quotes)."""
    html = RENDER.render(f"- {prose(text)}\n")
    assert set(re.findall(r"<(\w+)", html)) <= {"ul", "li", "code", "p"}
    shown = re.sub(r"<[^>]*>", "", html).replace("\u200b", "")
    for entity, char in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        shown = shown.replace(entity, char)
    without_quotes = re.sub(r"(?<!`)`([^`\n]{1,500})`(?!`)", r"\1", one_line(text))
    assert "".join(shown.split()) in {
        "".join(without_quotes.split()),
        "".join(without_quotes.split()) + "(empty)",
    } or ("(empty)" in shown)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="`a\n\\ <!@~", max_size=30))
def test_code_stays_in_its_block(code: str) -> None:
    """No content ends the fence or the span that it stands in."""
    html = RENDER.render(f"{code_block(code)}\n\nafter\n")
    assert html.count("<pre>") == 1
    assert html.endswith("</code></pre>\n<p>after</p>\n")
    assert re.fullmatch(r"<p>(?:<code>.*</code>|\(empty\))</p>\n", RENDER.render(code_span(code)))


@pytest.mark.parametrize("max_chars", [LEAST_CHARS, 800, 2_000, 8_000])
@pytest.mark.parametrize("scale", [1, 100])
def test_markdown_keeps_to_its_length(max_chars: int, scale: int) -> None:
    """The text is never longer than asked for, and still says what it is about."""
    for make in (
        *answers.ALL.values(),
        lambda: answers.hostile(scale),
        lambda: answers.hostile_derived(scale),
    ):
        text = markdown(reply_of(make(), public_url=URL), max_chars)
        assert len(text) <= max_chars
        assert text.startswith("**")


def test_markdown_refuses_a_length_that_holds_no_reply() -> None:
    """A limit under the least is a mistake of the caller."""
    with pytest.raises(ValueError, match="at least 500"):
        markdown(reply_of(answers.known(), public_url=None), 100)


def test_a_path_is_shown_and_not_linked() -> None:
    """Without a public address a link would lead nowhere."""
    text = markdown(reply_of(answers.known(), public_url=None))
    assert "(`/errors/acme/pool/" in text
    assert "](" not in text


@pytest.mark.parametrize("tier", list(Tier))
@pytest.mark.parametrize("confidence", ["high", "medium", "low"])
def test_every_tier_and_confidence_has_words(tier: Tier, confidence: Confidence) -> None:
    """Whatever the match service answers can be said."""
    event = answers.an_event(matches=[answers.a_match(tier=tier, confidence=confidence)])
    reply = reply_of(answers.known().model_copy(update={"events": [event]}), public_url=None)
    assert reply.how is not None
    assert f"{confidence} confidence" in reply.how


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\r\nb\rc\td", "a\nb\nc\td"),
        ("\x1b[31mred\x07", "⟨U+001B⟩[31mred⟨U+0007⟩"),
        ("\u202eabc\u2066", "⟨U+202E⟩abc⟨U+2066⟩"),
        ("\ud800", "⟨U+D800⟩"),
        ("zero\u200bwidth\ufeff", "zero⟨U+200B⟩width⟨U+FEFF⟩"),
        ("naïve 漢字 🔑", "naïve 漢字 🔑"),
    ],
)
def test_nothing_stays_invisible(text: str, shown: str) -> None:
    """Characters that nobody sees are written out."""
    assert visible(text) == shown


def test_texts_are_cut_with_an_ellipsis_and_code_at_a_line() -> None:
    """Shortening stays within the limit and shows that something is gone."""
    assert shortened("abcdef", 6) == "abcdef"
    assert shortened("abcdef", 4) == "abc…"
    assert shortened_code("\nab\ncd\nef\n", 8) == "ab\ncd\nef"
    assert shortened_code("ab\ncd\nefgh", 8) == "ab\ncd\n…"
    assert shortened_code("abcdefgh", 6) == "abcd\n…"
