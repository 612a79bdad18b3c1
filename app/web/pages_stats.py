"""Figures of the base, with plots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response

from app.domain.answer import Tier
from app.services.overview import Figures
from app.services.wiring import Services
from app.web.answer_view import TIER_WORDS
from app.web.plots import bars, histogram, parts
from app.web.render import base_path, page
from app.web.revalidation import revalidated

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

_SHOWN: Final = 10
_COVERAGE: Final = (
    ("written", "Written by a person"),
    ("generated", "AI-assisted"),
    ("derived", "Derived from source only"),
    ("unknown", "Not said"),
)


@router.get("/stats")
def stats(request: Request) -> Response:
    """Records by repository, class, tag and kind of mistake; coverage; how specific patterns are; feedback."""
    services: Services = request.app.state.services
    figures = services.overview.figures()
    state = f"{figures.stats.wire()}"
    return revalidated(
        request,
        state,
        lambda headers: page(request, "stats.html", _context(request, figures), headers=headers),
    )


def _context(request: Request, figures: Figures) -> Mapping[str, Any]:
    counted = figures.stats
    lists = [
        ("errorClass", "Exception classes", None, 0, counted.error_classes[:_SHOWN]),
        ("backgroundTag", "Kinds of mistake", "/backgrounds", figures.background_total, figures.backgrounds),
        ("tag", "Tags", "/tags", figures.tag_total, figures.tags),
    ]
    return {
        "stats": counted,
        "repo_total": figures.repo_total,
        "repo_bars": bars([(one.repo, one.records, one.explained) for one in figures.coverage]),
        "lists": [
            {
                "parameter": parameter,
                "heading": heading,
                "all": path,
                "total": total,
                "bars": bars([(one.name, one.count, 0) for one in counts]),
            }
            for parameter, heading, path, total, counts in lists
        ],
        "link": lambda parameter, name: f"{base_path(request)}/search?{urlencode({parameter: name})}",
        "coverage": parts([(kind, name, counted.provenance.get(kind, 0)) for kind, name in _COVERAGE]),
        "words": histogram(figures.words),
        "clusters": histogram(figures.clusters),
        "specific": counted.patterns - counted.generic_patterns,
        "feedback_tiers": [
            (TIER_WORDS[tier], one.solved, one.wrong)
            for tier in Tier
            if (one := counted.feedback.tiers.get(tier)) is not None
        ],
        "feedback": parts(
            [("written", "Solved it", counted.feedback.solved), ("wrong", "Wrong", counted.feedback.wrong)]
        ),
    }
