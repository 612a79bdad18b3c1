"""Writes what was measured as a page and a plot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import log10
from textwrap import fill
from typing import Any

__all__ = ["page", "plot"]

PASTES = {"tb": "traceback", "ci": "CI log", "short": "short lines", "big": "1 MB line"}
TARGETS = (
    ("tb", "traceback of 60 lines (median)", 5, "ms", "most"),
    ("ci", "CI log of 10,000 lines with 20 errors", 400, "ms", "most"),
    ("fuzzy", "damaged message (median)", 50, "ms", "most"),
    ("one_more_ms", "one record added and answered (median)", 20, "ms", "most"),
    ("ingest_per_second", "records in per second", 3000, "", "least"),
    ("rss_mb", "memory of a worker that has answered", 200, "MB", "most"),
    ("ready_s", "start to ready", 0.3, "s", "most"),
)
_COLOURS = ("#0b6e4f", "#c44536", "#283d8f", "#b8860b", "#6b4e71")

# Where the time that was computed stands, if not under the name with `_cpu`.
_COMPUTED = {"ingest_per_second": "ingest_per_cpu_second"}
_NAMES = {
    "ingest_per_second": "records in, per second",
    "database_mb": "database, MB",
    "ready_s": "start to ready, s",
    "rss_idle_mb": "memory of a worker that is ready, MB",
    "rss_mb": "the same after 122 pastes, MB",
    "tb": "traceback, median",
    "tb_p95": "traceback, 95 of 100",
    "tb_right": "share of tracebacks whose record is named first",
    "fuzzy": "damaged message, median",
    "ci": "CI log",
    "ci_known": "errors of its 20 that are named",
    "short": "100,000 short lines",
    "big": "one line of 1 MB",
    "ten": "CI log of 10 MB",
    "one_more_ms": "one record more, answered",
}

_INTRODUCTION = """Times are in milliseconds unless another unit stands there, by the wall clock; *computed* (in brackets in the second table) is the
processor time of the same run, which other work on the machine disturbs less. Take times as good to a factor of two, and
ratios as better.

| paste | what it is |
| --- | --- |
| traceback | 60 lines that end in an error of the base, its frame among them; 119 different ones |
| damaged message | an error line with two words spoilt, which no pattern matches any more |
| CI log | 10,000 lines of builds, tests and downloads, 1.2 MB, with 20 errors of the base in between; and 84,000 lines, 10 MB |
| short lines | 100,000 lines of five words, without an error |
| 1 MB line | the words of the CI log in one line |"""
_OURS = """What a match takes inside the server: reading the paste, finding and verifying candidates, ranking them, relatives of the best
record, the whole answer. There is nothing to build: the rows by which patterns are found are written with their record."""
_PEERS = """All patterns of the base against the same pastes, in the same run. In brackets how many times errdex's time it is: above 1 the engine
is slower. A dash: more than 60 seconds, or more than 120 for the build, or it comes after such a one. The engines do less: `re` and RE2 search for one
pattern after the other, a leading wildcard dropped, and tell which ones stand in the text. Hyperscan compiles all patterns into
one automaton, anew in each process and for each new record, and tells the same. FTS5 gives the ten nearest templates of each
line, and no match. None of them tells errors from log lines, sites of one message apart, or what a wildcard holds."""
_ALWAYS_WEAK = """- Long texts: most of the time goes into reading the paste and cutting its lines into words, in Python, whatever the number of
  records. An automaton in C, such as Hyperscan's, is one to three orders of magnitude faster there.
- The log is made of random words, so it has more words of the base than a real one, and fewer repeats.
- Tracebacks are made of the records and always have the raising frame: how many are named first says little about what people
  paste, whose lines are cut, wrapped, prefixed or of another version.
- Mutations share their words' frequencies with real messages, but not the way in which projects repeat each other's messages."""
_REPEATING = """    make bench

