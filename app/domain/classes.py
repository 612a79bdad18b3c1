"""Do two names of exception classes speak of one class: aliases, module paths, base classes, carriers of others' text."""

from __future__ import annotations

import builtins
import re
from collections.abc import Sequence
from enum import Enum
from functools import lru_cache

__all__ = ["Kinship", "kinship", "leading_class", "named_before", "same_class"]


class Kinship(Enum):
    """How the pasted class and the recorded one agree.

    `SAME`: one class. `KIN`: one is a base of the other. `CARRIER`: the pasted one only carries the text of
    an error that was raised elsewhere. `OTHER`: neither.
    """

    SAME = "same"
    KIN = "kin"
    CARRIER = "carrier"
    OTHER = "other"


# Names that print as another one.
_ALIASES = {
    "EnvironmentError": "OSError",
    "IOError": "OSError",
    "WindowsError": "OSError",
    "socket.error": "OSError",
    "select.error": "OSError",
    "socket.timeout": "TimeoutError",
    "BaseExceptionGroup": "ExceptionGroup",  # it makes one where it can
    "asyncio.TimeoutError": "TimeoutError",
    "concurrent.futures.TimeoutError": "TimeoutError",
}
# Classes of the standard library by their base; builtin ones are asked themselves.
_BASES = {
    "JSONDecodeError": "ValueError",
    "SSLError": "OSError",
    "SSLCertVerificationError": "OSError",
    "gaierror": "OSError",
    "herror": "OSError",
    "URLError": "OSError",
    "SameFileError": "OSError",
    "UnsupportedOperation": "OSError",
    "InvalidOperation": "ArithmeticError",
    "CancelledError": "BaseException",
    "BrokenProcessPool": "RuntimeError",
    "FrozenInstanceError": "AttributeError",
}
# Too wide to tell anything by: nearly every class is a kind of these.
_WIDEST = frozenset(["Exception", "BaseException"])
# Raised where another process, a server or a library under it said something: the text is theirs.
_CARRIERS = frozenset(
    [
        *(
            "APIError",
            "APIStatusError",
            "ApiException",
            "AuthenticationError",
            "BackendCompilerFailed",
            "BackendError",
        ),
        *(
            "BadRequestError",
            "CalledProcessError",
            "ChildFailedError",
            "ClientError",
            "ClientResponseError",
            "ExceptionGroup",
        ),
        *(
            "HTTPError",
            "HTTPException",
            "HTTPStatusError",
            "HfHubHTTPError",
            "InferenceServerException",
            "InternalServerError",
        ),
        *(
            "InternalTorchDynamoError",
            "NotFoundError",
            "PermissionDeniedError",
            "ProcessRaisedException",
            "RateLimitError",
            "RayTaskError",
        ),
        "RestException",
        *("RemoteError", "RemoteException", "RemoteTraceback", "ResponseError", "RpcError", "ServerError"),
        *(
            "SubprocessError",
            "TaskError",
            "TorchRuntimeError",
            "UnprocessableEntityError",
            "WorkerError",
            "_InactiveRpcError",
        ),
        *("_MultiThreadedRendezvous", "_RemoteTraceback"),
    ]
)
_INNER = re.compile(r"[\w.]+\(((?:\w+\.)*[A-Za-z_]\w*)\)$")
_BEFORE = re.compile(
    r"(?<![\w.])((?:\w+\.)*[A-Z]\w*(?:Error|Exception|Warning|Exit|Interrupt))(?:(?:\([^()\n]{0,200}\))?\s*:\s*|\([\"'])$"
)

_BEFORE_IN_ANY_CASE = re.compile(_BEFORE.pattern, re.IGNORECASE)

_LEADING = re.compile(r"\s*((?:[A-Za-z_]\w*\.)+[A-Z]\w*): \S")


def kinship(pasted: str, recorded: str) -> Kinship | None:
    """Compare a pasted class with a recorded one.

    Returns:
        None where the recorded name is no class, but what makes one: `raise failure(…)`.
    """
    if found := _INNER.match(pasted):
        pasted = found.group(1)  # `RayTaskError(ValueError)`: what was raised there
    if same_class(pasted, recorded):
        return Kinship.SAME
    if recorded.rpartition(".")[2][:1].islower():
        return None
    one, other = (_last(name) for name in (pasted, recorded))
    if one in _CARRIERS:
        return Kinship.CARRIER
    if one not in _WIDEST and other not in _WIDEST and (_is_kind_of(one, other) or _is_kind_of(other, one)):
        return Kinship.KIN
    return Kinship.OTHER


def same_class(pasted: str, recorded: str) -> bool:
    """Tell whether two names are one class: aliases resolved, module paths compared as far as both have them, case aside."""
    left, right = (_ALIASES.get(name, name).casefold() for name in (pasted, recorded))
    shorter, longer = sorted((left.split("."), right.split(".")), key=len)
    return longer[-1] == shorter[-1] if len(shorter) == 1 else _ends_alike(shorter, longer)


def named_before(text: str, position: int, *, any_case: bool = False) -> str | None:
    """Return the class that stands right before a place of a text: `worker 3: acme.PoolError: no shard`."""
    before = _BEFORE_IN_ANY_CASE if any_case else _BEFORE
    found = before.search(text, max(0, position - 300), position)
    return found.group(1) if found else None


def leading_class(text: str) -> str | None:
    """Return the class that a text begins with where its name does not say that it is one: `acme.http.NotHere: no shard`."""
    found = _LEADING.match(text)
    return found.group(1) if found else None


def _ends_alike(shorter: Sequence[str], longer: Sequence[str]) -> bool:
    """Compare the last names; a class is often re-exported, so the modules between need not agree."""
    return shorter[-1] == longer[-1] and (shorter[0] == longer[0] or len(shorter) != len(longer))


def _last(name: str) -> str:
    return _ALIASES.get(name, name).rpartition(".")[2]


@lru_cache(maxsize=1024)
def _is_kind_of(name: str, base: str) -> bool:
    """Tell whether a class is a kind of another, as far as the interpreter's own ones tell."""
    wanted = getattr(builtins, base, None)
    known = getattr(builtins, _BASES.get(name, name), None)
    if not (isinstance(known, type) and isinstance(wanted, type) and issubclass(known, BaseException)):
        return False
    return issubclass(known, wanted)
