"""From the form of the paste page to a paste: urlencoded or multipart, text or file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

from fastapi import Request
from fastapi.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException

from app.config import Settings
from app.domain.text import clip, decode
from app.errors import BadInput, ErrdexError, PasteTooLarge
from app.services.match import inflate
from app.web.body_limit import max_body_bytes

__all__ = ["Paste", "read_paste"]

_MAX_FILE_NAME_CHARS = 80
_MAX_FILES = 2
_MAX_FIELDS = 20
_GZIP_MAGIC = b"\x1f\x8b"
# As the match does: of a compressed paste that is over the limit a few limits' worth is read.
_UNPACKED_LIMITS = 8


@dataclass(frozen=True)
class Paste:
    """What came in: `data` as sent, `name` of the file it came from, None for the box."""

    data: str | bytes
    name: str | None = None

    @property
    def empty(self) -> bool:
        """Whether there is nothing but white space."""
        return not self.data.strip()

    def text(self, max_bytes: int) -> str:
        """The paste as the match reads it: unpacked, above the limit its head and tail, lines counted alike.

        Raises:
            BadInput: gzip that is broken.
        """
        data = self.data.encode("utf-8", "surrogatepass") if isinstance(self.data, str) else self.data
        if isinstance(self.data, bytes) and data.startswith(_GZIP_MAGIC):
            data = inflate(data, max_bytes * _UNPACKED_LIMITS)
        clipped = clip(data, max_bytes)
        if clipped is None:
            return self.data if isinstance(self.data, str) else decode(data)
        return decode(clipped)


async def read_paste(request: Request, settings: Settings) -> Paste:
    """Read `text` or `file` of a form; a file that holds something wins over the box, and there is one at most.

    What is over the paste limit but not over that of a body is read whole: the match keeps its head and tail.

    Raises:
        PasteTooLarge: the form is larger than any body may be.
        BadInput: the body is no form, or several of its files hold something.
    """
    limit = max_body_bytes(settings)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "application/x-www-form-urlencoded":
        body = bytearray()
        async for chunk in request.stream():
            body += chunk
            if len(body) > limit:
                raise PasteTooLarge(settings.max_paste_bytes)
        return await run_in_threadpool(_urlencoded, bytes(body))
    if kind != "multipart/form-data":
        raise BadInput(
            f"The content type {kind[:80] or '(none)'!r} is no form. Send multipart/form-data or "
            "application/x-www-form-urlencoded with a field 'text', or use POST /api/match."
        )
    try:
        async with request.form(max_files=_MAX_FILES, max_fields=_MAX_FIELDS, max_part_size=limit) as form:
            files = [value for value in form.getlist("file") if isinstance(value, UploadFile) and value.size]
            if len(files) > 1:
                raise BadInput("Send one file, not several.")
            if files:
                if (files[0].size or 0) > limit:
                    raise PasteTooLarge(settings.max_paste_bytes)
                return Paste(await files[0].read(), _file_name(files[0].filename))
            texts = [value for value in form.getlist("text") if isinstance(value, str)]
            return Paste(texts[0] if texts else "")
    except HTTPException as problem:
        raise _told(problem, settings.max_paste_bytes) from None


def _urlencoded(body: bytes) -> Paste:
    """Read the field as bytes: a library would decode what was not percent-encoded as Latin-1."""
    for pair in body.split(b"&"):
        name, _, value = pair.partition(b"=")
        if name == b"text":
            return Paste(unquote_to_bytes(value.replace(b"+", b" ")))
    return Paste("")


def _told(problem: HTTPException, max_paste_bytes: int) -> ErrdexError:
    """What the form reader raises for everything is a bare 400; say what it was."""
    if isinstance(problem.__cause__, ErrdexError):
        return problem.__cause__
    if "maximum size" in str(problem.detail):
        return PasteTooLarge(max_paste_bytes)
    return BadInput(
        f"The form cannot be read: {str(problem.detail).rstrip('.')}. Send one field 'text' or one file 'file'."
    )


def _file_name(name: str | None) -> str:
    base = re.split(r"[/\\]", name or "")[-1] or "file"
    return base if len(base) <= _MAX_FILE_NAME_CHARS else base[: _MAX_FILE_NAME_CHARS - 1] + "…"