It takes half an hour and 4 GB of disk. Raise sites are read from the environment of the benches, from Python's own library, and from
the wheels in the folder that `ERRDEX_BENCH_WHEELS` names; `ERRDEX_BENCH_CACHE` is where records and databases are kept between runs. A
smaller run: `.venv-bench/bin/python -m bench --sizes 5000,50000 --out /tmp/page`, and `--without-peers` for errdex alone."""

Cells = Mapping[str, float | None]


def page(
    machine: str, ours: Mapping[int, Mapping[str, Any]], peers: Mapping[int, Mapping[str, Cells]], corpus: str
) -> str:
    """Return the page.

    Args:
        machine: what it was measured on.
        ours: by number of records, the measures of `bench.errdex`.
        peers: by number of records and engine, milliseconds by paste; None for what took too long.
        corpus: what the records are, in words.
    """
    sizes = sorted(ours)
    parts = [
        "# Measured",
        fill(f"By `make bench` on {machine}. {corpus}", 124, break_on_hyphens=False),
        _INTRODUCTION,
        f"## Targets, at {sizes[-1]:,} records",
        _targets(ours),
        f"## Errdex at {_listed([f'{size:,}' for size in sizes])} records",
        _OURS,
        _own_table(ours),
    ]
    if peers:
        parts += [
            "## Beside other engines",
            _PEERS,
            "![Time by number of records](latency.svg)",
            _peer_table(ours, peers),
        ]
    parts += ["## Where it is weak", _weak(ours, peers), "## Repeating it", _REPEATING]
    return "\n\n".join(parts) + "\n"


def _targets(ours: Mapping[int, Mapping[str, Any]]) -> str:
    first, largest = min(ours), max(ours)
    lines = ["| what | target | measured | computed | |", "| --- | --- | --- | --- | --- |"]
    for key, name, target, unit, _ in TARGETS:
        value = float(ours[largest][key])
        wanted, shown = f"{target:,} {unit}", f"{_number(value)} {unit}"
        if key == "ready_s":
            wanted = f"at most {target} s more than at {first:,} records"
            shown = f"{value:.2f} s, {value - float(ours[first][key]):+.2f} s"
        computed = ours[largest].get(_COMPUTED.get(key, f"{key}_cpu"))
        cells = [name, wanted, shown, "" if computed is None else f"{_number(float(computed))} {unit}"]
        lines.append(f"| {' | '.join(cell.strip() for cell in cells)} | {_kept(ours, key)} |")
    return "\n".join(lines)


def _is_kept(ours: Mapping[int, Mapping[str, Any]], key: str) -> bool:
    target, rule = next((target, rule) for name, _, target, _, rule in TARGETS if name == key)
    value = float(ours[max(ours)][key])
    if key == "ready_s":
        value -= float(ours[min(ours)][key])
    return value <= target if rule == "most" else value >= target


def _kept(ours: Mapping[int, Mapping[str, Any]], key: str) -> str:
    return "kept" if _is_kept(ours, key) else "**missed**"


def _own_table(ours: Mapping[int, Mapping[str, Any]]) -> str:
    sizes = sorted(ours)
    lines = [f"| | {' | '.join(f'{size:,}' for size in sizes)} |", f"| --- |{' --- |' * len(sizes)}"]
    for key, name in _NAMES.items():
        cells = []
        for size in sizes:
            computed = ours[size].get(_COMPUTED.get(key, f"{key}_cpu"))
            beside = "" if computed is None else f" ({_number(float(computed))})"
            cells.append(f"{_number(float(ours[size][key]))}{beside}")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _peer_table(ours: Mapping[int, Mapping[str, Any]], peers: Mapping[int, Mapping[str, Cells]]) -> str:
    lines = [
        f"| records | engine | build | {' | '.join(PASTES.values())} |",
        f"| --- | --- | --- |{' --- |' * len(PASTES)}",
    ]
    for size in sorted(ours):
        own = " | ".join(_number(float(ours[size][key])) for key in PASTES)
        lines.append(f"| {size:,} | errdex | none | {own} |")
        for engine, cells in peers.get(size, {}).items():
            shown = [_beside(cells.get(key), float(ours[size][key])) for key in PASTES]
            build = cells.get("build")
            lines.append(
                f"| {size:,} | {engine} | {'-' if build is None else _number(build)} | {' | '.join(shown)} |"
            )
    return "\n".join(lines)


def _weak(ours: Mapping[int, Mapping[str, Any]], peers: Mapping[int, Mapping[str, Cells]]) -> str:
    """Say which targets are missed and where an engine is faster, in words."""
    largest = max(ours)
    missed = [name for key, name, *_ in TARGETS if not _is_kept(ours, key)]
    lines = [f"- Missed targets: {_listed(missed)}." if missed else "- No target is missed in this run."]
    for engine, cells in peers.get(largest, {}).items():
        faster = [
            f"{name} {_number(float(ours[largest][key]) / value)} times"
            for key, name in PASTES.items()
            if (value := cells.get(key)) and value < float(ours[largest][key])
        ]
        if faster:
            lines.append(f"- At {largest:,} records {engine} takes less time by itself: {_listed(faster)}.")
    return "\n".join([*lines, _ALWAYS_WEAK])


def _listed(names: Sequence[str]) -> str:
    """Return `a, b and c`."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def _number(value: float) -> str:
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _beside(value: float | None, ours: float) -> str:
    return "-" if value is None else f"{_number(value)} ({_ratio(value / ours)})"


