"""What changed between two releases, for a terminal."""

from __future__ import annotations

from app.commands.terminal import Output, one_line
from app.domain.drift import CHANGES, Drift
from app.services.drift_words import (
    DRIFT_TITLES,
    details_of,
    drift_markdown,
    name_of,
    place_of,
    summary_of,
)

__all__ = ["drift_markdown", "write_drift"]

_MOST_ON_TERMINAL = 40


def write_drift(out: Output, drift: Drift) -> None:
    """Write the changes by kind; of a long list the first, as --json has all."""
    out.prose((f"{drift.name} {drift.old} → {drift.new}", "bold"))
    out.prose(summary_of(drift))
    for kind in CHANGES:
        changes = drift.of(kind)
        if not changes:
            continue
        out.heading(f"{DRIFT_TITLES[kind]} ({len(changes)})")
        for one in changes[:_MOST_ON_TERMINAL]:
            out.prose((name_of(one), "bold"), indent=2, hang=2)
            out.prose((one_line(place_of(one)), "dim"), indent=4)
            for detail in details_of(one):
                out.prose(detail.text(lambda text: f"`{text}`"), indent=4)
        if len(changes) > _MOST_ON_TERMINAL:
            out.prose(f"… and {len(changes) - _MOST_ON_TERMINAL} more; --json lists all of them.", indent=2)
