"""Records for the benches: real raise sites first, then realistic mutations of them; no source text.

The sites are read from the packages installed beside this interpreter and from wheels in a folder
(`ERRDEX_BENCH_WHEELS`), and are kept in a cache outside the repository (`ERRDEX_BENCH_CACHE`, else the user's).
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import site
import sys
import sysconfig
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from app.domain.identity import site_key, slug_of
from app.domain.templates import Interpolation, parse_template, pattern_of_template

_WORD = re.compile(r"[^\W\d_]{3,}")
_MAX_FILE_BYTES = 2_000_000
_SEED = 20_311


@dataclass(frozen=True, slots=True)
class Seen:
    """A raise site as far as a record without source text needs it."""

    package: str
    template: str
    error_class: str | None
    path: str
    line: int
    function: str | None


def cache_folder() -> Path:
    """Return the folder where corpora and databases are kept between runs."""
    given = os.environ.get("ERRDEX_BENCH_CACHE")
    folder = Path(given) if given else user_cache_path("errdex", appauthor=False) / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def real_sites() -> list[Seen]:
    """Read the sites of everything there is to read, in a fixed order; from the cache where nothing changed."""
    targets = sorted({*_installed(), *_wheels()})
    stamp = hashlib.sha256("\n".join(targets).encode()).hexdigest()[:12]
    kept = cache_folder() / f"sites-{stamp}.jsonl"
    if not kept.exists():
        with ProcessPoolExecutor(min(os.cpu_count() or 1, 4)) as pool:
            lines = [json.dumps(asdict(one)) for found in pool.map(_sites_of, targets) for one in found]
        kept.write_text("\n".join(lines), encoding="utf-8")
    sites = [Seen(**json.loads(line)) for line in kept.read_text(encoding="utf-8").splitlines()]
    random.Random(_SEED).shuffle(sites)
    return sites


def _installed() -> Iterator[str]:
    folders = [Path(folder) for folder in site.getsitepackages()]
    yield from (
        str(package)
        for folder in folders
        for package in folder.iterdir()
        if (package / "__init__.py").exists()
    )
    yield sysconfig.get_path("stdlib")


def _wheels() -> Iterator[str]:
    folder = os.environ.get("ERRDEX_BENCH_WHEELS")
    if folder:
        yield from (str(wheel) for wheel in Path(folder).glob("*.whl"))


def _sites_of(target: str) -> list[Seen]:
    from app.extract.model import SourceFile
    from app.extract.sites import read_sites

    found: list[Seen] = []
    for path, data in _files(Path(target)):
        for one in read_sites(SourceFile(path, data)).sites:
            if one.template and one.template.strip():
                package = path.partition("/")[0]
                found.append(Seen(package, one.template, one.error_class, path, one.line, one.function))
    return found


def _files(target: Path) -> Iterator[tuple[str, bytes]]:
    if target.suffix == ".whl":
        with zipfile.ZipFile(target) as wheel:
            for item in wheel.infolist():
                if item.filename.endswith(".py") and item.file_size <= _MAX_FILE_BYTES:
                    yield item.filename, wheel.read(item)
        return
    for file in sorted(target.rglob("*.py")):
        if "site-packages" in file.relative_to(target).parts or file.stat().st_size > _MAX_FILE_BYTES:
            continue
        yield f"{target.name}/{file.relative_to(target).as_posix()}", file.read_bytes()


def records(count: int, sites: list[Seen]) -> Iterator[dict[str, Any]]:
    """Yield `count` records: the real sites, each once, then mutations of them in rounds."""
    random_ = random.Random(_SEED)
    words = _Words(one.template for one in sites)
    made = 0
    while made < count:
        for number, seen in enumerate(sites):
            if made >= count:
                return
            generation = made // len(sites)
            yield _record(
                words.mutated(seen, random_, generation) if generation else seen, number, generation
            )
            made += 1


class _Words:
    """The words of real templates, drawn as often as they occur there."""

    def __init__(self, templates: Iterable[str]) -> None:
        counts: Counter[str] = Counter()
        for template in templates:
            counts.update(_WORD.findall(template))
        self._words = list(counts)
        self._weights = list(counts.values())

    def mutated(self, seen: Seen, random_: random.Random, generation: int) -> Seen:
        """Return a site of another package whose text differs in a few words, as a fork's or a rival's would."""
        parts: list[str] = []
        for part in parse_template(seen.template):
            if isinstance(part, Interpolation):
                parts.append(part.source)
                continue
            found = list(_WORD.finditer(part))
            changed = set(random_.sample(range(len(found)), min(len(found), random_.randint(1, 3))))
            at, text = 0, ""
            for index, word in enumerate(found):
                text += part[at : word.start()]
                if index in changed:
                    text += random_.choices(self._words, self._weights)[0]
                else:
                    text += word.group()
                at = word.end()
            parts.append(text + part[at:])
        return Seen(
            package=f"{seen.package}{generation}",
            template="".join(parts),
            error_class=seen.error_class,
            path=f"{seen.package}{generation}/{seen.path.partition('/')[2] or seen.path}",
            line=max(1, seen.line + random_.randint(-40, 40)),
            function=seen.function,
        )


def _record(seen: Seen, number: int, generation: int) -> dict[str, Any]:
    repo = f"bench/{re.sub(r'[^A-Za-z0-9_.-]', '-', seen.package) or 'none'}"
    key = site_key(repo, seen.path, seen.function, seen.error_class, seen.template, number * 64 + generation)
    folders = seen.path.split("/")[1:3]
    return {
        "record": {
            "id": key[:16],
            "repo": repo,
            "slug": slug_of(seen.template),
            "errorMessage": seen.template,
            "messagePattern": pattern_of_template(seen.template),
            "errorClass": seen.error_class,
            "errorType": "validation",
            "severity": "error",
            "filePath": seen.path,
            "lineNumber": seen.line,
            "triggerScenarios": f"When `{seen.function or seen.path}` is called with what it does not take.",
            "tags": [seen.package, *(name.removesuffix(".py") for name in folders if name)],
            "backgroundTag": f"kind-{int(key[:4], 16) % 24}",
            "schemaVersion": 2,
        },
        "errdex": {
            "function": seen.function,
            "provenance": {"kind": "derived"},
            "versions": [{"version": "1.0.0", "filePath": seen.path, "lineNumber": seen.line}],
        },
    }


def records_file(count: int) -> Path:
    """Write (once) and return a JSON Lines file of `count` records."""
    sites = real_sites()
    file = cache_folder() / f"records-{count}-{len(sites)}.jsonl"
    if not file.exists():
        partial = file.with_suffix(".part")
        with partial.open("w", encoding="utf-8") as out:
            for record in records(count, sites):
                out.write(json.dumps(record) + "\n")
        partial.rename(file)
    return file


if __name__ == "__main__":
    print(records_file(int(sys.argv[1])))
