"""Class, frames and wording add up to an order and a score."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.answer import Frame, Tier
from app.domain.fuzzy import similar
from app.domain.matching import find_all
from app.domain.ranking import Facts, Site, frame_agreement, inseparable, path_suffixes, rank, same_class
from tests.domain.reference import candidate

SITE = Site(
    "a" * 16,
    "acme/acme",
    "ValueError",
    "acme/core/pool.py",
    88,
    "Pool.grow",
    words=frozenset({"shard", "count"}),
)
HIT = find_all("shard count must be even", [candidate(1, "shard count must be even")])[0]
FRAME = Frame(file="/opt/lib/site-packages/acme/core/pool.py", line=88, function="grow")


def facts(error_class: str | None = None, *frames: Frame, words: str = "") -> Facts:
    """What is known of an event."""
    return Facts(error_class, frames, {}, frozenset(words.split()))


@pytest.mark.parametrize(
    ("pasted", "recorded", "same"),
    [
        ("ValueError", "ValueError", True),
        ("acme.errors.SetupError", "SetupError", True),
        ("acme.SetupError", "acme.errors.SetupError", True),
        ("IOError", "OSError", True),
        ("OSError", "EnvironmentError", True),
        ("socket.timeout", "TimeoutError", True),
        ("a.Error", "b.Error", False),
        ("ValueError", "TypeError", False),
    ],
)
def test_same_class(pasted: str, recorded: str, same: bool) -> None:
    """Aliases and module paths are looked through, as far as both sides have them."""
    assert same_class(pasted, recorded) is same


@pytest.mark.parametrize(
    ("file", "agreement"),
    [
        ("/opt/lib/python3.11/site-packages/acme/core/pool.py", 2),
        ("C:\\envs\\x\\Lib\\site-packages\\acme\\core\\pool.py", 2),
        ("acme/core/pool.py", 2),
        ("…/core/pool.py", 2),
        ("pool.py", 1),
        ("/opt/acme/core/spool.py", 0),
        ("/opt/other/core/pool.py", 0),
        ("", 0),
    ],
)
def test_frame_agreement(file: str, agreement: int) -> None:
    """Paths are compared by whole parts from their end; a cut path by what it still has."""
    assert frame_agreement(Frame(file=file), SITE) == agreement


def test_path_suffixes_are_what_a_module_path_may_be() -> None:
    """A frame's path gives every module path it may end in."""
    assert path_suffixes("C:\\a\\acme\\x.py") == ["C:/a/acme/x.py", "a/acme/x.py", "acme/x.py", "x.py"]


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
    other = rank(None, SITE, facts("ValueError", FRAME, words="tea kettle"))
    reworded = rank(None, SITE, facts("ValueError", FRAME, words="shard count odd"))
    assert other.tier is reworded.tier is Tier.SITE
    assert other.score < 0.7 <= reworded.score


def test_a_similar_message_differs() -> None:
    """Where similarity is all there is, a near miss says that the message is another one."""
    (hit,) = similar("shard count must be odd", [candidate(1, "shard count must be even")])
    assert [one.kind for one in rank(hit, SITE, facts("ValueError")).differs] == ["message"]


def test_members_of_a_cluster_are_told_apart_by_evidence() -> None:
    """Two sites of one message: without frames nothing separates them, with them the place does."""
    twin = Site("b" * 16, "acme/acme", "ValueError", "acme/core/ring.py", 12, "Ring.grow")
    bare = [rank(HIT, site, facts("ValueError")) for site in (SITE, twin)]
    framed = [rank(HIT, site, facts("ValueError", FRAME)) for site in (SITE, twin)]
    assert inseparable(*bare)
    assert not inseparable(*framed)
    assert framed[0].score > framed[1].score


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
