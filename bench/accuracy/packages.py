"""The packages of the measurement, pinned: those in the base, older releases of them, and others that are not in it.

What is read of them is kept outside the repository (`ERRDEX_BENCH_CACHE`, else the user's cache) and used again.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from app.config import Settings
from app.extract.model import Origin
from app.extract.pool import Extraction
from app.extract.targets.model import Options, Target
from app.extract.targets.resolving import Resolver
from app.services.inputs import find_inputs
from app.services.wiring import build
from bench.corpus import cache_folder

__all__ = ["FOREIGN", "PACKAGES", "Package", "Reading", "base", "read"]

_APP = Path(__file__).parents[2] / "app"
# What decides what is read from source, and what then stands in the database.
_READS = ("extract", "domain/templates.py", "domain/identity.py")
_STORES = (
    *_READS,
    "db/learned.py",
    "db/store.py",
    "db/tables.py",
    "db/tally.py",
    "domain/keys.py",
    "domain/lineage.py",
    "domain/linear.py",
    "domain/merge.py",
    "domain/ordered.py",
    "domain/ordinary",
    "domain/ownership.py",
    "domain/patterns.py",
    "domain/shapes.py",
    "domain/site_facts.py",
    "domain/specificity.py",
    "services/intake.py",
    "services/learn.py",
    "services/learn_drafts.py",
    "services/learn_plan.py",
    "services/learn_records.py",
    "services/merge.py",
    "services/rows.py",
    "../migrations/versions",
)
_CLASS = re.compile(rb"^class\s+(\w+)\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Package:
    """A distribution in the base.

    Attributes:
        name: of the distribution.
        version: that is learned.
        older: release that pastes of an older wording come from.
        half: weights may be fitted on the packages of one half, and are checked on those of the other.
        prefix: folder of the repository that the distribution is made from.
    """

    name: str
    version: str
    older: str
    half: str
    prefix: str = ""


PACKAGES = (
    Package("sglang", "0.5.19", "0.5.17", "calibration", "python/"),
    Package("django", "5.2.19", "4.2.20", "calibration"),
    Package("pydantic", "2.14.4", "2.8.2", "calibration"),
    Package("transformers", "5.24.0", "4.57.1", "held out", "src/"),
    Package("sqlalchemy", "2.1.9", "2.0.30", "held out", "lib/"),
    Package("pandas", "3.1.1", "2.2.3", "held out"),
)
# Nothing of these is in the base: whatever is answered is false.
FOREIGN = (
    ("scipy", "1.17.1"),
    ("apache-airflow-core", "3.3.2"),
    ("ansible-core", "2.19.14"),
    ("xarray", "2026.9.0"),
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a release holds: drafts of records in a file, and the module that defines each class."""

    origin: Origin
    drafts_file: Path
    classes: dict[str, str]

    def drafts(self) -> Iterator[dict[str, Any]]:
        """Read them."""
        with gzip.open(self.drafts_file, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield json.loads(line)


def _stamp(parts: tuple[str, ...]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        path = _APP / part
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            digest.update(file.read_bytes())
    return digest.hexdigest()[:10]


def read(name: str, version: str, prefix: str = "", *, kept: bool = False) -> Reading:
    """Read the raise sites of a release as `errdex learn` does, or take what an earlier run read.

    Args:
        name: of the distribution.
        version: exact.
        prefix: put before every path.
        kept: take an earlier reading even where the code that reads has changed since.
    """
    home = cache_folder() / "accuracy"
    home.mkdir(parents=True, exist_ok=True)
    stem = f"{name}-{version}-"
    about = home / f"{stem}{_stamp(_READS)}.json"
    if kept and not about.exists():
        earlier = sorted(home.glob(f"{stem}*.json"), key=lambda path: path.stat().st_mtime)
        about = earlier[-1] if earlier else about
    drafts = about.with_suffix(".jsonl.gz")
    if not about.exists():
        _read_anew(name, version, prefix, about, drafts)
    known = json.loads(about.read_text(encoding="utf-8"))
    return Reading(Origin(**known["origin"]), drafts, known["classes"])


def _read_anew(name: str, version: str, prefix: str, about: Path, drafts: Path) -> None:
    began = time.perf_counter()
    (target,) = Resolver(Options(cache=cache_folder(), prefix=prefix)).resolve([f"{name}=={version}"])
    if not isinstance(target, Target):
        raise SystemExit(f"{name} {version} cannot be read: {target.problem}")
    classes: dict[str, str] = {}
    count = 0
    with Extraction() as extraction, gzip.open(drafts, "wt", compresslevel=1, encoding="utf-8") as out:
        for found in extraction.read(target.files(), target.origin):
            for draft in found.drafts:
                out.write(json.dumps(draft) + "\n")
                count += 1
    for file in target.files():
        module = re.sub(r"/__init__$", "", file.path.removesuffix(".py")).replace("/", ".")
        for class_name in _CLASS.findall(file.data):
            classes.setdefault(class_name.decode(), module)
    about.write_text(json.dumps({"origin": asdict(target.origin), "classes": classes}), encoding="utf-8")
    print(f"{name} {version}: {count:,} sites in {time.perf_counter() - began:.1f} s", file=sys.stderr)


def base(*, kept: bool = False, kept_readings: bool = False) -> Path:
    """Return the database with all packages learned over the bundled records; it is made where code or pins changed.

    Args:
        kept: take the newest one that there is, however it was made.
        kept_readings: learn from what was read of the packages before, though the code that reads has changed.
    """
    home = cache_folder() / "accuracy"
    home.mkdir(parents=True, exist_ok=True)
    pins = hashlib.sha256(repr(PACKAGES).encode()).hexdigest()[:6]
    path = home / f"base-{pins}-{_stamp(_STORES)}.db"
    if kept and not path.exists():
        earlier = sorted(home.glob("base-*.db"), key=lambda one: one.stat().st_mtime)
        path = earlier[-1] if earlier else path
    if path.exists():
        return path
    unfinished = path.with_suffix(".unfinished")
    for suffix in ("", "-wal", "-shm"):
        Path(f"{unfinished}{suffix}").unlink(missing_ok=True)
    with closing(build(Settings(_env_file=None, database_url=f"sqlite:///{unfinished}"))) as services:
        services.ingest.ingest(find_inputs([]))
        for package in PACKAGES:
            began = time.perf_counter()
            reading = read(package.name, package.version, package.prefix, kept=kept or kept_readings)
            report = services.learn.learn(reading.origin, reading.drafts())
            seconds = time.perf_counter() - began
            print(f"{package.name} {package.version}: {report.counts} in {seconds:.1f} s", file=sys.stderr)
    unfinished.rename(path)
    return path
