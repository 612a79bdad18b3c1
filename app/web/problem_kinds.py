"""Every kind of problem: its code, status, title, and what to do. Served at `/docs/problems`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["CATALOGUE", "CODE_OF_STATUS"]

# code -> (status, title, what to do). Served at /docs/problems; a problem's `type` points there.
CATALOGUE: Final[Mapping[str, tuple[int, str, str]]] = {
    "bad-input": (400, "The request is not usable", "Correct what `detail` names."),
    "bad-encoding": (
        400,
        "The address holds bytes that are not UTF-8",
        "Percent-encode path and query as UTF-8, without NUL.",
    ),
    "bad-json": (400, "The body is not JSON", "Send one JSON object in UTF-8; or the raw log as text/plain."),
    "bad-compression": (
        400,
        "The body is not whole gzip data",
        "Send it uncompressed, or compress it again; gzip is the only coding.",
    ),
    "bad-cursor": (
        400,
        "The page token is not valid",
        "Use `next` of the page before, with the same filters.",
    ),
    "bad-request": (400, "The request is not usable", "Correct what `detail` names."),
    "not-allowed": (401, "The signature was not accepted", "Check the secret and the clock of the sender."),
    "token-needed": (
        401,
        "An access token is needed",
        "Send `Authorization: Bearer …` with a token of `errdex token new`.",
    ),
    "cross-site": (
        403,
        "Requests from other sites are not accepted",
        "Call the API from a program, or open this server's own page.",
    ),
    "not-yours": (403, "This is not yours to change", "Its author or a maintainer can."),
    "not-found": (404, "There is nothing at this address", "The addresses are listed at /docs."),
    "record-not-found": (404, "No such record", "Search for it at /api/errors?q=…"),
    "note-not-found": (404, "No such note", "List those of a record at /api/errors/{id}/notes."),
    "method-not-allowed": (405, "This address does not take this method", "Use a method that `Allow` lists."),
    "not-acceptable": (406, "None of the accepted media types can be served", "Accept application/json."),
    "request-timeout": (408, "The request took too long to arrive", "Send it again, faster or gzipped."),
    "known-elsewhere": (
        409,
        "The place has a record of another id",
        "Write that one; `detail` names it.",
    ),
    "outdated": (409, "The stored record is newer", "Send one with a newer `datasetVersion`, or none."),
    "changed": (
        412,
        "The record is another one by now",
        "Get it again, and send its ETag as `If-Match`; `If-None-Match: *` is for a record that is not there.",
    ),
    "body-too-large": (413, "The request body is too large", "Send less; `limit` says how much is taken."),
    "paste-too-large": (
        413,
        "The paste is too large",
        "Send the part round the error, or the last lines of the log. The size counts after decompression.",
    ),
    "unsupported-body": (
        415,
        "This kind of body is not accepted",
        "POST /api/match takes application/json, text/plain and application/octet-stream, as they are or gzipped.",
    ),
    "invalid-fields": (
        422,
        "Some fields are not valid",
        "`errors` lists each with its path and what is wrong.",
    ),
    "bad-records": (
        422,
        "The records break the schema",
        "`errors` lists each fault; the schema is at /api/schema.",
    ),
    "too-many": (429, "Too many in an hour", "Try again after `Retry-After` seconds."),
    "internal": (
        500,
        "Something went wrong on the server",
        "Nothing is wrong with the request. Tell the operator the request id.",
    ),
    "model-failed": (
        502,
        "The model did not answer",
        "Only `errdex enrich` asks one; `detail` tells what its server said.",
    ),
    "outgoing-failed": (
        502,
        "Another server did not answer",
        "Try again later; the operator's log names the server.",
    ),
    "storage": (503, "The database cannot answer", "Try again after `Retry-After` seconds."),
    "database-busy": (503, "The database is busy", "Try again after `Retry-After` seconds."),
    "database-behind": (
        503,
        "The database has another schema",
        "The operator upgrades the database, or the program.",
    ),
    "too-busy": (503, "The server is busy", "Try again after `Retry-After` seconds."),
}

CODE_OF_STATUS: Final[Mapping[int, str]] = {
    400: "bad-request",
    401: "not-allowed",
    403: "cross-site",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    408: "request-timeout",
    413: "body-too-large",
    415: "unsupported-body",
    422: "invalid-fields",
    429: "too-many",
    500: "internal",
    503: "storage",
}
