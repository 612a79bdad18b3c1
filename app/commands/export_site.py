"""`errdex export --site`: the records of a database as a static site."""

# ruff: noqa: PLC0415 - imports stand in the functions, so that `errdex --help` loads nothing heavy
from __future__ import annotations

import asyncio
import json
import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from app.commands.exits import Exit
from app.commands.learning import progress
from app.commands.setup import Setup, why_nothing
from app.commands.terminal import Output, note
from app.errors import BadInput

if TYPE_CHECKING:
    from app.services.wiring import Services

__all__ = ["export_site"]

_ADDRESS = re.compile(r"https?://[A-Za-z0-9.:\[\]-]+(?:/[A-Za-z0-9._~/-]*)?")


def export_site(setup: Setup, root: Path, base_url: str | None, repos: Sequence[str]) -> None:
    """Write the site and say what was written.

    Args:
        setup: which database.
        root: folder of the site.
        base_url: where it will be published; None where that is not known.
        repos: only records of these; none for all.

    Raises:
        BadInput: the address or the folder cannot be used.
        StorageError: the database cannot be read.
        typer.Exit: there is no record to write.
    """
    from app.web.site import write_site

    if base_url is not None and not _ADDRESS.fullmatch(base_url):
        raise BadInput(
            f"--base-url takes the address of the site such as https://user.example/project/, not {base_url[:100]!r}."
        )
    with setup.services() as whole, _of(whole, repos, base_url) as services, progress() as show:
        if services.catalog.health().records == 0:
            note(why_nothing(whole) or "No record is of these repositories.")
            raise typer.Exit(Exit.NOTHING)
        report = asyncio.run(write_site(services, root, base_url, show))
    out = Output()
    out.prose(
        (f"{report.records:,} records in {report.files:,} files in {root}", "bold"),
        f": {report.changed:,} new or changed, {report.removed:,} removed.",
    )


@contextmanager
def _of(whole: Services, repos: Sequence[str], base_url: str | None) -> Iterator[Services]:
    """Give services whose links are those of the site, over all records, or over a copy of those of some repositories."""
    from app.services.wiring import build

    url = base_url.rstrip("/") if base_url else None
    if not repos:
        services = build(whole.settings.model_copy(update={"public_url": url}), migrate=False)
        try:
            yield services
        finally:
            services.close()
        return
    with tempfile.TemporaryDirectory(prefix="errdex-site-") as place:
        update = {
            "database_url": f"sqlite:///{Path(place) / 'site.db'}",
            "database_read_url": None,
            "public_url": url,
        }
        services = build(whole.settings.model_copy(update=update))
        try:
            _copy(whole, services, repos)
            yield services
        finally:
            services.close()


def _copy(whole: Services, services: Services, repos: Sequence[str]) -> None:
    """Ingest the records of some repositories into a database of their own."""
    from app.domain.listing import Query
    from app.services.inputs import Input

    lines: list[str] = []
    for repo in dict.fromkeys(repos):
        cursor = None
        while True:
            found = whole.catalog.search(Query(repo=repo), cursor=cursor, limit=whole.settings.max_page_items)
            lines.extend(json.dumps(whole.catalog.get(item.id).envelope.wire()) for item in found.items)
            cursor = found.next
            if cursor is None:
                break
    if lines:
        services.ingest.ingest([Input("records.jsonl", data="\n".join(lines).encode())])
