"""What only a server on the web refuses: bodies, encodings, fields, other sites, too much at once.

Part of the tree in `app.errors`; each code is explained in `app.web.problem_kinds`.
"""

from __future__ import annotations

from pydantic import BaseModel, Field

from app.errors import BadInput, ErrdexError

__all__ = [
    "BadCompression",
    "BadEncoding",
    "BadFields",
    "BadJson",
    "BodyTooLarge",
    "CrossSite",
    "FieldProblem",
    "SlowClient",
    "TooBusy",
    "TooManyComparisons",
    "UnsupportedBody",
]


class FieldProblem(BaseModel):
    """One field that is wrong."""

    field: str = Field(description="Where it stands: `body.versions.sglang`, `query.limit`.")
    problem: str = Field(description="What is wrong with it.")
    type: str = Field("invalid", description="Kind of fault, machine-readable.")


class BodyTooLarge(BadInput):
    """The request body is over the limit of its route, before anything is decoded."""

    code = "body-too-large"
    status = 413
    title = "The request body is too large"

    def __init__(self, limit_bytes: int, *, paste_limit_bytes: int | None = None) -> None:
        advice = "Send less."
        if paste_limit_bytes is not None:
            advice = f"A paste may have {paste_limit_bytes:,} bytes. Send the part round the error, or the last lines of the log."
        super().__init__(
            f"The request body is larger than {limit_bytes:,} bytes. {advice}",
            limit=limit_bytes,
            unit="bytes",
        )


class SlowClient(BadInput):
    """The client took longer than `request_timeout_seconds` to send its request."""

    code = "request-timeout"
    status = 408
    title = "The request took too long to arrive"

    def __init__(self, limit_seconds: float) -> None:
        super().__init__(
            f"The request body did not arrive within {limit_seconds:g} seconds. Send it again, faster or gzipped.",
            limit=limit_seconds,
            unit="seconds",
        )


class UnsupportedBody(BadInput):
    """The media type, charset or coding of the body is not read here; the message names those that are."""

    code = "unsupported-body"
    status = 415
    title = "This kind of body is not accepted"


class BadFields(BadInput):
    """Fields of a body or query that break their rules, all of them."""

    code = "invalid-fields"
    status = 422
    title = "Some fields are not valid"

    def __init__(self, fields: list[FieldProblem]) -> None:
        named = "; ".join(f"{field.field}: {field.problem}" for field in fields[:5])
        more = f"; and {len(fields) - 5} more" if len(fields) > 5 else ""
        super().__init__(f"{named}{more}")
        self.fields = fields


class CrossSite(ErrdexError):
    """A browser sent a changing request on behalf of another site."""

    code = "cross-site"
    status = 403
    title = "Requests from other sites are not accepted"


class TooBusy(ErrdexError):
    """Too many matches run and wait already; `retry_after` (seconds) becomes `Retry-After`."""

    code = "too-busy"
    status = 503
    title = "The server is busy"

    def __init__(self, running: int, retry_after_seconds: int) -> None:
        super().__init__(
            f"{running} matches are running and more are waiting. Try again in {retry_after_seconds} seconds.",
            limit=running,
            unit="matches",
        )
        self.retry_after_seconds = retry_after_seconds


class TooManyComparisons(TooBusy):
    """Other releases are being compared; one pair at a time is."""

    def __init__(self, retry_after_seconds: int) -> None:
        ErrdexError.__init__(
            self,
            f"Other releases are being compared, and more wait. Try again in {retry_after_seconds} seconds.",
            limit=1,
            unit="comparisons",
        )
        self.retry_after_seconds = retry_after_seconds


class BadEncoding(BadInput):
    """Path or query hold what no text holds."""

    code = "bad-encoding"
    title = "The address holds bytes that are not UTF-8"

    def __init__(self, part: str, what: str) -> None:
        super().__init__(f"The {part} holds {what}. Percent-encode it as UTF-8.", part=part)


class BadJson(BadInput):
    """The body is not one JSON object in UTF-8."""

    code = "bad-json"
    title = "The body is not JSON"


class BadCompression(BadInput):
    """The body is not whole gzip data."""

    code = "bad-compression"
    title = "The body is not whole gzip data"
