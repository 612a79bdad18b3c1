"""From the body of `POST /api/match` to a paste and its options.

Taken are JSON, raw text of any kind and gzip of either, whether declared as `Content-Encoding` or not. Raw
bytes go on as they are: the match service decodes them leniently. Inflating stops one byte past the limit.
"""

from __future__ import annotations

import codecs
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message as Headers
from typing import Any, Final, NoReturn

from fastapi import Request
from pydantic import ValidationError

from app.config import Settings
from app.errors import BadInput, PasteTooLarge
from app.web.body_limit import declared_bytes, max_body_bytes, waits
from app.web.problems import field_problem
from app.web.refusals import BadCompression, BadFields, BadJson, BodyTooLarge, UnsupportedBody
from app.web.schemas import MatchRequest

__all__ = ["GZIP_MAGIC", "Body", "inflate", "is_gzip", "json_object", "read_body", "read_json", "read_raw"]

GZIP_MAGIC: Final = b"\x1f\x8b"
_FEED_BYTES: Final = 16 * 1024
_MOST_MEMBERS: Final = 10_000
_RAW_TYPES: Final = frozenset({"", "application/octet-stream", "application/gzip", "application/x-gzip"})

# Charsets that terminals and log files are written in. Others that Python knows are no text (rot13), or slow (idna).
_CHARSETS: Final = frozenset(
    [
        "ascii",
        "big5",
        "cp437",
        "cp850",
        "cp1250",
        "cp1251",
        "cp1252",
        "cp1253",
        "cp1254",
        "cp1255",
        "cp1256",
        "cp1257",
        "cp1258",
        "cp866",
        "cp932",
        "cp949",
        "euc_jp",
        "euc_kr",
        "gb18030",
        "gb2312",
        "gbk",
        "iso8859-1",
        "iso8859-2",
        "iso8859-5",
        "iso8859-7",
        "iso8859-9",
        "iso8859-15",
        "koi8-r",
        "koi8-u",
        "mac-roman",
        "shift_jis",
        "utf-8",
        "utf-8-sig",
        "utf-16",
        "utf-16-be",
        "utf-16-le",
        "utf-32",
        "utf-32-be",
        "utf-32-le",
    ]
)


@dataclass(frozen=True, slots=True)
class Body:
    """A body as it arrived, with what its headers say of it."""

    data: bytes
    is_json: bool
    gzipped: bool
    charset: str | None


async def read_body(request: Request, settings: Settings) -> Body:
    """Read the body of a request, no further than the limit of its kind.

    Raises:
        PasteTooLarge: raw text over `max_paste_bytes`.
        BodyTooLarge: JSON over the transport limit, from the guard.
        UnsupportedBody: a media type, charset or coding that is not read here.
        BadInput: no body at all; an empty log is one.
    """
    is_json, charset = _media_type(request.headers.get("content-type", ""))
    gzipped = is_gzip(request.headers.get("content-encoding", ""))
    limit = max_body_bytes(settings) if is_json else settings.max_paste_bytes
    if waits(request.headers) and declared_bytes(request.headers) > limit:
        raise PasteTooLarge(settings.max_paste_bytes)  # nothing is asked for, so nothing is on its way
    kept = bytearray()
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size <= limit:
            kept += chunk
        else:  # read to its end, which the guard bounds: who still sends would not see the answer
            kept.clear()
    if size > limit:
        raise PasteTooLarge(settings.max_paste_bytes)
    if size == 0 and "content-type" not in request.headers:
        raise BadInput(
            'There is no body. Send {"text": "…"} as application/json, or the raw log as text/plain.'
        )
    return Body(bytes(kept), is_json, gzipped, charset)


def read_raw(body: Body, settings: Settings) -> str | bytes:
    """Return the paste of a raw body: bytes for the match service, or text where a charset is declared.

    Raises:
        PasteTooLarge: over `max_paste_bytes` once inflated.
        BadCompression: declared as gzip and not whole.
    """
    data = body.data
    if body.gzipped:
        inflated = inflate(data, settings.max_paste_bytes)
        if inflated is None:
            raise PasteTooLarge(settings.max_paste_bytes)
        data = inflated
    if body.charset in {None, "utf-8", "ascii"} or data.startswith(GZIP_MAGIC):
        return data
    return data.decode(body.charset or "utf-8", "replace")


