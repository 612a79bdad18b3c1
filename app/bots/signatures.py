"""Who sent this: the body of a chat request is read within a limit and its signature checked before it is parsed.

Every reason to refuse gives the same kind of error, `NotAllowed` (401), and signatures are compared in constant time.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import time
from typing import Final

from fastapi import Request
from slack_sdk.signature import Clock, SignatureVerifier

from app.errors import NotAllowed, PasteTooLarge

__all__ = [
    "MAX_AGE_SECONDS",
    "check_discord",
    "check_slack",
    "check_token",
    "check_webhook",
    "now",
    "read_body",
    "sign_webhook",
]

MAX_AGE_SECONDS: Final = 300

# Longer numbers are no time; Python refuses to read numbers of thousands of digits, or to subtract them from a float.
_TIMESTAMP: Final = re.compile(r"[0-9]{1,12}", re.ASCII)
_SLACK_SIGNATURE: Final = re.compile(r"v0=[0-9a-f]{64}", re.ASCII)
_DISCORD_SIGNATURE: Final = re.compile(r"[0-9a-fA-F]{128}", re.ASCII)
_WEBHOOK_SIGNATURE: Final = re.compile(r"sha256=[0-9a-fA-F]{64}", re.ASCII)


def now() -> float:
    """Return the time, in seconds since 1970; a FastAPI dependency, so that a test can set the clock."""
    return time.time()


async def read_body(request: Request, max_bytes: int) -> bytes:
    """Read the raw body, and stop as soon as it is over the limit.

    Raises:
        PasteTooLarge: more than `max_bytes`, as declared or as it arrives.
    """
    declared = request.headers.get("content-length", "")
    if declared.isascii() and declared.isdigit() and int(declared[:20]) > max_bytes:
        raise PasteTooLarge(max_bytes)
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > max_bytes:
            raise PasteTooLarge(max_bytes)
    return bytes(body)


def check_slack(request: Request, body: bytes, secret: str, at: float) -> None:
    """Check Slack's signature (`v0`) over the raw body.

    Args:
        request: for its headers.
        body: as it was sent.
        secret: the app's signing secret.
        at: the time now, in seconds since 1970.

    Raises:
        NotAllowed: a header is missing or malformed, the timestamp is off by more than five minutes, or the
            signature is wrong.
    """
    timestamp = _fresh(request.headers.get("x-slack-request-timestamp"), "X-Slack-Request-Timestamp", at)
    signature = _shaped(
        request.headers.get("x-slack-signature"), "X-Slack-Signature", _SLACK_SIGNATURE, "v0="
    )
    try:
        genuine = SignatureVerifier(secret, _Stopped(at)).is_valid(body, timestamp, signature)
    except UnicodeDecodeError:  # the verifier reads the body as UTF-8, and so does Slack
        genuine = False
    if not genuine:
        raise NotAllowed("X-Slack-Signature does not fit this body and the signing secret of the Slack app.")


def check_webhook(request: Request, body: bytes, secret: str, at: float) -> None:
    """Check the signature of the generic webhook; see `sign_webhook`.

    Raises:
        NotAllowed: as `check_slack`.
    """
    timestamp = _fresh(request.headers.get("x-errdex-timestamp"), "X-Errdex-Timestamp", at)
    given = _shaped(
        request.headers.get("x-errdex-signature"), "X-Errdex-Signature", _WEBHOOK_SIGNATURE, "sha256="
    )
    if not hmac.compare_digest(sign_webhook(secret, timestamp, body), given.lower()):
        raise NotAllowed("X-Errdex-Signature does not fit the timestamp, this body and the webhook secret.")


def sign_webhook(secret: str, timestamp: str, body: bytes) -> str:
    """Return the value of `X-Errdex-Signature`: HMAC-SHA256 over `timestamp.body`, as `sha256=<hex>`."""
    signed = timestamp.encode("ascii") + b"." + body
    return "sha256=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()


class _Stopped(Clock):
    """A clock that shows one time."""

    def __init__(self, at: float) -> None:
        self._at = at

    def now(self) -> float:
        return self._at


def _fresh(timestamp: str | None, header: str, at: float) -> str:
    if timestamp is None:
        raise NotAllowed(f"{header} is missing.")
    if not _TIMESTAMP.fullmatch(timestamp):
        raise NotAllowed(f"{header} is no time in seconds since 1970.")
    if abs(at - int(timestamp)) > MAX_AGE_SECONDS:
        raise NotAllowed(
            f"{header} is more than {MAX_AGE_SECONDS} seconds off. Check the clocks of sender and server."
        )
    return timestamp


def _shaped(signature: str | None, header: str, shape: re.Pattern[str], start: str) -> str:
    if signature is None:
        raise NotAllowed(f"{header} is missing.")
    if not shape.fullmatch(signature):
        raise NotAllowed(f"{header} is not `{start}` and 64 hex digits.")
    return signature


def check_discord(request: Request, body: bytes, public_key: str, at: float) -> None:
    """Check Discord's Ed25519 signature over timestamp and raw body.

    Args:
        request: for its headers.
        body: as it was sent.
        public_key: the application's, 64 hex digits.
        at: the time now, in seconds since 1970.

    Raises:
        NotAllowed: as `check_slack`.
    """
    timestamp = _fresh(request.headers.get("x-signature-timestamp"), "X-Signature-Timestamp", at)
    given = request.headers.get("x-signature-ed25519")
    if given is None:
        raise NotAllowed("X-Signature-Ed25519 is missing.")
    if not _DISCORD_SIGNATURE.fullmatch(given):
        raise NotAllowed("X-Signature-Ed25519 is not 128 hex digits.")
    from nacl.exceptions import CryptoError  # noqa: PLC0415 - only where Discord is on
    from nacl.signing import VerifyKey  # noqa: PLC0415

    try:
        VerifyKey(bytes.fromhex(public_key)).verify(timestamp.encode("ascii") + body, bytes.fromhex(given))
    except (CryptoError, ValueError):
        raise NotAllowed(
            "X-Signature-Ed25519 does not fit the timestamp, this body and the application's public key."
        ) from None


def check_token(given: str | None, token: str, where: str) -> None:
    """Compare a token that a chat sends with the one that was agreed on, in constant time.

    Raises:
        NotAllowed: it is missing or another one.
    """
    if given is None:
        raise NotAllowed(f"{where} is missing.")
    if not hmac.compare_digest(given.encode("utf-8", "surrogatepass"), token.encode()):
        raise NotAllowed(f"{where} is not the token of the slash command.")