def _ratio(ratio: float) -> str:
    """Return `16×`, or `1/300` for what is far below one."""
    return f"{_number(ratio)}×" if ratio >= 0.1 else f"1/{_number(1 / ratio)}"


def plot(ours: Mapping[int, Mapping[str, Any]], peers: Mapping[int, Mapping[str, Cells]]) -> str:
    """Return two panels, traceback and CI log, with a line for each engine; both axes are logarithmic."""
    engines = ["errdex", *dict.fromkeys(engine for cells in peers.values() for engine in cells)]
    panels = [
        _panel(PASTES[key], _series(key, engines, ours, peers), left)
        for key, left in (("tb", 70), ("ci", 460))
    ]
    legend = "".join(
        f'<rect x="{70 + 110 * at}" y="352" width="14" height="4" fill="{_COLOURS[at % len(_COLOURS)]}"/>'
        f'<text x="{90 + 110 * at}" y="358">{escape(engine)}</text>'
        for at, engine in enumerate(engines)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 820 370" font-family="sans-serif" font-size="12">'
        '<rect width="820" height="370" fill="#fff"/>' + "".join(panels) + legend + "</svg>\n"
    )


def _series(
    key: str,
    engines: Sequence[str],
    ours: Mapping[int, Mapping[str, Any]],
    peers: Mapping[int, Mapping[str, Cells]],
) -> list[list[tuple[int, float]]]:
    series = []
    for engine in engines:
        points = []
        for size in sorted(ours):
            value = ours[size][key] if engine == "errdex" else peers.get(size, {}).get(engine, {}).get(key)
            if value is not None:
                points.append((size, float(value)))
        series.append(points)
    return series


def _panel(title: str, series: Sequence[Sequence[tuple[int, float]]], left: int) -> str:
    width, top, height = 300, 40, 270
    values = [value for points in series for _, value in points]
    sizes = sorted({size for points in series for size, _ in points})
    low, high = int(log10(min(values))) - 1, int(log10(max(values))) + 1

    def x(size: int) -> float:
        span = log10(sizes[-1] / sizes[0]) or 1
        return left + 20 + (width - 40) * log10(size / sizes[0]) / span

    def y(value: float) -> float:
        return top + height - height * (log10(value) - low) / (high - low)

    parts = [f'<text x="{left}" y="24" font-weight="bold">{escape(title)}, milliseconds by records</text>']
    for power in range(low, high + 1):
        at = y(10.0**power)
        parts.append(f'<line x1="{left}" x2="{left + width}" y1="{at:.1f}" y2="{at:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 6}" y="{at + 4:.1f}" text-anchor="end">{10.0**power:,g}</text>')
    parts += [
        f'<text x="{x(size):.1f}" y="{top + height + 18}" text-anchor="middle">{size:,}</text>'
        for size in sizes
    ]
    for number, points in enumerate(series):
        colour = _COLOURS[number % len(_COLOURS)]
        line = " ".join(f"{x(size):.1f},{y(value):.1f}" for size, value in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [
            f'<circle cx="{x(size):.1f}" cy="{y(value):.1f}" r="3.5" fill="{colour}"/>'
            for size, value in points
        ]
    return "".join(parts)