def read_json(body: Body, settings: Settings, defaults: Mapping[str, Any]) -> MatchRequest:
    """Return the request of a JSON body; `defaults` stand where it says nothing.

    Raises:
        BodyTooLarge: over the transport limit once inflated.
        BadCompression: gzip that is not whole.
        BadJson: not one JSON object in UTF-8.
        BadFields: members that break their rules.
    """
    data = body.data
    if body.gzipped or data.startswith(GZIP_MAGIC):
        limit = max_body_bytes(settings)
        inflated = inflate(data, limit)
        if inflated is None:
            raise BodyTooLarge(limit, paste_limit_bytes=settings.max_paste_bytes)
        data = inflated
    members = json_object(data, 'Send {"text": "…"}, or the raw log as text/plain.')
    try:
        return MatchRequest.model_validate({**defaults, **members})
    except ValidationError as error:
        faults = error.errors(include_url=False, include_context=False, include_input=False)
        raise BadFields(
            [field_problem({**fault, "loc": ("body", *fault["loc"])}) for fault in faults]
        ) from None


def inflate(data: bytes, limit: int) -> bytes | None:
    """Return the content of a gzip file, of several members perhaps, or None where it has more than `limit` bytes.

    Raises:
        BadCompression: it is not gzip, ends early, or is cut into absurdly many members.
    """
    out = bytearray()
    at = 0
    for _ in range(_MOST_MEMBERS):
        at = _inflate_member(data, at, out, limit)
        if len(out) > limit:
            return None
        while at < len(data) and data[at] == 0:  # padding after the last member is usual
            at += 1
        if at == len(data):
            return bytes(out)
    raise BadCompression(f"The gzip data has more than {_MOST_MEMBERS:,} members. Compress it in one piece.")


def _inflate_member(data: bytes, at: int, out: bytearray, limit: int) -> int:
    """Append one member that begins at `at` to `out`, up to one byte over the limit; return where it ends.

    Fed in small pieces, because what follows a member is copied each time.
    """
    engine = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    try:
        while not engine.eof:
            fed = data[at : at + _FEED_BYTES]
            if not fed:
                raise BadCompression(
                    "The gzip data ends early. Send the whole file, or send it uncompressed."
                )
            at += len(fed)
            while True:
                out += engine.decompress(fed, limit + 1 - len(out))
                if len(out) > limit:
                    return at
                fed = engine.unconsumed_tail
                if not fed:
                    break
    except zlib.error:
        raise BadCompression(
            "The body is not gzip data. Send it uncompressed, or compress it again."
        ) from None
    return at - len(engine.unused_data)


def json_object(data: bytes, advice: str) -> dict[str, Any]:
    """Return the JSON object of a body.

    Args:
        data: in UTF-8.
        advice: what to send instead of anything else.

    Raises:
        BadJson: it is none.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadJson(f"The body is not UTF-8 at byte {error.start}. Send it in UTF-8.") from None
    try:
        value = json.loads(text, parse_constant=_no_constant)
    except RecursionError:
        raise BadJson("The body is nested too deeply.") from None
    except json.JSONDecodeError as error:
        raise BadJson(f"{error.msg} at line {error.lineno}, column {error.colno}.") from None
    except ValueError:  # a whole number of thousands of digits, NaN
        raise BadJson("The body holds a number that JSON does not have, or one of too many digits.") from None
    if not isinstance(value, dict):
        raise BadJson(f"The body is not a JSON object. {advice}")
    return value


def _no_constant(_name: str) -> NoReturn:
    raise ValueError


def _media_type(content_type: str) -> tuple[bool, str | None]:
    headers = Headers()
    headers["content-type"] = content_type
    media = content_type.partition(";")[0].strip().lower()
    if media == "application/json" or (media.startswith("application/") and media.endswith("+json")):
        return True, None
    if media.startswith("text/") or media in _RAW_TYPES:
        return False, _charset(headers.get_content_charset() if media else None)
    raise UnsupportedBody(
        f"The media type {_shown(media)} is not read here. Send JSON as application/json or the raw log as text/plain: "
        "curl --data-binary @log -H 'Content-Type: text/plain'"
    )


def _charset(name: str | None) -> str | None:
    if name is None:
        return None
    try:
        known = codecs.lookup(name).name
    except (LookupError, ValueError):
        known = ""
    if known not in _CHARSETS:
        raise UnsupportedBody(f"The charset {_shown(name)} is not read here. Send UTF-8.")
    return known


def is_gzip(content_encoding: str) -> bool:
    """Tell whether a body is declared as gzip.

    Raises:
        UnsupportedBody: as something else.
    """
    codings = [name.strip().lower() for name in content_encoding.split(",") if name.strip()]
    codings = [name for name in codings if name != "identity"]
    if codings in (["gzip"], ["x-gzip"]):
        return True
    if codings:
        raise UnsupportedBody(
            f"The content coding {_shown(', '.join(codings))} is not read here. Use gzip, or none."
        )
    return False


def _shown(value: str) -> str:
    return repr(value[:60].encode("ascii", "backslashreplace").decode())
