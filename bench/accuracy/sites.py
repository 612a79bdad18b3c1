"""The raise sites that pastes are made from: of the base, of older releases of its packages, and of others."""

from __future__ import annotations

import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from app.domain.identity import module_path
from app.domain.templates import parse_template
from bench.accuracy.packages import FOREIGN, PACKAGES, Package, Reading, read

__all__ = ["Site", "Sites", "load", "words_in"]

_WORD = re.compile(r"[^\W\d_]{2,}")
# Words of messages that the interpreter raises by itself: without frames nobody can say that a library did.
_PYTHONS_OWN = frozenset(
    (
        "object has no attribute",
        "type object has no attribute",
        "module has no attribute",
        "object is not callable",
        "object is not iterable",
        "object is not subscriptable",
        "unhashable type",
        "list index out of range",
        "index out of range",
        "pop from empty list",
        "no module named",
        "cannot import name from",
        "name is not defined",
        "got an unexpected keyword argument",
        "got multiple values for argument",
        "missing required positional argument",
        "takes positional arguments but were given",
        "unsupported operand type for and",
        "invalid literal for int with base",
        "division by zero",
        "not enough values to unpack expected got",
        "too many values to unpack expected",
    )
)
_WHO_AND_WHAT = re.compile(r" (?:Parameters involved|Called by|Related settings)\b")
_RECORDS = """
SELECT r.id, r.package, r.error_class, r.error_message, r.module_path, r.line_number, r.function, r.http_status,
       r.pattern_id, json_extract(r.document, '$.sourceCode'), json_extract(r.document, '$.sourceCodeStart')
FROM record r WHERE r.withdrawn_at IS NULL ORDER BY r.id
"""


@dataclass(frozen=True, slots=True)
class Site:
    """A raise site, with what is needed to print what it would.

    Attributes:
        id: of its record; "" where no record is right.
        cluster: id of the pattern that it shares with others.
        defined_in: module of its class, "" where that is a built-in one or not known.
        elsewhere: of an older release; its text stands word for word at another site of the base, so that without
            frames the other one is right too.
    """

    id: str
    package: str
    error_class: str | None
    template: str | None
    module: str
    line: int
    function: str | None
    http_status: int | None
    cluster: int | None
    source: tuple[str, ...]
    source_start: int
    defined_in: str = ""
    elsewhere: bool = False

    @property
    def words(self) -> int:
        """How many words the program prints whatever the values."""
        return words_in(self.template)

    @property
    def pythons_own(self) -> bool:
        """Whether the interpreter says the same in the same words."""
        return _said(self) in _PYTHONS_OWN

    def line_text(self, number: int) -> str:
        """Return a line of its file, "" outside what is known of it."""
        at = number - self.source_start
        return self.source[at] if 0 <= at < len(self.source) else ""


def words_in(template: str | None) -> int:
    """Count the words of a template's own text."""
    if not template:
        return 0
    return sum(len(_WORD.findall(part)) for part in parse_template(template) if isinstance(part, str))


@dataclass(frozen=True, slots=True)
class Sites:
    """All that pastes are made from.

    Attributes:
        by_package: sites of the base.
        older: sites of an older release with the same wording, each with the id of the record that it is.
        reworded: the same for those whose wording is another one now.
        foreign: of packages that are not in the base, by package.
    """

    by_package: Mapping[str, list[Site]]
    older: Mapping[str, list[Site]]
    reworded: Mapping[str, list[Site]]
    foreign: Mapping[str, list[Site]]


