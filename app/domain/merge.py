"""The rules by which a record that comes in meets the one that stands: pure, no database.

Whole records replace, partial ones fill in, and a site that is known under another id keeps the id it has.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from app.domain.identity import ID_DIGITS, site_key, slug_of
from app.domain.page_form import pattern_by_rule

__all__ = [
    "Change",
    "Site",
    "Version",
    "changes_between",
    "content_hash",
    "dumps",
    "is_made_of",
    "match_sites",
    "merge_extension",
    "merge_page",
    "merge_partial",
    "newest",
    "template_key",
    "version_of",
]

_FRACTION = re.compile(r"[.,](\d+)")
_ORDINALS_TRIED = 16

Version = tuple[int, int]
OLDEST: Version = (-(2**63), 0)


def version_of(text: str | None) -> Version:
    """Return a datasetVersion as a number of seconds since 1970 and nanoseconds, UTC; none is oldest.

    A time without a zone counts as UTC, a date as its midnight.

    Raises:
        ValueError: the text is no time of the calendar, such as 2026-02-30.
    """
    if text is None:
        return OLDEST
    fraction = _FRACTION.search(text)
    plain = text[: fraction.start()] + text[fraction.end() :] if fraction else text
    moment = datetime.fromisoformat(plain)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    since = moment - datetime(1970, 1, 1, tzinfo=UTC)
    nanoseconds = int(fraction[1][:9].ljust(9, "0")) if fraction else 0
    return since.days * 86_400 + since.seconds, nanoseconds


def newest(versions: Iterable[str | None]) -> str | None:
    """Return the newest of some datasetVersions as it was written; None where there is none.

    Raises:
        ValueError: as `version_of`.
    """
    return max((text for text in versions if text is not None), key=version_of, default=None)


_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def dumps(value: object) -> str:
    """Write JSON that reads back as the same value: key order, floats and large integers included."""
    return _JSON.encode(value)


def content_hash(document: str, extension: str, extra: str, dataset_version: str | None) -> str:
    """Return the SHA-256, in hex, over all that an envelope says; equal content is not written."""
    parts = json.dumps([document, extension, extra, dataset_version], ensure_ascii=True)
    return hashlib.sha256(parts.encode()).hexdigest()


def merge_partial(stored: Mapping[str, Any], brought: Mapping[str, Any]) -> dict[str, Any]:
    """Return the stored record with the non-null fields that a partial one brings; the id stays."""
    return {**stored, **{key: value for key, value in brought.items() if value is not None and key != "id"}}


def merge_page(stored: Mapping[str, Any], brought: Mapping[str, Any]) -> dict[str, Any]:
    """Return the stored record with what a page shows; what it does not show is not known, and stays.

    A pattern or slug that follows from the message, and a date without its time of day, are not shown either: where
    message and day are the same, the stored ones say more.
    """
    kept: set[str] = set()
    message = brought.get("errorMessage")
    if message is not None and message == stored.get("errorMessage"):
        by_rule = {"messagePattern": pattern_by_rule(message), "slug": slug_of(message)}
        kept.update(name for name, value in by_rule.items() if brought.get(name) == value)
    if str(stored.get("analyzedAt")).startswith(str(brought.get("analyzedAt"))):
        kept.add("analyzedAt")
    return merge_partial(stored, {key: value for key, value in brought.items() if key not in kept})


def merge_extension(
    stored: Mapping[str, Any],
    brought: Mapping[str, Any],
    *,
    aliases: Iterable[str],
    own_id: str,
) -> dict[str, Any]:
    """Return the extension after a merge.

    Non-null members that were brought win, the others stay, so a file without `errdex` loses nothing. All
    aliases are kept, and a record that comes is withdrawn no longer, unless it says so itself.

    Args:
        stored: the extension that stands, {} for a new record.
        brought: `errdex` as the file has it.
        aliases: further ids that lead here.
        own_id: the record's id, which is no alias of itself.
    """
    merged = {**stored, **{key: value for key, value in brought.items() if value is not None}}
    merged["withdrawnAt"] = brought.get("withdrawnAt")
    all_aliases = [*stored.get("aliases", ()), *(brought.get("aliases") or ()), *aliases]
    merged["aliases"] = [alias for alias in dict.fromkeys(all_aliases) if alias != own_id]
    return merged


@dataclass(frozen=True, slots=True)
class Change:
    """A field that differs: its path, and both values as JSON, shortened."""

    field: str
    before: str
    after: str


def changes_between(
    before: Mapping[str, Any], after: Mapping[str, Any], prefix: str = ""
) -> tuple[Change, ...]:
    """List the members that differ, those of `after` first, each value as JSON of at most 80 characters."""
    return tuple(
        Change(prefix + key, _shortened(before.get(key)), _shortened(after.get(key)))
        for key in dict.fromkeys([*after, *before])
        if before.get(key) != after.get(key) or type(before.get(key)) is not type(after.get(key))
    )


def _shortened(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else f"{text[:79]}…"


class Site(NamedTuple):
    """Where a record stands, as far as it says; `key` tells the record within its side.

    Attributes:
        id_given: the id came with the record, and was not made of its site.
        sha: commit; None where not known.
        version: dataset version; None where not known.
    """

    record_id: str
    repo: str
    module_path: str
    function: str | None
    error_class: str | None
    error_message: str | None
    line: int
    id_given: bool = True
    sha: str | None = None
    version: str | None = None


def template_key(repo: str, error_class: str | None, error_message: str | None) -> str:
    """Return the SHA-256, in hex, over what stays the same when a site moves."""
    return hashlib.sha256(
        dumps([repo, error_class, error_message]).encode("utf-8", "surrogatepass")
    ).hexdigest()


def is_made_of(site: Site) -> bool:
    """Tell whether the id is one that errdex itself makes of this site."""
    parts = (site.repo, site.module_path, site.function, site.error_class, site.error_message)
    return any(site_key(*parts, ordinal)[:ID_DIGITS] == site.record_id for ordinal in range(_ORDINALS_TRIED))


def match_sites(known: Sequence[Site], new: Sequence[Site]) -> dict[str, str]:
    """Find which new records are sites that are known under another id.

    All sites share one `template_key`, and none of the ids is on both sides. In this order: the very same
    line; the same module and function with equally many on both sides, paired by line; one only on each
    side and in two versions, so that it moved. Two ids that both came with their records tell two records
    apart, but at the very same line.

    Returns:
        New id to known id.
    """
    known, new = sorted(known, key=_place), sorted(new, key=_place)
    found: dict[str, str] = {}
    modules = {site.module_path for site in new} & {site.module_path for site in known}
    for module in sorted(modules):
        theirs = [site for site in known if site.module_path == module]
        mine = [site for site in new if site.module_path == module]
        _pair_lines(theirs, mine, found)
        _pair_functions(_free(theirs, found), [site for site in mine if site.record_id not in found], found)
    if len(known) == len(new) == 1 and not found and _moved(known[0], new[0]):
        found[new[0].record_id] = known[0].record_id
    return found


def _place(site: Site) -> tuple[int, str]:
    return site.line, site.record_id


def _free(known: Sequence[Site], found: Mapping[str, str]) -> list[Site]:
    taken = set(found.values())
    return [site for site in known if site.record_id not in taken]


def _pair_lines(known: Sequence[Site], new: Sequence[Site], found: dict[str, str]) -> None:
    by_line: dict[int, list[Site]] = {}
    for site in known:
        by_line.setdefault(site.line, []).append(site)
    for one in new:
        free = by_line.get(one.line, [])
        same = [other for other in free if _at_same_line(other, one)]
        if len(same) == 1:
            found[one.record_id] = same[0].record_id
            free.remove(same[0])


def _pair_functions(known: Sequence[Site], new: Sequence[Site], found: dict[str, str]) -> None:
    """Pair by function; a side that names none stands for all of them."""
    functions = {site.function for site in (*known, *new)}
    groups = [functions] if None in functions else [{function} for function in sorted(map(str, functions))]
    for group in groups:
        theirs = [site for site in known if site.function in group]
        mine = [site for site in new if site.function in group]
        if len(theirs) == len(mine) and all(map(_same_key, theirs, mine)):
            found.update((b.record_id, a.record_id) for a, b in zip(theirs, mine, strict=True))


def _at_same_line(a: Site, b: Site) -> bool:
    """Tell whether two sites of one line are one: as far as they say, in one commit and one function."""
    return (_same_commit(a, b) or None in (a.sha, b.sha)) and _functions_agree(a, b)


def _same_commit(a: Site, b: Site) -> bool:
    """Tell whether both name one commit; a page shows the first digits only."""
    return a.sha is not None and b.sha is not None and (a.sha.startswith(b.sha) or b.sha.startswith(a.sha))


def _functions_agree(a: Site, b: Site) -> bool:
    return a.function == b.function or None in (a.function, b.function)


def _same_key(known: Site, new: Site) -> bool:
    if known.error_message is None and None in (known.function, new.function):
        return False  # without a text only the function tells the sites of a file apart
    same_version = known.version is not None and new.version is not None and _same_version(known, new)
    return _functions_agree(known, new) and _may_be_one(known, new) and not same_version


def _moved(known: Site, new: Site) -> bool:
    two_versions = known.sha != new.sha or not _same_version(known, new)
    return known.error_message is not None and two_versions and _may_be_one(known, new)


def _may_be_one(known: Site, new: Site) -> bool:
    return not _same_commit(known, new) and not (known.id_given and new.id_given)


def _same_version(a: Site, b: Site) -> bool:
    return version_of(a.version) == version_of(b.version)
