"""Are the seeds what the source says? `make verify-seeds`: needs the package registry, so it is no part of the tests.

Extracts four releases of sglang, compares every bundled record of it with the release that holds it, then learns the four
over the bundled records in three orders: each error must be one record, with the id and the prose that it had.
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path
from rich.console import Console
from rich.table import Table

from app.config import Settings
from app.db.engine import Database
from app.db.resources import records_dir
from app.domain.reading import read_envelopes
from app.domain.records import Envelope
from app.extract.model import Origin
from app.extract.pool import Extraction
from app.extract.targets.model import Options, Target
from app.extract.targets.resolving import Resolver
from app.services.ingest import IngestService
from app.services.inputs import find_inputs
from app.services.learn import LearnService
from tests.services.ingesting import stored
from tests.services.learning import canonical, records_of

DISTRIBUTION, REPOSITORY = "sglang", "sgl-project/sglang"
RELEASES = ("0.5.17", "0.5.18", "0.5.19", "0.5.23")
HOLDING = ("0.5.18", "0.5.19")
ORDERS = (
    ("0.5.17", "0.5.18", "0.5.19", "0.5.23"),
    ("0.5.23", "0.5.19", "0.5.18", "0.5.17"),
    ("0.5.19", "0.5.23", "0.5.17", "0.5.18"),
)
FIELDS = ("errorMessage", "messagePattern", "errorClass", "errorType", "slug", "filePath")
# The others stand in a commit between two releases, so that some line around them differs.
SAME_WINDOW = {"3defc1710d3da8d8", "cb2a458448d957cf", "9dc9da1ff5ab745f"}
WINDOW, MIDDLE = 37, 19


@dataclass
class Verdict:
    """What was found about one seed."""

    seed: Envelope
    release: str = "none"
    line: int | None = None
    window: str = "-"
    places: dict[str, str] = field(default_factory=dict)
    orders: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Release:
    """The drafts of a release, in a file, since four of them are many."""

    origin: Origin
    path: Path

    def drafts(self) -> Iterator[dict[str, Any]]:
        """Read them again."""
        with gzip.open(self.path, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield json.loads(line)


def main() -> int:
    """Run all checks, print a table, and return 0 where everything holds."""
    console = Console(width=170)
    seeds = _seeds()
    verdicts = [Verdict(seed) for seed in seeds]
    with tempfile.TemporaryDirectory(prefix="errdex-seeds-") as folder:
        releases = {version: _extracted(version, Path(folder), console) for version in RELEASES}
        for version in RELEASES:
            _find(releases[version], version, verdicts)
        for verdict in verdicts:
            _judge(verdict)
        dumps = []
        for number, order in enumerate(ORDERS):
            database = _learned(order, releases, Path(folder) / f"{number}.db", console)
            for verdict in verdicts:
                _check_record(database, verdict, order)
            dumps.append(canonical(database))
            database.dispose()
    console.print(_table(verdicts))
    same = all(dump == dumps[0] for dump in dumps)
    faults = [f"{verdict.seed.record.id}: {fault}" for verdict in verdicts for fault in verdict.faults]
    if not same:
        names = [name for name in dumps[0] if any(dump[name] != dumps[0][name] for dump in dumps)]
        faults.append(f"The orders of learning leave different {', '.join(names)}.")
    for fault in faults:
        console.print(f"FAULT {fault}", style="red")
    console.print(
        "Faults found." if faults else "All seeds hold, in all orders the same records.", style="bold"
    )
    return 1 if faults else 0


def _seeds() -> list[Envelope]:
    found = []
    for path in sorted(records_dir().rglob("*.json")):
        reading = read_envelopes(path.read_bytes(), path.name)
        found += [draft.envelope for draft in reading.envelopes if draft.envelope is not None]
    return [
        one
        for one in found
        if one.record.repo == REPOSITORY
        and one.errdex.provenance.kind != "written"
        and one.errdex.withdrawn_at is None
    ]


def _extracted(version: str, folder: Path, console: Console) -> Release:
    options = Options(cache=user_cache_path("errdex", appauthor=False), prefix="python/")
    began = time.perf_counter()
    (target,) = Resolver(options).resolve([f"{DISTRIBUTION}=={version}"])
    if not isinstance(target, Target):
        raise SystemExit(f"{DISTRIBUTION} {version} cannot be read: {target.problem}")
    path = folder / f"{version}.jsonl.gz"
    count = 0
    with Extraction() as extraction, gzip.open(path, "wt", compresslevel=1, encoding="utf-8") as out:
        for file in extraction.read(target.files(), target.origin):
            for draft in file.drafts:
                out.write(json.dumps(draft) + "\n")
                count += 1
    console.print(f"{DISTRIBUTION} {version}: {count:,} sites in {time.perf_counter() - began:.1f} s")
    return Release(target.origin, path)


def _find(release: Release, version: str, verdicts: list[Verdict]) -> None:
    """Look for the sites of the seeds in a release."""
    by_error = {(one.seed.record.error_class, one.seed.record.error_message): one for one in verdicts}
    for draft in release.drafts():
        record = draft["record"]
        verdict = by_error.get((record["errorClass"], record["errorMessage"]))
        if verdict is None:
            continue
        verdict.places[version] = f"{record['filePath']}:{record['lineNumber']}"
        if version in HOLDING and not _differing(verdict.seed, record):
            window = _window(verdict.seed, record)
            if verdict.release == "none" or window == "equal":
                verdict.release, verdict.line, verdict.window = version, record["lineNumber"], window


def _differing(seed: Envelope, record: Mapping[str, Any]) -> list[str]:
    """Return the fields that the source gives otherwise; what the seed does not know cannot differ."""
    wire = seed.record.wire()
    return [name for name in FIELDS if wire[name] is not None and wire[name] != record[name]]


def _window(seed: Envelope, record: Mapping[str, Any]) -> str:
    if record["sourceCode"] == seed.record.source_code:
        return "equal"
    lines = record["sourceCode"].split("\n")
    middle = record["lineNumber"] - record["sourceCodeStart"] + 1
    return f"{len(lines)} lines, raise at {middle}"


def _judge(verdict: Verdict) -> None:
    if verdict.release == "none":
        verdict.faults.append(f"no release of {', '.join(HOLDING)} reproduces {', '.join(FIELDS)}")
    elif verdict.window == "equal":
        pass
    elif verdict.seed.record.id in SAME_WINDOW or verdict.window != f"{WINDOW} lines, raise at {MIDDLE}":
        verdict.faults.append(f"the source window is not the seed's: {verdict.window}")


def _learned(
    order: tuple[str, ...], releases: Mapping[str, Release], path: Path, console: Console
) -> Database:
    settings = Settings(_env_file=None, database_url=f"sqlite:///{path}")
    database = Database(settings)
    database.upgrade()
    IngestService(database, settings).ingest(find_inputs([], sys.stdin.buffer))
    for version in order:
        began = time.perf_counter()
        report = LearnService(database, settings).learn(releases[version].origin, releases[version].drafts())
        figures = ", ".join(f"{count:,} {name}" for name, count in asdict(report.counts).items() if count)
        console.print(f"  {version}: {time.perf_counter() - began:.1f} s: {figures}")
    console.print(f"{' → '.join(order)}: {path.stat().st_size / 2**20:.0f} MB")
    return database


def _check_record(database: Database, verdict: Verdict, order: tuple[str, ...]) -> None:
    seed = verdict.seed.record
    found = records_of(database, seed.repo, seed.error_class, seed.error_message)
    where = " → ".join(order)
    if found != [seed.id]:
        verdict.orders.append("wrong")
        verdict.faults.append(f"{where} leaves the records {found} for it")
        return
    envelope = stored(database, seed.id)
    lost = [
        name
        for name, value in seed.wire().items()
        if value not in (None, []) and envelope["record"].get(name) != value
    ]
    if lost:
        verdict.faults.append(f"{where} changed {', '.join(lost)}")
    expected = dict(verdict.places)
    sighted = {
        one["version"]: f"{one['filePath']}:{one['lineNumber']}" for one in envelope["errdex"]["versions"]
    }
    if sighted != expected:
        verdict.faults.append(f"{where} lists the versions {sighted} instead of {expected}")
    verdict.orders.append(envelope["errdex"]["state"])


def _table(verdicts: list[Verdict]) -> Table:
    table = Table("seed", "reproduced from", "line", "source window", "stands in", "after each order", "")
    for one in verdicts:
        versions = ", ".join(version for version in RELEASES if version in one.places)
        table.add_row(
            f"{one.seed.record.id} {one.seed.record.slug[:40]}",
            one.release,
            str(one.line),
            one.window,
            versions,
            "one record: " + ", ".join(one.orders),
            "[red]fault[/]" if one.faults else "ok",
        )
    return table


if __name__ == "__main__":
    raise SystemExit(main())
