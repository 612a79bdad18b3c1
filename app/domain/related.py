"""Which records stand near one, best first, and why.

Four things count: the kind of mistake (backgroundTag), tags, the words of the message, and the place. What
few records share says more than what many share, so each is weighed by its rarity in the base. A shared
kind of mistake, a rare tag or a rare word each outweighs any nearness in the file.

Pure: the same records give the same answer in whatever order they come.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from app.domain.templates import parse_template

__all__ = ["RELATED_LIMIT", "Choice", "Rarity", "Site", "is_rare", "message_words", "rank"]

RELATED_LIMIT = 5
# Of each five, so many may stand in one file; what the record's own page names is not counted out.
_ONE_FILE_OF_FIVE = 4

# Below this there is nothing in common that is worth a reader's time.
_LEAST = 0.3
# A place alone gives at most 0.96: less than any kind of mistake, rare tag or rare word (1 or more).
_SAME_FILE, _CLOSE, _SAME_FUNCTION = 0.3, 0.4, 0.2
_SAME_REPO, _SAME_CLASS = 0.04, 0.02
_COMMON_AT_MOST = 0.8
_SAME_MESSAGE = 0.5
_WORDS_ELSEWHERE = 2
# Each further shared tag or word adds half of what the one before could.
_FURTHER = 0.5
_CLOSE_LINES = 40
_NEXT_TO_LINES = 60
# A base smaller than this is weighed as if it had so many records: in five records everything is rare.
_SMALL_BASE = 100

_MAX_WORDS = 64
_MAX_WORD_CHARS = 80
_WORD = re.compile(r"\w+")
# Words that say nothing about an error, in any base.
_EMPTY_WORDS_TEXT = """
    about after all also and another any are because been before being both but can cannot could currently did does
    doing don done each either else error exception expected few following for from given gives got had has have having
    her here his how instead into invalid its itself just make may more most must need needs nor not now off once one
    only onto other our out over own please provided raise raised received same set should since some such than that the
    their them then there these they this those through too try trying under unexpected unless until use used using was
    were what when where whether which while who whom whose why will with within without would yet you your
