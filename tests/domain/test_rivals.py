"""Records of one event beside each other: which speaks against which, and which nothing separates."""

from dataclasses import replace

from app.domain.answer import Frame, Tier
from app.domain.evidence import Facts, Site, wording_of
from app.domain.fuzzy import similar
from app.domain.matching import find_all, find_truncated
from app.domain.patterns import distinct_words
from app.domain.raising import Statement
from app.domain.ranking import Ranked, rank
from app.domain.rivals import inseparable, levelled, weighed_against_each_other
from app.domain.templates import pattern_of_template
from tests.domain.reference import candidate

HERE = Frame(file="/opt/lib/site-packages/acme/core/pool.py", line=88, function="grow")
RAISES = Statement("raise", "raise ValueError(text)")


def site(identity: str, message: str, path: str = "acme/core/pool.py", line: int = 88) -> Site:
    """A site in a function `grow`."""
    wording, words = wording_of(message)
    return Site(identity * 16, "acme/acme", "ValueError", path, line, "grow", words=words, wording=wording)


def facts(text: str, *frames: Frame, statement: Statement | None = None) -> Facts:
    """What is known of an event."""
    return Facts(
        "ValueError",
        frames,
        text=text,
        words=frozenset(distinct_words([text])),
        statement=statement,
        file_known=bool(frames),
    )


def by_id(*ranked: Ranked) -> dict[str, Ranked]:
    """The records by id."""
    return {one.site.id: one for one in ranked}


def first(ranked: dict[str, Ranked]) -> str:
    """The id of the best one, in short."""
    return min(ranked.values(), key=lambda one: one.order).site.id[0]


def test_the_place_that_raised_beats_the_same_text_elsewhere() -> None:
    """Code is copied from file to file: an exact text in a file of no frame is not where it was raised."""
    text = "the channel count of the pixel values must match the one of the configuration"
    (exact,) = find_all(text, [candidate(1, text)])
    own = site("a", f"{text}, expected {{wanted}} but got {{found}}")
    around = facts(text, HERE, statement=RAISES)
    elsewhere = rank(exact, site("b", text, "acme/other/ring.py"), around)
    there = rank(None, own, around)
    assert (elsewhere.tier, there.tier) == (Tier.EXACT, Tier.SITE)
    assert first(weighed_against_each_other(by_id(elsewhere, there))) == "a"
    calls = facts(text, HERE, statement=Statement("other", "return rows[key]"))
    assert (
        first(
            weighed_against_each_other(
                by_id(rank(exact, site("b", text, "acme/other/ring.py"), calls), rank(None, own, calls))
            )
        )
        == "b"
    )


def test_a_wildcard_that_took_another_records_words_explains_less() -> None:
    """`Unsupported shard count: {count}` fills the text, and the record whose words follow says more of it."""
    long = "Unsupported shard count: {count}. Supported: powers of two, and multiples registered through the bridge"
    text = "Unsupported shard count: 7. Sported: powers of two, and multiples registerd through the bridge"
    short = candidate(1, pattern_of_template("Unsupported shard count: {count}"))
    (exact,) = find_all(text, [short])
    (near,) = similar(text, [candidate(2, pattern_of_template(long))])
    around = facts(text)
    ranked = by_id(
        rank(exact, site("b", "Unsupported shard count: {count}"), around),
        rank(near, site("a", long), around),
    )
    assert first(weighed_against_each_other(ranked)) == "a"


def test_an_exact_message_beats_a_similar_one() -> None:
    """It explains every word that was printed."""
    text = "left outer shards are unhashable and cannot be joined"
    (exact,) = find_all(
        text, [candidate(1, pattern_of_template("{kind} shards are unhashable and cannot be joined"))]
    )
    (near,) = similar(text, [candidate(2, "left inner shards are unhashable and cannot be joined")])
    around = facts(text)
    ranked = by_id(rank(exact, site("a", "x"), around), rank(near, site("b", "x"), around))
    weighed = weighed_against_each_other(ranked)
    assert weighed["b" * 16].score < weighed["a" * 16].score


