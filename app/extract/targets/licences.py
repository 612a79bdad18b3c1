"""The licence of a project as an SPDX expression; what names no single licence is None, never a guess."""

from __future__ import annotations

import re
from collections.abc import Iterable

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

__all__ = ["licence_of"]

# Classifiers that name one licence; "BSD License" and the like name a family.
_CLASSIFIERS = {
    "MIT License": "MIT",
    "MIT No Attribution License (MIT-0)": "MIT-0",
    "Apache Software License": "Apache-2.0",
    "ISC License (ISCL)": "ISC",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Mozilla Public License 1.1 (MPL 1.1)": "MPL-1.1",
    "Python Software Foundation License": "PSF-2.0",
    "The Unlicense (Unlicense)": "Unlicense",
    "zlib/libpng License": "Zlib",
    "Boost Software License 1.0 (BSL-1.0)": "BSL-1.0",
    "Zero-Clause BSD (0BSD)": "0BSD",
    "Blue Oak Model License (BlueOak-1.0.0)": "BlueOak-1.0.0",
    "Eclipse Public License 2.0 (EPL-2.0)": "EPL-2.0",
    "GNU General Public License v2 (GPLv2)": "GPL-2.0-only",
    "GNU General Public License v2 or later (GPLv2+)": "GPL-2.0-or-later",
    "GNU General Public License v3 (GPLv3)": "GPL-3.0-only",
    "GNU General Public License v3 or later (GPLv3+)": "GPL-3.0-or-later",
    "GNU Affero General Public License v3": "AGPL-3.0-only",
    "GNU Affero General Public License v3 or later (AGPLv3+)": "AGPL-3.0-or-later",
    "GNU Lesser General Public License v2 or later (LGPLv2+)": "LGPL-2.0-or-later",
    "GNU Lesser General Public License v3 (LGPLv3)": "LGPL-3.0-only",
    "GNU Lesser General Public License v3 or later (LGPLv3+)": "LGPL-3.0-or-later",
    "European Union Public Licence 1.2 (EUPL 1.2)": "EUPL-1.2",
}
# Names in common use, without "the", "license", "version", "v" and punctuation.
_NAMES = {
    "mit": "MIT",
    "mit mit": "MIT",
    "expat": "MIT",
    "apache 2": "Apache-2.0",
    "apache 2 0": "Apache-2.0",
    "apache software 2 0": "Apache-2.0",
    "bsd 3 clause": "BSD-3-Clause",
    "3 clause bsd": "BSD-3-Clause",
    "bsd 3 clause new or revised": "BSD-3-Clause",
    "new bsd": "BSD-3-Clause",
    "modified bsd": "BSD-3-Clause",
    "bsd 2 clause": "BSD-2-Clause",
    "2 clause bsd": "BSD-2-Clause",
    "simplified bsd": "BSD-2-Clause",
    "isc": "ISC",
    "mpl 2 0": "MPL-2.0",
    "mozilla public 2 0": "MPL-2.0",
    "psf": "PSF-2.0",
    "unlicense": "Unlicense",
    "gnu lesser general public 3": "LGPL-3.0-only",
    "gnu general public 3": "GPL-3.0-only",
    "gnu affero general public 3": "AGPL-3.0-only",
}
_FILLER = re.compile(r"\b(?:the|licen[sc]e|version|v(?=\d))\b|\bv(?=\d)|[^a-z0-9]+")
# How the whole text of a licence begins, once it is one line.
_BEGINNINGS = (
    (re.compile(r"apache license version 2\.0", re.IGNORECASE), "Apache-2.0"),
    (re.compile(r"(the )?mit license\b", re.IGNORECASE), "MIT"),
    (re.compile(r"mozilla public license version 2\.0", re.IGNORECASE), "MPL-2.0"),
    (re.compile(r"isc license\b", re.IGNORECASE), "ISC"),
    (re.compile(r"bsd 3-clause license\b", re.IGNORECASE), "BSD-3-Clause"),
    (re.compile(r"bsd 2-clause license\b", re.IGNORECASE), "BSD-2-Clause"),
)
_MOST_CHARACTERS = 200


def licence_of(expression: str | None, text: str | None, classifiers: Iterable[str]) -> str | None:
    """Return the SPDX expression of a project's metadata.

    Args:
        expression: License-Expression.
        text: License: an SPDX expression, a name in common use, or the whole text of a licence.
        classifiers: all of them; those of licences count where the others say nothing.
    """
    for given in (expression, text):
        if given and (found := _expression(given) or _named(given)):
            return found
    prefix = "License :: "
    licences = [line.removeprefix(prefix) for line in classifiers if line.startswith(prefix)]
    known = {_CLASSIFIERS.get(line.rpartition(" :: ")[2]) for line in licences if line != "OSI Approved"}
    return known.pop() if len(known) == 1 else None


def _expression(text: str) -> str | None:
    text = text.strip()
    if not text or len(text) > _MOST_CHARACTERS:
        return None
    try:
        return str(canonicalize_license_expression(text))
    except (InvalidLicenseExpression, ValueError, RecursionError):
        return None


def _named(text: str) -> str | None:
    line = " ".join(text.split())
    if len(line) <= _MOST_CHARACTERS:
        return _NAMES.get(" ".join(_FILLER.sub(" ", line.lower()).split()))
    return next((spdx for beginning, spdx in _BEGINNINGS if beginning.match(line)), None)
