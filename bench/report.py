"""Writes what was measured as a page and a plot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import log10
from typing import Any

__all__ = ["page", "plot"]

PASTES = {"tb": "traceback", "ci": "CI log", "short": "short lines", "big": "1 MB line"}
TARGETS = (
    ("tb", "traceback of 60 lines, median", 5, "ms", "most"),
    ("ci", "CI log of 10,000 lines with 20 errors", 400, "ms", "most"),
    ("fuzzy", "damaged message, median", 50, "ms", "most"),
    ("one_more_ms", "one record added and answered, median", 20, "ms", "most"),
    ("ingest_per_second", "records in, per second", 3000, "", "least"),
    ("rss_mb", "memory of a worker that has answered", 200, "MB", "most"),
    ("ready_s", "start to ready", 0, "s", "told"),
)
_COLOURS = ("#0b6e4f", "#c44536", "#283d8f", "#b8860b", "#6b4e71")

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
    largest = sizes[-1]
    lines = [
        "# Measured",
        "",
        f"By `make bench` on {machine}. {corpus} Times are in milliseconds, wall clock; the machine was not ours alone, so take",
        "them as good to a factor of two, and ratios as better.",
        "",
        f"## Targets, at {largest:,} records",
        "",
        "| what | target | measured | |",
        "| --- | --- | --- | --- |",
    ]
    for key, name, target, unit, rule in TARGETS:
        value = float(ours[largest][key])
        if rule == "told":
            more = value - float(ours[sizes[0]][key])
            lines.append(
                f"| {name} | at most 0.3 s more than at {sizes[0]:,} records | {value:.2f} s, {more:+.2f} s | "
                f"{_kept(more <= 0.3)} |"
            )
            continue
        kept = value <= target if rule == "most" else value >= target
        lines.append(
            f"| {name} | {target:,} {unit} | {_number(value)} {unit} | {_kept(kept)} |".replace("  |", " |")
        )
    names = {
        "ingest_per_second": "records in, per second",
        "database_mb": "database, MB",
        "ready_s": "start to ready, s",
        "rss_idle_mb": "memory of a worker that is ready, MB",
        "rss_mb": "the same after 122 pastes, MB",
        "tb": "traceback, median",
        "tb_p95": "traceback, 95 of 100",
        "tb_right": "tracebacks whose record is named first",
        "fuzzy": "damaged message, median",
        "ci": "CI log",
        "ci_known": "errors of its 20 that are named",
        "short": "100,000 short lines",
        "big": "one line of 1 MB",
        "one_more_ms": "one record more, answered",
    }
    lines += ["", "## errdex", "", f"| | {' | '.join(f'{size:,}' for size in sizes)} |"]
    lines.append(f"| --- |{' --- |' * len(sizes)}")
    for key, name in names.items():
        lines.append(f"| {name} | {' | '.join(_number(float(ours[size][key])) for size in sizes)} |")
    lines += [
        "",
        "## Beside other engines",
        "",
        "Time of the engine, and how many times that of errdex, which reads the paste, ranks and renders the answer as well. A",
        "dash: more than 60 seconds, or more than 120 for the build.",
        "",
        "![Time by number of records](latency.svg)",
        "",
        f"| records | engine | build | {' | '.join(PASTES.values())} |",
        f"| --- | --- | --- |{' --- |' * len(PASTES)}",
    ]
    for size in sizes:
        lines.append(
            f"| {size:,} | errdex | 0 | {' | '.join(_number(float(ours[size][key])) for key in PASTES)} |"
        )
        for engine, cells in peers.get(size, {}).items():
            shown = [_beside(cells.get(key), float(ours[size][key])) for key in PASTES]
            build = cells.get("build")
            lines.append(
                f"| {size:,} | {engine} | {'-' if build is None else _number(build)} | {' | '.join(shown)} |"
            )
    lines += [
        "",
        "`re` and RE2 search for one pattern after the other, a leading wildcard dropped. Hyperscan compiles all patterns into one",
        "automaton, and tells which ones match. FTS5 gives the ten nearest templates of each line, and no match.",
        "",
    ]
    return "\n".join(lines)


def _kept(kept: bool) -> str:
    return "kept" if kept else "**missed**"


def _number(value: float) -> str:
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _beside(value: float | None, ours: float) -> str:
    return "-" if value is None else f"{_number(value)} ({_number(value / ours)}×)"


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