def test_of_similar_wordings_the_one_that_explains_more_comes_first() -> None:
    """Two siblings differ in a word, and the text has one of them."""
    templates = {
        "a": "subclasses of the shard pool must provide an expected_parameters method",
        "b": "subclasses of the shard pool must provide a choices method",
    }
    text = "subclasses of the shard pool msut provide an expected_ method"
    around = facts(text)
    hits = {
        name: similar(text, [candidate(number, template)])[0]
        for number, (name, template) in enumerate(templates.items())
    }
    ranked = by_id(*(rank(hits[name], site(name, templates[name]), around) for name in templates))
    assert first(weighed_against_each_other(ranked)) == "a"


def test_a_similar_wording_with_another_class_is_no_answer() -> None:
    """A warning that reads like an error is not that error, unless it was raised at its place."""
    message = "name {name!r} of the shard pool is not defined in this process"
    text = "name 'x' of the shard pool was not defined in this process"
    (near,) = similar(text, [candidate(1, pattern_of_template(message))])
    other = replace(facts(text), error_class="UserWarning")
    assert rank(near, site("a", message), other).score < 0.7
    assert rank(near, site("a", message), replace(other, frames=(HERE,))).score > 0.7


def test_twins_that_the_line_does_not_tell_apart_have_one_score() -> None:
    """Fronts list those that are as likely by their equal scores, so nearness in lines must not part them."""
    text = "shard count must be even"
    (hit,) = find_all(text, [candidate(1, text)])
    around = facts(text, HERE.model_copy(update={"line": 120}))
    twins = [
        rank(hit, site(name, text, line=line), around) for name, line in (("a", 100), ("b", 20), ("c", 400))
    ]
    twins.sort(key=lambda one: one.order)
    assert inseparable(twins[0], twins[1])
    assert len({one.score for one in levelled(twins)}) == 1
    there = facts(text, HERE.model_copy(update={"line": 100}))
    own = sorted(
        (rank(hit, site(name, text, line=line), there) for name, line in (("a", 100), ("b", 20))),
        key=lambda one: one.order,
    )
    assert levelled(own) == own


def test_the_records_own_line_of_source_tells_twins_apart() -> None:
    """Where the line that is shown is that of one record, it was raised there, wherever the file has drifted to."""
    text = "shard count must be even"
    (hit,) = find_all(text, [candidate(1, text)])
    shown = Statement("raise", "raise ValueError(even_text)")
    around = facts(text, HERE.model_copy(update={"line": 120}), statement=shown)
    one = replace(site("a", text, line=400), statement="    raise ValueError(even_text)")
    other = replace(site("b", text, line=100), statement="    raise ValueError(odd_text)")
    ranked = sorted((rank(hit, each, around) for each in (one, other)), key=lambda each: each.order)
    assert ranked[0].site is one
    assert not inseparable(*ranked)


def test_a_message_that_says_less_than_its_record_is_its_beginning() -> None:
    """An older release says a sentence, the record goes on for a paragraph: what the message has decides."""
    long = (
        "Working outside of the shard context. This typically means that you attempted to use what needed "
        "the current pool. To solve this, set up a context with a manager and consult the documentation"
    )
    text = "working outside of shard context"
    ranked = rank(None, site("a", long), facts(text, HERE, statement=RAISES))
    assert ranked.score >= 0.7


def test_a_class_without_its_message_is_found_by_its_place() -> None:
    """The paste ends behind the class: function, class and the line that is shown agree."""
    group = replace(
        site("a", "unhandled errors in a shard group"), error_class="BaseExceptionGroup", class_rarity=8.0
    )
    around = replace(
        facts("", HERE, statement=Statement("raise", "raise BaseExceptionGroup(")),
        error_class="exceptiongroup.ExceptionGroup",
    )
    assert rank(None, group, around).score >= 0.7
    assert rank(None, group, replace(around, statement=None)).score < 0.7


def test_what_agrees_up_to_a_cut_beats_what_is_only_alike() -> None:
    """A longer message whose words go on where the text goes on says more than a short one that begins alike."""
    long = "Invalid signature for shard {name}: {sig}, should be: (value, values, config, field) and nothing else"
    text = "Invalid signature for shard 'a': (x), should be: (value, values, con"
    short = candidate(
        1, pattern_of_template('Invalid signature for shard {name}: {sig}, "self" is not permitted')
    )
    cut = find_truncated(text, [candidate(2, pattern_of_template(long)), short])
    around = facts(text)
    names = {2: "a", 1: "b"}
    ranked = [rank(hit, site(names[hit.candidate.pattern_id], "x"), around) for hit in cut]
    assert first(weighed_against_each_other(by_id(*ranked))) == "a"