"""
_EMPTY_WORDS = frozenset(_EMPTY_WORDS_TEXT.split())


@dataclass(frozen=True, slots=True)
class Site:
    """What relating needs to know of a record; `pattern` is equal for equal messagePatterns.

    Of `tags` a candidate needs those that it shares. `slug` and `file_path` are only shown.
    """

    id: str
    repo: str
    title: str
    module_path: str
    line_number: int
    error_class: str | None = None
    error_message: str | None = None
    function: str | None = None
    background_tag: str | None = None
    pattern: int | None = None
    tags: tuple[str, ...] = ()
    slug: str = ""
    file_path: str = ""


@dataclass(frozen=True, slots=True)
class Rarity:
    """How many records have what; a tag or word that is not listed is too common to count.

    Attributes:
        records: in the whole base.
        tags: of how many records, by tag.
        backgrounds: the same for kinds of mistake.
        patterns: distinct message patterns in the base.
        words: in how many of them, by lower-case word.
    """

    records: int
    tags: Mapping[str, int] = field(default_factory=dict)
    backgrounds: Mapping[str, int] = field(default_factory=dict)
    patterns: int = 0
    words: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice:
    """A related record with the reason in plain words; scores compare within one answer only."""

    id: str
    reason: str
    score: float


def message_words(error_message: str | None) -> dict[str, str]:
    """Return the telling words of a message, lower case, each with the form in which it stands there.

    Interpolations are left out, they are code and not text; an identifier also counts as its parts. At most
    64 words, in order.
    """
    words: dict[str, str] = {}
    for part in parse_template(error_message or ""):
        if not isinstance(part, str):
            continue
        for word in _WORD.findall(part):
            for form in dict.fromkeys((word, *word.split("_"))):
                key = form.lower()[:_MAX_WORD_CHARS]
                if len(form) > 2 and not form.isnumeric() and key not in _EMPTY_WORDS:
                    words.setdefault(key, form)
                    if len(words) == _MAX_WORDS:
                        return words
    return words


def is_rare(count: int, total: int) -> bool:
    """Tell whether what `count` of `total` records share is rare: no more than the square root, nor than a tenth."""
    return count <= max(2, min(math.isqrt(max(total, _SMALL_BASE)), total // 10))


def rank(
    subject: Site,
    candidates: Iterable[Site],
    rarity: Rarity,
    *,
    titles: Sequence[str] = (),
    limit: int = RELATED_LIMIT,
) -> list[Choice]:
    """Choose the records nearest to `subject`, best first.

    Args:
        subject: the record that others are related to; it is never among them.
        candidates: records that may be related; withdrawn ones are not to be handed in.
        rarity: counts for the subject's tags, kind of mistake and words.
        titles: titles that the record's own page names, in its order. A record of the same repository with
            such a title comes before all others.
        limit: most records to return.

    Returns:
        At most `limit`, of each five at most four from one file, none without anything in common. Only what
        the record's own page names is listed however many of it stand in one file.
    """
    near = _Nearness(subject, rarity)
    sites = {site.id: site for site in candidates if site.id != subject.id}
    scored = [Choice(site.id, "", near.score(site)) for site in sites.values()]
    scored.sort(key=lambda choice: (-choice.score, choice.id))
    chosen = _named(subject, sites, scored, titles)[:limit]
    taken = {choice.id for choice in chosen}
    left = [choice for choice in scored if choice.score >= _LEAST and choice.id not in taken]
    per_file: dict[tuple[str, str], int] = {}
    for choice in chosen:
        file = _file(sites[choice.id])
        per_file[file] = per_file.get(file, 0) + 1
    while len(chosen) < limit:
        most = _ONE_FILE_OF_FIVE * (len(chosen) // RELATED_LIMIT + 1)
        best = next((choice for choice in left if per_file.get(_file(sites[choice.id]), 0) < most), None)
        if best is None:
            break
        left.remove(best)
        chosen.append(best)
        file = _file(sites[best.id])
        per_file[file] = per_file.get(file, 0) + 1
    # Few of the many that are weighed are told, so why is asked last.
    return [
        choice if choice.reason else replace(choice, reason=near.reason(sites[choice.id]))
        for choice in chosen
    ]


def _file(site: Site) -> tuple[str, str]:
    return site.repo, site.module_path


def _named(
    subject: Site, sites: Mapping[str, Site], scored: Sequence[Choice], titles: Sequence[str]
) -> list[Choice]:
    """Find the record for each title; of several that are called so the one that is nearest otherwise."""
    by_title: dict[str, Choice] = {}
    for choice in scored:
        site = sites[choice.id]
        if site.repo == subject.repo:
            by_title.setdefault(site.title, choice)
    named = (by_title[title] for title in dict.fromkeys(titles) if title in by_title)
    return [Choice(choice.id, "named on its page", choice.score) for choice in named]


class _Nearness:
    """Weighs what records have in common with one; what they all share of it is weighed once."""

    def __init__(self, subject: Site, rarity: Rarity) -> None:
        self._subject = subject
        self._forms = message_words(subject.error_message)
        self._words = {
            word: _weight(rarity.words[word], rarity.patterns) for word in self._forms if word in rarity.words
        }
        self._tags = {
            tag: _weight(rarity.tags[tag], rarity.records) for tag in subject.tags if tag in rarity.tags
        }
        self._rare_tags = {tag for tag in self._tags if is_rare(rarity.tags[tag], rarity.records)}
        self._kind = subject.background_tag
        count = rarity.backgrounds.get(self._kind or "", 1)
        self._kind_weight = 1.0 + _weight(count, rarity.records) / 2
        self._kind_is_rare = is_rare(count, rarity.records)

    def score(self, site: Site) -> float:
        """Say how near a record is."""
        subject = self._subject
        total = sum(self._signals(site))
        if total > 0:
            total += _SAME_REPO * (subject.repo == site.repo)
            total += _SAME_CLASS * (
                subject.error_class is not None and subject.error_class == site.error_class
            )
        return round(total, 9)

    def reason(self, site: Site) -> str:
        """Say what counts most (of equals the first); but a kind of mistake that few share is always told."""
        kind, tags, words, place = self._signals(site)
        most = max(kind, tags, words, place)
        if most <= 0:
            return ""
        if kind and (self._kind_is_rare or kind == most):
            return f"same kind of mistake: {self._kind}"
        if tags == most:
            return self._told_tags(site)
        return self._told_words(site) if words == most else self._told_place(site)

    def _signals(self, site: Site) -> tuple[float, float, float, float]:
        alike = self._kind is not None and self._kind == site.background_tag
        tags = [weight for tag, weight in self._tags.items() if tag in site.tags] if site.tags else []
        words = _falling(self._shared(site).values())
        if self._same_message(site):
            words += _SAME_MESSAGE
        return self._kind_weight if alike else 0.0, _falling(tags), words, self._place(site)

    def _same_message(self, site: Site) -> bool:
        return self._subject.pattern is not None and self._subject.pattern == site.pattern

    def _shared(self, site: Site) -> dict[str, float]:
        """Return those of the words that are weighed and that a message has, interpolations left out."""
        lowered = (site.error_message or "").lower()
        near = [word for word in self._words if word in lowered]
        if near and ("{" in lowered or "%" in lowered):
            lowered = _literal_text(site.error_message or "")
        shared = {word: self._words[word] for word in near if _has_word(lowered, word)}
        alike = self._kind is not None and self._kind == site.background_tag
        if len(shared) < _WORDS_ELSEWHERE and self._subject.repo != site.repo and not alike:
            return {}  # one word of another project is chance, where nothing else ties the two
        return shared

    def _place(self, site: Site) -> float:
        subject = self._subject
        if subject.module_path != site.module_path or subject.repo != site.repo:
            return 0.0
        lines = abs(subject.line_number - site.line_number)
        score = _SAME_FILE + _CLOSE * _CLOSE_LINES / (_CLOSE_LINES + lines)
        same_function = subject.function is not None and subject.function == site.function
        return score + _SAME_FUNCTION if same_function else score

    def _told_tags(self, site: Site) -> str:
        shared = [tag for tag in self._tags if tag in site.tags]
        rare = [tag for tag in shared if tag in self._rare_tags]
        names = sorted(rare or shared, key=lambda tag: -self._tags[tag])[:3]
        return f"shares the {'rare ' if rare else ''}tag{'s' if len(names) > 1 else ''} {', '.join(names)}"

    def _told_words(self, site: Site) -> str:
        if self._same_message(site):
            return f"the same message, raised in {_name(site)}"
        shared = self._shared(site)
        # Of equally rare words a name, with its capitals and digits, says more than a plain word.
        told = sorted(
            (word for word, weight in shared.items() if weight > 0),
            key=lambda word: (-shared[word], self._forms[word] == word),
        )
        return f"words in common: {', '.join(self._forms[word] for word in told[:4])}"

    def _told_place(self, site: Site) -> str:
        if self._subject.function is not None and self._subject.function == site.function:
            return f"raised in the same function, {site.function}"
        lines = abs(self._subject.line_number - site.line_number)
        return f"{'next to it in' if lines <= _NEXT_TO_LINES else 'in the same file,'} {_name(site)}"


@lru_cache(maxsize=4096)
def _literal_text(message: str) -> str:
    return "\n".join(part.lower() for part in parse_template(message) if isinstance(part, str))


@lru_cache(maxsize=4096)
def _weight(count: int, total: int) -> float:
    """Weigh what `count` of `total` share: 2 for what one alone has, towards 0 for what all have."""
    base = max(total, _SMALL_BASE)
    rarity = max(0.0, math.log(base / max(count, 1)) / math.log(base))
    return max(1.0, 2 * rarity) if is_rare(count, total) else min(_COMMON_AT_MOST, 4 * rarity * rarity)


def _falling(weights: Collection[float]) -> float:
    if not weights:
        return 0.0
    return sum(weight * _FURTHER**place for place, weight in enumerate(sorted(weights, reverse=True)))


def _has_word(text: str, word: str) -> bool:
    """Tell whether a word stands in a text, by itself or as a part of an identifier."""
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        if not (at and text[at - 1].isalnum()) and not text[end : end + 1].isalnum():
            return True
        at = text.find(word, at + 1)
    return False


def _name(site: Site) -> str:
    return site.module_path.rpartition("/")[2]