def load(database: Path, *, kept: bool = False) -> Sites:
    """Read the sites of the base and of what is compared with it."""
    readings = {one.name: read(one.name, one.version, one.prefix, kept=kept) for one in PACKAGES}
    by_package: dict[str, list[Site]] = defaultdict(list)
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    for row in connection.execute(_RECORDS):
        identity, package, error_class, template, module, line, function, status, cluster, code, start = row
        if package in readings:
            defined_in = readings[package].classes.get(error_class or "", "")
            source = tuple((code or "").split("\n"))
            by_package[package].append(
                Site(identity, package, error_class, template, module, line, function, status, cluster, source, start or line, defined_in)
            )  # fmt: skip
    connection.close()
    known = {_text(site) for sites in by_package.values() for site in sites}
    older, reworded = {}, {}
    for package in PACKAGES:
        before = read(package.name, package.older, package.prefix, kept=kept)
        older[package.name], changed = _older(
            by_package[package.name], before, readings[package.name], package
        )
        reworded[package.name] = [replace(site, elsewhere=_text(site) in known) for site in changed]
    said = {_said(site) for sites in by_package.values() for site in sites}
    foreign = {}
    for name, version in FOREIGN:
        reading = read(name, version, kept=kept)
        # What says the same in the same words as an error of the base is no negative: both would be right.
        every = (_site(draft, reading) for draft in reading.drafts())
        foreign[name] = [site for site in every if _said(site) not in said]
    return Sites(by_package, older, reworded, foreign)


def _text(site: Site) -> str:
    if not site.template:
        return ""
    return "\x00".join(part if isinstance(part, str) else "" for part in parse_template(site.template))


def _said(site: Site) -> str:
    """Return the words of a site's text, whatever their case and what stands between them."""
    return " ".join(_WORD.findall(_text(site).lower()))


def _site(draft: Mapping[str, Any], reading: Reading) -> Site:
    record, function = draft["record"], draft["errdex"]["function"]
    module = module_path(record["filePath"])
    return Site(
        "",
        module.partition("/")[0],
        record["errorClass"],
        record["errorMessage"],
        module,
        record["lineNumber"],
        function,
        record["httpStatus"],
        None,
        tuple((record["sourceCode"] or "").split("\n")),
        record["sourceCodeStart"] or record["lineNumber"],
        reading.classes.get(record["errorClass"] or "", ""),
    )


def _older(
    now: Iterable[Site], before: Reading, after: Reading, package: Package
) -> tuple[list[Site], list[Site]]:
    """Pair the sites of an older release with records: those that read the same, and those that were reworded.

    A reworded one is the only one of its function with that class under those conditions, in both releases, and its
    text stands nowhere in that function in the other release.
    """
    records = list(now)
    by_text = _unique((_reads(site), site) for site in records)
    by_place = {(site.module, site.line): site for site in records}
    old = [(_site(draft, before), draft["record"]["triggerScenarios"]) for draft in before.drafts()]
    new = [(_site(draft, after), draft["record"]["triggerScenarios"]) for draft in after.drafts()]
    same = _unique((_reads(site), site) for site, _ in old)
    kept = [
        replace(site, id=by_text[key].id, cluster=by_text[key].cluster)
        for key, site in same.items()
        if key in by_text
    ]
    texts_now = {_reads(site) for site, _ in new}
    texts_before = {_reads(site) for site, _ in old}
    guarded_before = _unique((_guarded(site, when), site) for site, when in old if when and site.words)
    guarded_now = _unique((_guarded(site, when), site) for site, when in new if when and site.words)
    changed = []
    for key, site in guarded_before.items():
        other = guarded_now.get(key)
        if other is None or key[-1] is None or _reads(site) in texts_now or _reads(other) in texts_before:
            continue
        record = by_place.get((other.module, other.line))
        if record is not None and _text(site) != _text(other):
            changed.append(replace(site, id=record.id, cluster=record.cluster, package=package.name))
    return kept, changed


def _reads(site: Site) -> tuple[Any, ...]:
    return (site.module, site.function, site.error_class, site.template)


def _guarded(site: Site, when: str) -> tuple[Any, ...]:
    condition = _WHO_AND_WHAT.split(when, maxsplit=1)[0]
    return (site.module, site.function, site.error_class, condition if " when " in condition else None)


def _unique(pairs: Iterable[tuple[tuple[Any, ...], Site]]) -> dict[tuple[Any, ...], Site]:
    found: dict[tuple[Any, ...], list[Site]] = defaultdict(list)
    for key, site in pairs:
        found[key].append(site)
    return {key: sites[0] for key, sites in found.items() if len(sites) == 1}
