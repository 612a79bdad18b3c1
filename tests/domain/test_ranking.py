"""Wording, class and frames add up to an order and a score."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.answer import Frame, Tier
from app.domain.evidence import Facts, Site, wording_of
from app.domain.fuzzy import similar
from app.domain.matching import Hit, find_all
from app.domain.patterns import distinct_words
from app.domain.raising import Statement
from app.domain.ranking import Ranked, rank
from app.domain.rivals import capped, inseparable, lines_separate
from app.domain.scoring import WEIGHTS
from app.domain.specificity import is_everyday
from tests.domain.reference import candidate

SITE = Site(
    "a" * 16,
    "acme/acme",
    "ValueError",
    "acme/core/pool.py",
    88,
    "Pool.grow",
    words=frozenset({"shard", "count", "must", "even"}),
)
MESSAGE = "shard count must be even"
HIT = find_all(MESSAGE, [candidate(1, MESSAGE)])[0]
FRAME = Frame(file="/opt/lib/site-packages/acme/core/pool.py", line=88, function="grow")
RAISES, CALLS = Statement("raise", "raise ValueError(text)"), Statement("other", "return rows[key]")


def facts(
    error_class: str | None = None,
    *frames: Frame,
    text: str = MESSAGE,
    statement: Statement | None = None,
    named: frozenset[str] = frozenset(),
    compiled: frozenset[str] = frozenset(),
) -> Facts:
    """What is known of an event."""
    return Facts(
        error_class,
        frames,
        {},
        text,
        frozenset(distinct_words([text])),
        everyday=is_everyday(text),
        statement=statement,
        named=named,
        compiled=compiled,
    )


def hit_of(pattern: str, text: str) -> Hit:
    """The hit of a pattern in a text."""
    return find_all(text, [candidate(7, pattern)])[0]


def site(
    message: str | None, error_class: str = "ValueError", line: int = 88, function: str = "grow"
) -> Site:
    """A site in the file of `FRAME`."""
    wording, words = wording_of(message)
    return Site(
        "b" * 16, "acme/acme", error_class, "acme/core/pool.py", line, function, words=words, wording=wording
    )


def test_evidence_orders_scores() -> None:
    """Each agreement raises the score, each disagreement lowers it."""
    elsewhere = Frame(file="/srv/app.py", line=1, function="main")
    scores = [
        rank(HIT, SITE, facts("TypeError", elsewhere)).score,
        rank(HIT, SITE, facts("TypeError")).score,
        rank(HIT, SITE, facts(None)).score,
        rank(HIT, SITE, facts("ValueError")).score,
        rank(HIT, SITE, facts("ValueError", FRAME)).score,
    ]
    assert scores == sorted(scores)
    assert len(set(scores)) == len(scores)


def test_a_place_alone_is_no_answer_where_the_message_says_something_else() -> None:
    """The site tier needs words in common, since other errors are raised near by."""
    other = rank(None, SITE, facts("ValueError", FRAME, text="the tea kettle is cold"))
    reworded = rank(None, SITE, facts("ValueError", FRAME, text="an odd shard count"))
    assert other.tier is reworded.tier is Tier.SITE
    assert other.score < 0.7 <= reworded.score


@pytest.mark.parametrize(
    ("error_class", "statement", "sure"),
    [
        ("KeyError", RAISES, True),
        ("KeyError", None, True),
        ("KeyError", CALLS, False),
        ("TypeError", RAISES, False),
        (None, RAISES, False),
    ],
)
def test_a_message_that_is_all_variable_is_found_by_its_place(
    error_class: str | None, statement: Statement | None, sure: bool
) -> None:
    """Of `raise KeyError(name)` class, function and line have to agree, and the line that is shown must not be a call."""
    one = rank(
        None, site("{name}", "KeyError"), facts(error_class, FRAME, text="'colour'", statement=statement)
    )
    assert (one.score >= 0.7) is sure


def test_an_error_without_a_message_is_found_where_the_record_has_none() -> None:
    """`raise StopIteration` is its own site, and not that of a message near by."""
    bare = facts("StopIteration", FRAME, text="", statement=RAISES)
    assert rank(None, site(None, "StopIteration"), bare).score >= 0.7
    assert rank(None, site("no shard is left", "StopIteration"), bare).score < 0.3


@pytest.mark.parametrize(
    "message",
    ["'NoneType' object has no attribute 'cpu'", "No module named 'acme.core'", "list index out of range"],
)
def test_what_anybody_can_bring_about_is_answered_at_its_place_only(message: str) -> None:
    """A record that words the interpreter's own message is near, unless the frame that raised is its site."""
    pattern = r"(.*) object has no attribute (.*)" if "attribute" in message else message.replace(".", r"\.")
    hit = hit_of(pattern, message)
    elsewhere = Frame(file="/srv/app/jobs.py", line=3, function="run")
    there = site(message, "AttributeError")
    assert rank(hit, there, facts("AttributeError", text=message)).score < 0.3
    assert rank(hit, there, facts("AttributeError", FRAME, elsewhere, text=message)).score < 0.3
    assert rank(hit, there, facts("AttributeError", FRAME, text=message, statement=CALLS)).score < 0.3
    assert rank(hit, there, facts("AttributeError", FRAME, text=message, statement=RAISES)).score >= 0.7


