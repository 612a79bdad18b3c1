"""The slow, obvious way to match: every pattern against every text. The index must give the same hits."""

from app.domain.answer import Tier
from app.domain.events import read
from app.domain.fuzzy import similar
from app.domain.identity import module_path
from app.domain.keys import GRAM, Anchor, grams_of, text_keys, words_of
from app.domain.matching import Candidate, Hit, find_all, find_truncated
from app.domain.patterns import analyse, distinct_words
from app.domain.ranking import Facts, Ranked, Site, frame_agreement, rank
from app.domain.records import Envelope


def candidate(pattern_id: int, pattern: str) -> Candidate:
    """Make a candidate as ingest would store it."""
    facts = analyse(pattern)
    return Candidate(pattern_id, pattern, facts.template, facts.words, facts.generic)


def full_scan(text: str, patterns: list[str], *, repeats: bool = False) -> set[int]:
    """Return the ids of all patterns that stand in the text and have letters to be found by."""
    everything = [candidate(index, pattern) for index, pattern in enumerate(patterns)]
    searchable = [one for one in everything if analyse(one.pattern).anchors]
    return {hit.candidate.pattern_id for hit in find_all(text, searchable, repeats=repeats)}


def by_keys(text: str, patterns: list[str], *, repeats: bool = False, option: int = 0) -> set[int]:
    """Return the ids that the look-up keys of the text lead to, verified; of each anchor one option is stored."""
    found = [
        candidate(index, pattern)
        for index, pattern in enumerate(patterns)
        if any(is_key_of(text, anchor, option) for anchor in analyse(pattern).anchors)
    ]
    return {hit.candidate.pattern_id for hit in find_all(text, found, repeats=repeats)}


def is_key_of(text: str, anchor: Anchor, option: int) -> bool:
    """Tell whether a text is looked up by one of the options of an anchor."""
    words = words_of(text)
    keys = grams_of(words) if anchor.kind == GRAM else text_keys(words)
    return anchor.options[option % len(anchor.options)] in keys


def answer_by_full_scan(text: str, records: list[Envelope]) -> list[list[str]]:
    """Return the ids of each event's matches in order, by trying every record on every text; events without any are left out."""
    patterns = {
        one.record.message_pattern: one.record.message_pattern
        for one in records
        if one.record.message_pattern
    }
    candidates = [candidate(index, pattern) for index, pattern in enumerate(sorted(patterns))]
    sites = [(one, _site(one)) for one in records]
    paste = read(text)
    errors = [(event, event.message.text if event.message else "", False) for event in paste.events]
    found: list[tuple[tuple[int, int], list[str]]] = []
    for event, message, _ in errors:
        hits = (
            find_all(message, candidates)
            or find_truncated(message, candidates)
            or similar(message, candidates)
        )
        facts = Facts(event.error_class, event.frames, {}, frozenset(distinct_words([message])))
        found.append((event.places[0], _ranked(hits, sites, facts)))
    for block in paste.blocks:
        message = block.passage.text
        hits = [] if block.code else find_all(message, candidates, repeats=True)
        facts = Facts(None, (), {}, frozenset(distinct_words([message])))
        found.append(((block.lines[0].number, 0), _ranked(hits, sites, facts)))
    return [ids for _, ids in sorted(found) if ids]


def _site(one: Envelope) -> Site:
    record = one.record
    return Site(
        record.id,
        record.repo,
        record.error_class,
        module_path(record.file_path),
        record.line_number,
        one.errdex.function,
        words=frozenset(distinct_words([record.error_message or ""])),
    )


def _ranked(hits: list[Hit], sites: list[tuple[Envelope, Site]], facts: Facts) -> list[str]:
    ranked = [
        rank(hit, site, facts)
        for hit in hits
        for one, site in sites
        if one.record.message_pattern == hit.candidate.pattern
    ]
    if all(hit.tier is Tier.FUZZY for hit in hits) and facts.frames:
        here = [site for _, site in sites if frame_agreement(facts.frames[-1], site)]
        ranked += [rank(None, site, facts) for site in here]
    best: dict[str, Ranked] = {}
    for one in sorted(ranked, key=lambda one: (one.order, one.site.repo, one.site.id)):
        best.setdefault(one.site.id, one)
    return [one.site.id for one in best.values() if one.score >= 0.3]
