"""What a record is called and what makes it the same record: slug, title, site key, address.

An id, once given, is never computed again; `site_key` serves only to give an id to a record that has
none, and to find the record of a site among those that are known.
"""

from __future__ import annotations

import hashlib
import json
import re
from functools import lru_cache

from app.domain.records import Record

__all__ = [
    "ID_DIGITS",
    "SLUG_CHARACTERS",
    "TITLE_CHARACTERS",
    "module_path",
    "naming_text",
    "package_of",
    "page_path",
    "page_url",
    "record_path",
    "record_url",
    "site_key",
    "slug_of",
    "title_of",
]

ID_DIGITS = 16
SLUG_CHARACTERS = 50
TITLE_CHARACTERS = 60

# Folders that hold packages and are none themselves.
_ROOTS = frozenset({"python", "src", "lib"})
_INSTALLED = frozenset({"site-packages", "dist-packages"})

_NOT_SLUG = re.compile(r"[^a-z0-9]+")
_DRIVE = re.compile(r"[A-Za-z]:")
_STDLIB = re.compile(r"python\d+\.\d+t?")
_LINE_BREAKS = re.compile(r"[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+")


def slug_of(text: str) -> str:
    """Return the first 50 characters in lower case, each run outside a-z and 0-9 as one `-`, ends trimmed.

    The result may be empty: a text without a single letter of a-z or digit has no slug.
    """
    slug = _NOT_SLUG.sub("-", text[:SLUG_CHARACTERS].lower())
    # A few letters grow when lowered (U+0130), so the bound is applied again.
    return slug[:SLUG_CHARACTERS].strip("-")


def naming_text(
    error_message: str | None, error_class: str | None, function: str | None, file_path: str | None = None
) -> str:
    """Return the text that title and slug are made from, not yet shortened.

    That is the message, or `{errorClass} in {function}` where a site has none; where the function is not
    known either, the name of the file stands for it.
    """
    if error_message is not None and error_message.strip():
        return error_message
    place = function or (file_path or "").replace("\\", "/").rpartition("/")[2]
    return f"{error_class or 'Error'} in {place}" if place else error_class or "Error"


def title_of(record: Record, function: str | None) -> str:
    """Return the title: the first 60 characters of the message, line breaks as spaces, ends trimmed.

    A record without a message is called `{errorClass} in {function}`, in full.
    """
    text = naming_text(record.error_message, record.error_class, function, record.file_path)
    if text is record.error_message:
        # A long blank start leaves nothing in 60 characters; the text behind it names the record then.
        text = text[:TITLE_CHARACTERS] if text[:TITLE_CHARACTERS].strip() else text.strip()[:TITLE_CHARACTERS]
    return _LINE_BREAKS.sub(" ", text).strip()


@lru_cache(maxsize=8192)
def module_path(file_path: str) -> str:
    r"""Return the path from the outermost package folder on, with forward slashes.

    `python/sglang/srt/x.py`, `./src/sglang/srt/x.py`, `C:\venv\Lib\site-packages\sglang\srt\x.py` and
    `/usr/lib/python3.11/dist-packages/sglang/srt/x.py` all give `sglang/srt/x.py`; a file of the standard
    library, `/usr/lib/python3.11/json/decoder.py`, gives `json/decoder.py`. Of another absolute path
    nothing is known but where it starts: only the root is dropped.
    """
    path = file_path.strip().replace("\\", "/")
    drive = _DRIVE.match(path)
    if drive:
        path = path[drive.end() :]
    parts: list[str] = []
    for part in path.split("/"):
        if part == ".." and parts:
            parts.pop()
        elif part not in {"", ".", ".."}:
            parts.append(part)
    for index in range(len(parts) - 2, -1, -1):
        if parts[index].lower() in _INSTALLED:
            parts = parts[index + 1 :]
            if len(parts) > 1 and parts[0].lower().endswith(".egg"):
                parts = parts[1:]
            return "/".join(parts)
    for index in range(len(parts) - 2, 0, -1):
        if _STDLIB.fullmatch(parts[index].lower()) and parts[index - 1].lower() in {"lib", "lib64"}:
            return "/".join(parts[index + 1 :])
    while len(parts) > 1 and parts[0].lower() in _ROOTS:
        parts = parts[1:]
    return "/".join(parts)


def package_of(module_path: str) -> str:
    """Return the import name of the outermost package: `sglang` for `sglang/srt/x.py`, `six` for `six.py`."""
    first, slash, _ = module_path.partition("/")
    return first if slash else first.partition(".")[0]


def site_key(  # noqa: PLR0917 - the parts of the key, in its order
    repo: str,
    module_path: str,
    function: str | None,
    error_class: str | None,
    error_message: str | None,
    ordinal: int,
) -> str:
    """Return the SHA-256, in hex, over the parts of a raise site as a compact JSON array in UTF-8.

    Its first 16 digits are the id of a record that has none. `ordinal` counts equal sites in the function
    from 0, in the order of their lines.
    """
    parts = [repo, module_path, function, error_class, error_message, ordinal]
    text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def record_path(record: Record) -> str:
    """Return the path of a record's page, `/errors/{owner}/{repo}/{slug}-{id}`; `{id}` alone without a slug."""
    return page_path(record.repo, record.slug, record.id)


def page_path(repo: str, slug: str, record_id: str) -> str:
    """Return the same from the parts that it is made of."""
    return f"/errors/{repo}/{slug}-{record_id}" if slug else f"/errors/{repo}/{record_id}"


def record_url(record: Record, public_url: str | None) -> str:
    """Return the address of a record's page, absolute where the public address is set."""
    return page_url(record.repo, record.slug, record.id, public_url)


def page_url(repo: str, slug: str, record_id: str, public_url: str | None) -> str:
    """Return the same from the parts that it is made of."""
    return (public_url or "").rstrip("/") + page_path(repo, slug, record_id)