def test_a_class_that_carries_the_text_of_others_costs_nothing() -> None:
    """A server's text in a client's error is as good as without a class; another error's class is not."""
    bare = rank(HIT, SITE, facts(None)).score
    carried = rank(HIT, SITE, facts("client.BadRequestError")).score
    wrapped = rank(HIT, SITE, facts("RayTaskError(ValueError)")).score
    other = rank(HIT, SITE, facts("TypeError")).score
    assert other < bare <= carried <= wrapped


def test_a_class_named_before_the_message_inside_a_text_is_its_class() -> None:
    """`worker 3: ValueError: …` inside another error's message agrees, `worker 3: TypeError: …` does not."""
    told = [f"worker 3 died: {name}: {MESSAGE}" for name in ("ValueError", "TypeError")]
    same, other = (rank(hit_of(MESSAGE, text), SITE, facts("WorkerFailure", text=text)) for text in told)
    assert same.score > other.score
    assert [one.kind for one in other.differs] == ["class"]


def test_a_message_raised_in_another_package_is_another_packages_message() -> None:
    """Two packages may word an error alike: the one that raised is asked."""
    frame = Frame(file="/opt/lib/site-packages/other/pool.py", line=88, function="grow")
    assert rank(HIT, SITE, facts("ValueError", frame)).score < 0.5
    assert rank(HIT, SITE, facts("ValueError", FRAME)).score > 0.9


def test_a_warning_is_shown_at_the_place_of_whoever_is_warned() -> None:
    """That no frame is in the record's file says nothing against a warning."""
    frame = Frame(file="/srv/app/jobs.py", line=3, function=None)
    there = site(MESSAGE, "DeprecationWarning")
    assert (
        rank(HIT, there, facts("DeprecationWarning", frame)).score
        == rank(HIT, there, facts("DeprecationWarning")).score
    )


def test_a_package_named_in_the_paste_is_preferred() -> None:
    """Of two records alike, the one of the package that the paste speaks of."""
    with_name = rank(HIT, SITE, facts("ValueError", named=frozenset({"acme"})))
    assert with_name.score > rank(HIT, SITE, facts("ValueError")).score


def test_a_similar_message_differs() -> None:
    """Where similarity is all there is, a near miss says that the message is another one."""
    text = "shard count must be odd"
    (hit,) = similar(text, [candidate(1, MESSAGE)])
    one = rank(hit, SITE, facts("ValueError", text=text))
    assert [one.kind for one in one.differs] == ["message"]
    assert any(reason.detail == "the record also says: even" for reason in one.evidence)


def test_similar_words_alone_are_no_answer() -> None:
    """Without class or frames a text that is like a message stays below `best`, whatever its words."""
    text = "why is the shard count even"
    (hit,) = similar(text, [candidate(1, MESSAGE)])
    assert rank(hit, SITE, facts(text=text)).score < 0.7


def test_members_of_a_cluster_are_told_apart_by_evidence() -> None:
    """Two sites of one message: without frames nothing separates them, with them the place does."""
    twin = Site("b" * 16, "acme/acme", "ValueError", "acme/core/ring.py", 12, "Ring.grow")
    bare = [rank(HIT, site, facts("ValueError")) for site in (SITE, twin)]
    framed = [rank(HIT, site, facts("ValueError", FRAME)) for site in (SITE, twin)]
    assert inseparable(*bare)
    assert not inseparable(*framed)
    assert framed[0].score > framed[1].score


