"""Writes reviewed records: `python -m tests.knowledge.review [--wheels FOLDER] [--trial FOLDER] [PACKAGE[/SLUG]…]`.

The site that a file names is looked up in what `errdex learn` derives of the wheels of two releases, which must agree
about it. A record that no second reader has read at two releases is not written, but into the folder of a trial.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from packaging.version import Version

from app.domain.records import Envelope
from tests.knowledge.envelopes import RECORDS, Code, Place, envelope_of, keep
from tests.knowledge.reviews import Review, all_reviews
from tests.knowledge.sites import Release, Unclear, site_at, wheel_release

__all__ = ["RELEASES", "envelope_of_review", "releases_of"]

# What a record that nobody has read twice yet is to be read against.
RELEASES = {"sglang": ("0.5.19", "0.5.23"), "vllm": ("0.32.0", "0.33.0")}

_release = cache(wheel_release)


def releases_of(review: Review, wheels: Path | None = None) -> list[Release]:
    """Return the two releases of a record, older first: those that it was read against, or is to be."""
    versions = sorted(review.read or RELEASES[review.distribution], key=Version)[-2:]
    return [_release(review.distribution, version, wheels=wheels) for version in versions]


def envelope_of_review(review: Review, releases: Sequence[Release]) -> Envelope:
    """Return the record of a file, with the facts of the last of its releases.

    Raises:
        Unclear: the file does not tell its site, or the releases do not agree about it.
    """
    places = []
    for release in releases:
        try:
            places.append(Place(release.origin, site_at(review.prose, release.sites)))
        except Unclear as error:
            raise Unclear(f"{release.origin.name} {release.origin.version}: {error}") from None
    facts = [place.site.envelope.record for place in places]
    # Where the file tells that the site moved, its text has to be the same.
    moved = "; " in str(review.prose.site)
    agreed = {(one.error_class, one.error_message) for one in facts} if moved else _keys(places)
    if len(agreed) != 1:
        said = "\n".join(
            f"  {place.origin.version}: {one.file_path} {one.error_class}: {one.error_message}"
            for place, one in zip(places, facts, strict=True)
        )
        raise Unclear(f"the releases do not agree about the site:\n{said}")
    provenance = {"kind": "written", "verified": [], "reviewed": review.releases}
    code = Code(example_fix=review.fix, validation=review.validation)
    return envelope_of(review.record_id, review.prose, code, places, provenance)


def _keys(places: Sequence[Place]) -> set[str]:
    return {place.site.key for place in places}


def main(arguments: Sequence[str]) -> int:
    """Write records; return 1 where one could not be written."""
    parser = argparse.ArgumentParser(prog="python -m tests.knowledge.review", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="PACKAGE[/SLUG]")
    parser.add_argument("--wheels", type=Path, help="folder to look for wheels in before they are fetched")
    parser.add_argument("--trial", type=Path, help="folder to write into, also what nobody has read twice")
    options = parser.parse_args(arguments)
    wanted = set(options.names)
    failed = 0
    for review in all_reviews():
        if wanted and not {review.name, review.distribution} & wanted:
            continue
        try:
            envelope = envelope_of_review(review, releases_of(review, options.wheels))
        except Unclear as error:
            failed = 1
            print(f"FAULT {review.name}: {error}", file=sys.stderr)
            continue
        review.keep_id(envelope.record.id)
        if options.trial is not None:
            print(f"{review.name}: {keep(envelope, options.trial)}")
        elif len(review.read) < 2:
            failed = 1
            print(f"NOT WRITTEN {review.name}: READ names no two releases", file=sys.stderr)
        else:
            print(f"{review.name}: {keep(envelope, RECORDS).relative_to(RECORDS)}")
    return failed


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
