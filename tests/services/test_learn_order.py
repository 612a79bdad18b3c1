"""Learn: what stands in the end does not depend on the order of learning."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from app.config import Settings
from app.db.engine import Database
from tests.services.ingesting import a_file, ids, service
from tests.services.learning import a_draft, canonical, leads_to, learn

MESSAGES = ("Pool {name} is full", "Pool {name} is full, of {size}", "No such shard: {shard!r}", None)
FUNCTIONS = ("Pool.grow", "Pool.shrink")
PATHS = ("src/pool/a.py", "src/pool/b.py")
VERSIONS = ("1.0", "1.1", "2.0rc1", "2.0")

Site = tuple[int, int, int, int]
_site = st.tuples(st.integers(0, 3), st.integers(0, 1), st.integers(0, 1), st.integers(1, 60))
_release = st.lists(_site, max_size=4, unique_by=lambda site: (site[2], site[3]))
_history = st.lists(_release, min_size=2, max_size=4)


def _drafts(release: list[Site], version: str) -> list[dict[str, Any]]:
    drafts = [
        a_draft(MESSAGES[message], line, FUNCTIONS[function], PATHS[path], note=version)
        for message, function, path, line in sorted(release, key=lambda site: site[2:])
    ]
    for draft in drafts:
        # Every third site has no condition; the others' change now and then from release to release.
        line = draft["record"]["lineNumber"]
        if line % 3:
            draft["errdex"]["facts"] = {"conditions": [f"used > {line % 3 + len(version)}"]}
        if line % 4 == len(version) % 4:  # some releases bring their tests, and a site has others then
            test = {"filePath": "tests/test_pool.py", "lineNumber": line, "test": f"test_{version}"}
            draft["errdex"].setdefault("facts", {})["reproducedBy"] = [test]
    return drafts


class _Fresh:
    """An empty database for each example, made by copying a migrated one."""

    def __init__(self, template: Path) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="errdex-learn-")
        path = Path(self._folder.name) / "errdex.db"
        shutil.copyfile(template, path)
        self.database = Database(Settings(_env_file=None, database_url=f"sqlite:///{path}"))

    def __enter__(self) -> Database:
        return self.database

    def __exit__(self, *_: object) -> None:
        self.database.dispose()
        self._folder.cleanup()


@settings(max_examples=80, deadline=None)
@given(history=_history, order=st.permutations(range(4)))
def test_any_order_gives_the_same_records(
    migrated_file: Path, history: list[list[Site]], order: list[int]
) -> None:
    """Sites appear, move, are reworded, come back and vanish; every id ever given still leads somewhere."""
    with _Fresh(migrated_file) as straight, _Fresh(migrated_file) as shuffled:
        for at, release in enumerate(history):
            learn(straight, VERSIONS[at], *_drafts(release, VERSIONS[at]))
        seen: set[str] = set()
        for at in order:
            if at < len(history):
                learn(shuffled, VERSIONS[at], *_drafts(history[at], VERSIONS[at]))
                seen.update(ids(shuffled))
        assert canonical(straight) == canonical(shuffled)
        assert all(leads_to(shuffled, record_id) is not None for record_id in seen)


@settings(max_examples=25, deadline=None)
@given(history=_history)
def test_learning_again_writes_nothing(migrated_file: Path, history: list[list[Site]]) -> None:
    """Each version once more, in another order: nothing is changed and the revision stays."""
    with _Fresh(migrated_file) as database:
        for at, release in enumerate(history):
            learn(database, VERSIONS[at], *_drafts(release, VERSIONS[at]))
        before = canonical(database)
        for at in reversed(range(len(history))):
            report = learn(database, VERSIONS[at], *_drafts(history[at], VERSIONS[at]))
            assert (report.counts.added, report.counts.changed, report.counts.merged) == (0, 0, 0)
        assert canonical(database) == before


_place = st.tuples(st.integers(0, 1), st.integers(0, 1), st.integers(1, 60))
_apart = st.dictionaries(st.integers(0, 2), _place, max_size=3)


@settings(max_examples=40, deadline=None)
@given(
    history=st.lists(_apart, min_size=1, max_size=3),
    seeds=_apart,
    order=st.permutations(range(4)),
)
def test_ingest_may_come_at_any_time(
    migrated_file: Path, history: list[dict[int, Any]], seeds: dict[int, Any], order: list[int]
) -> None:
    """Before, between or after the versions: the same record for each seed, and both its ids lead to it."""

    def _learn(database: Database, at: int) -> None:
        sites = [(message, *place) for message, place in history[at].items()]
        learn(database, VERSIONS[at], *_drafts(sites, VERSIONS[at]))

    def _ingest(database: Database) -> None:
        made = []
        for message, (function, path, line) in seeds.items():
            record = a_draft(MESSAGES[message], line, FUNCTIONS[function], PATHS[path])["record"]
            prose = {"id": f"{message + 1:016x}", "documentation": "By hand.", "triggerScenarios": None}
            made.append({"record": {**record, **prose}, "datasetVersion": "2026-01-01T00:00:00Z"})
        service(database).ingest([a_file(*made)])

    with _Fresh(migrated_file) as straight, _Fresh(migrated_file) as shuffled:
        _ingest(straight)
        for at in range(len(history)):
            _learn(straight, at)
        seen: set[str] = set()
        for at in order:
            if at == len(history):
                _ingest(shuffled)
            elif at < len(history):
                _learn(shuffled, at)
            seen.update(ids(shuffled))
        # What no longer has its site where ingest found it is looked for again with the next version.
        _learn(shuffled, 0)
        assert canonical(straight)["records"] == canonical(shuffled)["records"]
        assert all(leads_to(shuffled, record_id) is not None for record_id in seen)