@pytest.mark.parametrize(
    ("first", "second", "separate"),
    [
        (0, 3, True),
        (4, 60, False),
        (4, 9, False),
        (30, 45, False),
        (12, 90, False),
        (None, 3, False),
        (7, 7, False),
    ],
)
def test_lines_separate_only_where_one_is_there(
    first: int | None, second: int | None, separate: bool
) -> None:
    """A file drifts between releases, so of two sites in one function that are both off neither is nearer."""
    assert lines_separate(first, second) is separate


def test_twins_in_one_function_are_told_apart_by_their_line() -> None:
    """The same message twice in a function: the line of the frame decides where it is one of the two."""
    twins = [site(MESSAGE, line=88), site(MESSAGE, line=93)]

    def at(line: int) -> list[Ranked]:
        frame = Frame(file=FRAME.file, line=line, function="grow")
        return sorted(
            (rank(HIT, one, facts("ValueError", frame)) for one in twins), key=lambda one: one.order
        )

    assert [one.site.line_number for one in at(93)] == [93, 88]
    assert not inseparable(*at(93))
    assert inseparable(*at(70))


@given(
    st.sampled_from([None, "ValueError", "TypeError"]),
    st.lists(st.sampled_from([FRAME, Frame(file="x.py", line=3)]), max_size=3),
)
def test_scores_are_probabilities(error_class: str | None, frames: list[Frame]) -> None:
    """Whatever the evidence, a score is between 0 and 1 and its reasons are told."""
    for hit in (HIT, None):
        ranked = rank(hit, SITE, facts(error_class, *frames))
        assert 0 < ranked.score < 1
        assert ranked.hit is None or ranked.evidence
        assert set(ranked.signals) <= set(WEIGHTS)


def test_a_file_that_the_base_knows_speaks_against_records_of_other_files() -> None:
    """Where other errors of the raising file are in the base, a record of another file of the package says less."""
    beside = Frame(file="/opt/lib/site-packages/acme/core/ring.py", line=3, function="turn")
    known = replace(facts("ValueError", beside), file_known=True)
    assert rank(HIT, SITE, known).score < rank(HIT, SITE, facts("ValueError", beside)).score


def test_a_cut_message_that_only_one_pattern_agrees_with_is_surer() -> None:
    """Of several patterns that agree up to the cut, none is as sure."""
    hit = replace(HIT, tier=Tier.TRUNCATED)
    assert rank(hit, SITE, facts("ValueError"), alone=True).score > rank(hit, SITE, facts("ValueError")).score


def test_a_cap_lowers_the_score_and_the_place_in_the_order() -> None:
    """A similar message goes behind what explains every word; below the cap nothing changes."""
    one = rank(HIT, SITE, facts("ValueError", FRAME))
    lower = capped(one, 0.6)
    assert (lower.score, lower.order > one.order) == (0.6, True)
    assert capped(lower, 0.7) is lower


def test_two_similar_wordings_that_are_as_near_are_not_told_apart() -> None:
    """Which of two messages was reworded cannot be told where both are about as alike."""
    text = "shard count must be odd"
    pair = [candidate(1, "shard count must be even"), candidate(2, "shard count must be prim")]
    one, other = (rank(hit, SITE, facts("ValueError", text=text)) for hit in similar(text, pair))
    assert inseparable(one, other)


def test_a_message_that_is_all_of_the_paste_is_surer() -> None:
    """Whoever pastes one line pastes the error; among other lines the same one may be anything."""
    among = facts(None)
    assert rank(HIT, SITE, replace(among, alone=True)).score > rank(HIT, SITE, among).score


@pytest.mark.parametrize(
    ("text", "surer"),
    [("worker 3: ValueError: shard count must be even", 2), ("worker 3: shard count must be even", 1)],
)
def test_what_ends_a_line_behind_its_class_is_surer_than_what_stands_in_a_sentence(
    text: str, surer: int
) -> None:
    """A pattern inside a text: it ends it, and the class is named right before."""
    inside = rank(hit_of(MESSAGE, text), SITE, facts(None, text=text))
    prose = f"i think that {MESSAGE} in all my pools"
    assert inside.score > rank(hit_of(MESSAGE, prose), SITE, facts(None, text=prose)).score
    assert len({"to the end", "announced"} & inside.signals.keys()) == surer
