"""The page of the measurement: docs/accuracy.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bench.accuracy.baselines import NAMES, Found
from bench.accuracy.cases import KINDS
from bench.accuracy.judging import Verdict
from bench.accuracy.packages import FOREIGN, PACKAGES
from bench.accuracy.tallies import BANDS, Bucket, Tally, band_precision, buckets, group_of, tally

__all__ = ["page"]

_GROUPS = {"whole": "the message is whole", "damaged": "it is damaged", "bare": "it has no words of its own"}
_WORDS = ((1, 2), (3, 5), (6, 9), (10, 999))
_HALVES = ("calibration", "held out")


def page(verdicts: Sequence[Verdict], others: Mapping[str, Sequence[Found]], sites: int, records: int) -> str:
    """Return the page.

    Args:
        verdicts: on all cases.
        others: what each baseline found, in the order of the verdicts.
        sites: drawn of each package at the most.
        records: in the base.
    """
    parts = (
        _head(len(verdicts), sites, records),
        _targets(verdicts),
        _by_kind(verdicts),
        _by_package(verdicts),
        _by_words(verdicts),
        _false(verdicts),
        _reliability(verdicts),
        _beside(verdicts, others),
    )
    return "\n".join(line for part in parts for line in part) + "\n"


def _head(cases: int, sites: int, records: int) -> Iterable[str]:
    pins = ", ".join(f"{one.name} {one.version}" for one in PACKAGES)
    older = ", ".join(f"{one.name} {one.older}" for one in PACKAGES)
    foreign = ", ".join(f"{name} {version}" for name, version in FOREIGN)
    halves = {half: ", ".join(one.name for one in PACKAGES if one.half == half) for half in _HALVES}
    return [
        "# Accuracy",
        "",
        "How often the answer to a paste is the right one. Written by `make accuracy`, which learns the packages, makes the pastes,",
        "asks errdex and four plain ways to do the same, and writes this page. Repeat it with the same command; packages are fetched",
        "once, and everything that is made on the way is kept outside the repository (`ERRDEX_BENCH_CACHE`, else the user's cache).",
        "",
        f"- **Base**: the bundled records, and all raise sites of {pins}: {records:,} records.",
        f"- **Pastes**: {cases:,}, made from at most {sites} raise sites of each package, drawn with a fixed seed. A site's message gets",
        "  values for its interpolations (numbers, names, paths, shapes, lists, texts of other errors), and a traceback gets frames of",
        "  a program, of the package and the raising one, as CPython 3.9 to 3.13 print it. Then it is damaged. Sites are drawn alike,",
        "  so a message that stands at forty sites is drawn forty times as often.",
        f"- **Older wording** is real: the pastes are of {older}. A site counts as reworded where one function of both releases has",
        "  exactly one site of that class under those conditions, and its text is another one. Where the old text stands word for word",
        "  at another site of the base (copied code), it is asked only with frames, since without them both would be right.",
        "- **Messages that Python raises by itself** (`object has no attribute`) are asked only with frames: no line of theirs says whose it is.",
        f"- **Errors that are not in the base** are of {foreign}, made in the same way, but for those in the same words as one that is.",
        f"- **Halves**: scores may be fitted on {halves['calibration']}, and are judged on {halves['held out']}.",
        "- **Right** is an answer whose `best` is the record of that very site. **Ambiguous**: `best` says that it is, and the record is",
        "  among those that nothing separates from the first. **False** is any other `best`. What is left has no `best`.",
        "",
    ]


def _targets(verdicts: Sequence[Verdict]) -> Iterable[str]:
    yield from (
        "## Targets",
        "",
        "| what | target | all | calibration | held out |",
        "| --- | --- | --- | --- | --- |",
    )
    for group, target in (("whole", 97), ("damaged", 85)):
        cells = [_named(tally(one for one in verdicts if _in(one, group, half))) for half in (None, *_HALVES)]
        yield f"| right or ambiguous, {_GROUPS[group]} | {target} % | {' | '.join(cells)} |"
    cells = [_precision(band_precision(_of_half(verdicts, half), "high")) for half in (None, *_HALVES)]
    yield f"| `high` answers that are right | 90 % | {' | '.join(cells)} |"
    innocent = tally(one for one in verdicts if one.case.kind == "innocent")
    yield f"| innocent texts that get a `best` | 0 of 200 | {innocent.wrong} of {innocent.cases} | | |"
    yield ""


def _in(verdict: Verdict, group: str, half: str | None) -> bool:
    return group_of(verdict.case.kind) == group and half in (None, verdict.case.half)


def _of_half(verdicts: Sequence[Verdict], half: str | None) -> list[Verdict]:
    """Return the verdicts on a half, errors of packages that are not in the base among them, innocent texts not."""
    return [one for one in verdicts if one.case.kind != "innocent" and half in (None, one.case.half)]


def _by_kind(verdicts: Sequence[Verdict]) -> Iterable[str]:
    yield from (
        "## By kind",
        "",
        "| kind | pastes | right | ambiguous | together | in three | false |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    )
    for group, words in _GROUPS.items():
        for kind, about in KINDS.items():
            if about.group == group:
                yield _row(about.about, tally(one for one in verdicts if one.case.kind == kind))
        yield _row(f"**all where {words}**", tally(one for one in verdicts if _in(one, group, None)))
    yield ""


def _row(name: str, counts: Tally) -> str:
    shares = (counts.right, counts.ambiguous, counts.right + counts.ambiguous, counts.in_three, counts.wrong)
    return f"| {name} | {counts.cases:,} | {' | '.join(_share(one, counts.cases) for one in shares)} |"


def _share(count: int, of: int) -> str:
    return f"{100 * count / of:.1f} %" if of else "-"


def _named(counts: Tally) -> str:
    return f"{100 * counts.named:.1f} %"


def _precision(bucket: Bucket) -> str:
    return f"{_share(bucket.right, bucket.matches)} of {bucket.matches:,}"


def _by_package(verdicts: Sequence[Verdict]) -> Iterable[str]:
    names = [one.name for one in PACKAGES]
    yield from (
        "## By package",
        "",
        "Right or ambiguous, and false after the stroke, in %.",
        "",
        f"| kind | {' | '.join(names)} |",
        f"| --- |{' --- |' * len(names)}",
    )
    for kind, about in KINDS.items():
        if about.group in _GROUPS:
            cells = []
            for name in names:
                counts = tally(one for one in verdicts if (one.case.kind, one.case.package) == (kind, name))
                cells.append(
                    f"{100 * counts.named:.0f} / {100 * counts.wrong / counts.cases:.1f}"
                    if counts.cases
                    else "-"
                )
            yield f"| {about.about} | {' | '.join(cells)} |"
    yield ""


def _by_words(verdicts: Sequence[Verdict]) -> Iterable[str]:
    yield from (
        "## By words of the message",
        "",
        "How many words of its own the message has, whatever the values in it.",
        "",
        "| words | group | pastes | right | ambiguous | together | in three | false |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    )
    for low, high in _WORDS:
        for group in ("whole", "damaged"):
            name = f"{low} to {high} | {group}" if high < 999 else f"{low} and more | {group}"
            chosen = [one for one in verdicts if _in(one, group, None) and low <= one.case.words <= high]
            yield _row(name, tally(chosen))
    yield ""


def _false(verdicts: Sequence[Verdict]) -> Iterable[str]:
    yield from (
        "## Where no answer is right",
        "",
        "| paste | pastes | answered | of these `high` |",
        "| --- | --- | --- | --- |",
    )
    rows = [(kind, about.about) for kind, about in KINDS.items() if about.group == "foreign"]
    for kind, about in (*rows, ("innocent", "innocent text")):
        chosen = [one for one in verdicts if one.case.kind == kind]
        wrong = [one for one in chosen if one.outcome == "wrong"]
        high = sum(one.confidence == "high" for one in wrong)
        yield f"| {about} | {len(chosen):,} | {len(wrong)} ({_share(len(wrong), len(chosen))}) | {high} |"
    yield ""


def _reliability(verdicts: Sequence[Verdict]) -> Iterable[str]:
    held = _of_half(verdicts, "held out")
    yield from (
        "## Reliability",
        "",
        "Of the held-out half, the first match of every paste that has one, those of packages that are not in the base included. The",
        "score is the probability that the match's cluster, the records with its pattern, is the error.",
        "",
        "| score | matches | mean score | cluster is right | record is right or ambiguous |",
        "| --- | --- | --- | --- | --- |",
    )
    for bucket in buckets(held):
        yield _reliability_row(f"{bucket.low:.2f} to {min(bucket.high, 1):.2f}", bucket)
    yield from ("", "| confidence | matches | mean score | cluster is right | record is right or ambiguous |")
    yield "| --- | --- | --- | --- | --- |"
    for band in BANDS:
        yield _reliability_row(f"`{band}`", band_precision(held, band))
    without = [one for one in held if one.case.wanted]
    yield _reliability_row("`high`, packages in the base only", band_precision(without, "high"))
    yield ""


def _reliability_row(name: str, bucket: Bucket) -> str:
    return (
        f"| {name} | {bucket.matches:,} | {bucket.mean:.3f} | {_share(bucket.in_cluster, bucket.matches)} | "
        f"{_share(bucket.right, bucket.matches)} |"
    )


def _beside(verdicts: Sequence[Verdict], others: Mapping[str, Sequence[Found]]) -> Iterable[str]:
    yield from (
        "## Beside plain ways to do it",
        "",
        "They get the message, and the class where the paste shows it, and need not find them. They name a pattern; of its sites those",
        "whose class agrees are the answer, right where it is one, ambiguous where there are more. A cell is right + ambiguous / false, in %.",
        "",
        *(f"- `{name}`: {NAMES[name]}" for name in others),
        "",
        f"| paste | errdex | {' | '.join(f'`{name}`' for name in others)} |",
        f"| --- | --- |{' --- |' * len(others)}",
    )
    kinds = [(about.about, {kind}) for kind, about in KINDS.items()]
    groups = [
        (f"**all where {words}**", {kind for kind, about in KINDS.items() if about.group == group})
        for group, words in _GROUPS.items()
        if group != "bare"
    ]
    for about, chosen in (*kinds, ("innocent text", {"innocent"}), *groups):
        numbers = [at for at, one in enumerate(verdicts) if one.case.kind in chosen]
        if numbers:
            cells = [_outcomes([verdicts[at].outcome for at in numbers])]
            cells += [_outcomes([found[at].outcome for at in numbers]) for found in others.values()]
            yield f"| {about} | {' | '.join(cells)} |"
    yield ""


def _outcomes(outcomes: Sequence[str]) -> str:
    shares = (100 * outcomes.count(name) / len(outcomes) for name in ("right", "ambiguous", "wrong"))
    return "{:.1f} + {:.1f} / {:.1f}".format(*shares)
