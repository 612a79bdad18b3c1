"""What the server says of itself: what it holds, its limits, the record schema, health and metrics."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from app import __version__
from app.config import Settings
from app.domain.listing import Stats
from app.domain.schema import record_schema
from app.errors import StorageError
from app.telemetry import Metrics
from app.web.answers import Json, problems, services_of
from app.web.body_limit import max_body_bytes
from app.web.gate import WAIT_SECONDS
from app.web.schemas import Limit, Liveness, Readiness

__all__ = ["limits_of", "router"]

router = APIRouter()


@router.get(
    "/api/stats",
    tags=["about"],
    operation_id="getStats",
    summary="Count what there is",
    response_model=Stats,
    response_description="Counts of the whole base.",
    responses=problems(),
)
def get_stats(request: Request) -> Response:
    """Count records, patterns and names."""
    return Json(services_of(request).catalog.stats().wire())


@router.get(
    "/api/limits",
    tags=["about"],
    operation_id="getLimits",
    summary="List the limits in force",
    response_model=dict[str, Limit],
    response_description="Each limit by name.",
    responses=problems(),
)
def get_limits(request: Request) -> Response:
    """List every limit with its value, unit and reason."""
    return Json({name: limit.wire() for name, limit in limits_of(services_of(request).settings).items()})


@router.get(
    "/api/schema",
    tags=["about"],
    operation_id="getRecordSchema",
    summary="Get the record's JSON Schema",
    response_class=Response,
    response_description="JSON Schema of a record file.",
    responses={200: {"content": {"application/schema+json": {"schema": {"type": "object"}}}}, **problems()},
)
def get_schema() -> Response:
    """Serve the schema that ingested records are checked against."""
    return Json(record_schema(), media_type="application/schema+json")


@router.get(
    "/healthz",
    tags=["operations"],
    operation_id="getLiveness",
    summary="Check that the process answers",
    response_model=Liveness,
    response_description="It does.",
    responses=problems(),
)
async def get_liveness() -> Response:
    """Answer without a thread and without the database."""
    return Json(Liveness(version=__version__).wire(), headers={"Cache-Control": "no-store"})


@router.get(
    "/readyz",
    tags=["operations"],
    operation_id="getReadiness",
    summary="Check that the database answers",
    response_model=Readiness,
    response_description="It does; counts of what it holds.",
    responses=problems(),
)
async def get_readiness(request: Request) -> Response:
    """Ask the database for its health.

    Raises:
        StorageError: it cannot answer, or its schema is not this program's.
    """
    health = await run_in_threadpool(services_of(request).catalog.health)
    if not health.ok:
        raise StorageError(health.problem or "The database cannot answer.")
    ready = Readiness(
        status="ready",
        version=__version__,
        database=health.database,
        revision=health.revision,
        records=health.records,
        pattern_problems=health.pattern_problems,
    )
    return Json(ready.wire(), headers={"Cache-Control": "no-store"})


@router.get(
    "/metrics",
    tags=["operations"],
    operation_id="getMetrics",
    summary="Get Prometheus metrics",
    response_class=Response,
    response_description="Prometheus text format.",
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}, **problems()},
)
def get_metrics(request: Request) -> Response:
    """Serve requests, durations and matches; no label holds what a user sent."""
    metrics: Metrics = request.app.state.metrics
    body, media_type = metrics.render()
    return Response(body, media_type=media_type, headers={"Cache-Control": "no-store"})


def limits_of(settings: Settings) -> dict[str, Limit]:
    """Return the limits in force by name, those that follow from others last."""
    limits: dict[str, Limit] = {}
    for name, field in Settings.model_fields.items():
        value: Any = getattr(settings, name)
        if name.startswith("max_") or name.endswith("_seconds"):
            limits[_camel(name)] = Limit(
                value=value,
                unit=_unit(name),
                description=field.description or "",
                variable=f"{settings.model_config['env_prefix']}{name.upper()}",
            )
    limits["maxBodyBytes"] = Limit(
        value=max_body_bytes(settings),
        unit="bytes",
        description="Largest request body as sent, chat fronts apart: three times a paste, since JSON and forms escape.",
        variable=None,
    )
    limits["matchWaitSeconds"] = Limit(
        value=WAIT_SECONDS,
        unit="seconds",
        description="How long a match waits for others before a 503.",
        variable=None,
    )
    return limits


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _unit(name: str) -> str:
    """Read the unit off a setting's name: `max_paste_bytes`, `max_matches_per_event`, `max_fuzzy_events`."""
    words = name.removeprefix("max_").split("_")
    if "per" in words:
        at = words.index("per")
        return " ".join(words[at - 1 :])
    return words[-1]
