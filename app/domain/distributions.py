"""What to learn for an error of a package that is not in the base: its distribution, at the version of the paste. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from packaging.version import InvalidVersion, Version

__all__ = ["distribution_of", "learn_target", "version_in"]

# Packages that are installed under another name than they are imported by.
_DISTRIBUTIONS: Final[Mapping[str, str]] = {
    "attr": "attrs", "bs4": "beautifulsoup4", "cv2": "opencv-python", "Crypto": "pycryptodome", "dateutil": "python-dateutil",
    "decouple": "python-decouple", "discord": "discord.py", "docx": "python-docx", "dotenv": "python-dotenv", "faiss": "faiss-cpu",
    "fitz": "pymupdf", "flask_cors": "flask-cors", "git": "gitpython", "github": "pygithub", "gi": "pygobject", "grpc": "grpcio",
    "google": "", "igraph": "python-igraph", "jose": "python-jose", "jwt": "pyjwt", "kafka": "kafka-python", "ldap": "python-ldap",
    "magic": "python-magic", "MySQLdb": "mysqlclient", "OpenSSL": "pyopenssl", "PIL": "pillow", "pkg_resources": "setuptools",
    "pptx": "python-pptx", "psycopg2": "psycopg2", "pythoncom": "pywin32", "rest_framework": "djangorestframework", "ruamel": "ruamel.yaml",
    "_pytest": "pytest", "serial": "pyserial", "skimage": "scikit-image", "sklearn": "scikit-learn", "slugify": "python-slugify",
    "socketio": "python-socketio", "telegram": "python-telegram-bot", "usb": "pyusb", "win32com": "pywin32", "wx": "wxpython",
    "yaml": "pyyaml", "zmq": "pyzmq",
}  # fmt: skip
# Safe to be put into a command line as it is.
_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?")
# Between a name and its version: `name==1.2`, `name 1.2`, `name: v1.2`, `name-1.2.dist-info`, `name (1.2)`, `name version 1.2`.
_VERSION = re.compile(
    r"[\"'`*]{0,3}(?:\s{0,40}(?:===?|[:@|])\s{0,20}|[ \t]{1,40}|-| ?\(|\r?\n(?=version:))(?:version\s{0,5}[:=]?\s{0,5})?[\"'v]?(?P<version>\d{1,6}\.\d[\w.+!]{0,60})",
    re.IGNORECASE,
)
_WORD = re.compile(r"[\w.]")
_MAX_PLACES = 2_000  # of a name in one text


def distribution_of(package: str) -> str | None:
    """Return the distribution that a package is installed as; None where it cannot be told, or is no name at all."""
    name = _DISTRIBUTIONS.get(package, package.removesuffix(".py"))
    return name if _NAME.fullmatch(name) else None


def version_in(text: str, name: str) -> str | None:
    """Return the version that a text gives for a distribution or package; None where it gives none, or several.

    `name==1.2` of a list of packages goes before what stands elsewhere, as in a path or a banner.
    """
    wanted = re.sub(r"[-_.]", "-", name.lower())
    lowered = text.lower().replace("_", "-")
    if "." in wanted or not wanted or len(lowered) != len(text):
        return None
    pinned: set[str] = set()
    other: set[str] = set()
    at = lowered.find(wanted)
    for _ in range(_MAX_PLACES):
        if at < 0:
            break
        end = at + len(wanted)
        if not (at and (_WORD.match(text[at - 1]) or text[at - 1] == "-")) and (
            found := _VERSION.match(text, end)
        ):
            version = _release(found["version"])
            if version:
                (pinned if "==" in found[0] else other).add(version)
        at = lowered.find(wanted, end)
    versions = pinned or other
    return versions.pop() if len(versions) == 1 else None


def learn_target(package: str, versions: Mapping[str, str], text: str) -> str | None:
    """Return what `errdex learn` is to be given for a package, `NAME==VERSION` where the version is known.

    Args:
        package: as it is imported.
        versions: installed ones that the caller named.
        text: the paste.
    """
    name = distribution_of(package)
    if name is None:
        return None
    stated = versions.get(package) or versions.get(name)
    version = (_release(stated) if stated else None) or version_in(text, name)
    if version is None and name != package:
        version = version_in(text, package)
    return f"{name}=={version}" if version else name


def _release(text: str) -> str | None:
    """Return the text as far as it is a version by PEP 440, without what a path or a sentence adds."""
    parts = text.rstrip(".+!_").split(".")
    while parts:
        candidate = ".".join(parts)
        try:
            Version(candidate)
        except InvalidVersion:
            parts.pop()
            continue
        return candidate if len(parts) > 1 else None
    return None
