"""What kind of error a site is: its errorType and its tags, by rules over class, place and path.

The set of types is closed and documented in docs/learn.md. Where no rule speaks clearly there is no value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from app.extract.conditions import read_condition
from app.extract.mistakes import background_tag
from app.extract.model import RaiseSite

__all__ = ["ERROR_TYPES", "MAX_TAGS", "background_tag", "error_type", "tags"]

MAX_TAGS: Final = 6

_BUILTIN = {
    name: kind
    for kind, names in {
        "validation": "ValueError",
        "type": "TypeError",
        "not-found": "KeyError LookupError FileNotFoundError AttributeError NameError UnboundLocalError",
        "range": "IndexError OverflowError StopIteration StopAsyncIteration",
        "arithmetic": "ArithmeticError ZeroDivisionError FloatingPointError",
        "not-implemented": "NotImplementedError",
        "permission": "PermissionError",
        "io": "OSError IOError EnvironmentError EOFError IsADirectoryError NotADirectoryError FileExistsError "
        "BlockingIOError ChildProcessError InterruptedError ProcessLookupError",
        "network": "ConnectionError BrokenPipeError ConnectionAbortedError ConnectionRefusedError "
        "ConnectionResetError",
        "timeout": "TimeoutError",
        "import": "ImportError ModuleNotFoundError",
        "assertion": "AssertionError",
        "parse": "SyntaxError IndentationError TabError UnicodeError UnicodeDecodeError UnicodeEncodeError",
        "resource": "MemoryError RecursionError",
        "state": "ReferenceError BufferError",
        "exit": "SystemExit KeyboardInterrupt",
        "deprecation": "DeprecationWarning PendingDeprecationWarning FutureWarning",
    }.items()
    for name in names.split()
}
# Words of a class name that say its kind, the first that fits; a word begins with a capital letter.
_BY_WORD: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(rf"(?:{words})(?![a-z])"))
    for kind, words in (
        ("deprecation", r"Deprecat(?:ed|ion)\w*|RemovedIn\w*"),
        ("warning", r"Warning|Warn"),
        ("timeout", r"Time[Oo]ut|TimedOut|DeadlineExceeded"),
        ("import", r"Import|ModuleNotFound|(?:Missing|Optional)?Dependency|PackageNotFound|NotInstalled"),
        ("not-implemented", r"NotImplemented|Not(?:Yet)?Supported|Unsupported\w*|Unimplemented"),
        ("state", r"InvalidState"),
        (
            "permission",
            r"Permissions?|Forbidden|Denied|Unauthori[sz]ed|Authentication|Authori[sz]ation|NotAuthori[sz]ed|Auth",
        ),
        ("parse", r"Pars(?:e|er|ing)|Syntax|Decod(?:e|er|ing)|Encod(?:e|er|ing)|Unicode|Token(?:ize|izer)|JSON|Malformed"),
        ("not-found", r"NotFound|DoesNotExist|NoSuch\w*|Unknown\w*|Missing\w*|Lookup|Key|Attribute|Undefined|No\w+Found"),
        ("resource", r"OutOf(?:Memory|Resources?)|OOM|Memory|Resources?|Quota|RateLimit\w*|Too(?:Large|Many|Big)\w*|Exhausted"),
        ("http", r"HTTP|Http|BadRequest|StatusCode|BadGateway|ServiceUnavailable"),
        ("network", r"Connect(?:ion|ed)?|Disconnect(?:ed)?|Network|Socket|Proxy|SSL|TLS|DNS|Transport"),
        ("type", r"Type"),
        ("range", r"Index|Range|Bounds|Overflow|OutOfRange"),
        (
            "validation",
            r"Valid(?:ation|ator)|Invalid\w*|Improper\w*|Misconfig\w*|Config(?:uration)?|Arguments?|Param(?:eter)?s?|Options?|Usage|Value|Schema|Settings?|Check|Command|Incompatible\w*|Conflict\w*|Mismatch|Constraint|Integrity",
        ),
        ("state", r"State|Already\w*|Closed|Not(?:Ready|Initiali[sz]ed|Fitted|Running|Started)|Lock(?:ed)?|InUse|Detached\w*"),
        ("assertion", r"Assert(?:ion)?"),
        ("arithmetic", r"Arithmetic|Division|LinAlg|Numeric(?:al)?|Singular\w*|Convergence"),
        ("io", r"IO|OS|File(?:system|System)?s?|Storage|Disk|Path|Read|Write|Stream|Archive|Checksum"),
    )
)  # fmt: skip
# Class names that say nothing; the place decides.
_SILENT = frozenset({"RuntimeError", "Exception", "BaseException", "Error", "SystemError"})

ERROR_TYPES: Final = frozenset(_BUILTIN.values()) | {kind for kind, _ in _BY_WORD} | {"http", "log"}

_DECIDES = frozenset({"if", "else", "match", "assert"})
_CONFIGURATION = re.compile(
    r"(?:\w+_)?(?:args|cfg|conf|config|configs|configuration|options|opts|settings|params|kwargs|environ|flags)"
)

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NOT_TAG = re.compile(r"[^a-z0-9]+")
_NOISE = frozenset(
    {
        "a", "api", "app", "apps", "base", "basic", "bin", "cls", "code", "commands", "common", "compat",
        "component", "components", "contrib", "core", "dist-packages", "error", "errors", "exception",
        "exceptions", "ext", "func", "function", "functions", "global", "globals", "handler", "handlers",
        "helper", "helpers", "impl", "implementation", "init", "interface", "interfaces", "internal",
        "internals", "legacy", "lib", "libs", "local", "main", "manager", "managers", "misc", "mixin",
        "mixins", "model", "models", "module", "modules", "object", "objects", "op", "ops", "other",
        "package", "pkg", "private", "public", "pure", "py", "python", "root", "runtime", "shared",
        "site-packages", "source", "sources", "src", "srt", "stable", "sub", "test", "tests", "tool",
        "tools", "types", "typing", "unit", "util", "utilities", "utils", "vendor", "version", "wrapper",
        "wrappers",
    }
)  # fmt: skip
_NOISE_AT_END = re.compile(r"(?:-(?:utils?|helpers?|base|mixin|common|impl|error|exception))+$")
_FLAG_VERBS = re.compile(r"^(?:(?:enable|disable|no|use|with|without|set|is|allow|skip)-)+")
_ROOTS = frozenset({"python", "src", "lib", "site-packages", "dist-packages"})
_MAX_TAG_CHARS = 40
_PATH_TAGS = 4


def error_type(site: RaiseSite, path: str) -> str | None:
    """Return the type of an error, one of `ERROR_TYPES`; None where class and place say nothing.

    Args:
        site: of the error.
        path: of its file.
    """
    if site.kind == "log":
        return "log"
    if site.http_status is not None:
        return "http"
    name = (site.error_class or "").rsplit(".", 1)[-1]
    if not name:
        return None
    if name in _SILENT:
        by_place = "validation" if _checks_input(site, path) else None
        return by_place or ("state" if name == "RuntimeError" else None)
    if (known := _BUILTIN.get(name)) is not None:
        return known
    for kind, words in _BY_WORD:
        if words.search(name):
            return kind
    return "validation" if _checks_input(site, path) else None


def _checks_input(site: RaiseSite, path: str) -> bool:
    """Whether what decides is a check of parameters or configuration."""
    if any(guard.kind == "except" for guard in site.guards[-1:]):
        return False
    deciding = [guard for guard in site.guards if guard.kind in _DECIDES]
    if not deciding:
        deciding = [guard for guard in site.guards if guard.kind == "after-return"][-1:]
    if not deciding:
        return False
    if site.settings:
        return True
    names = {name for guard in deciding for name in read_condition(guard.text, holds=True).names}
    if names & set(site.parameters):
        return True
    file = path.rsplit("/", 1)[-1].removesuffix(".py")
    return any(_CONFIGURATION.fullmatch(name) for name in (*names, file))


def tags(site: RaiseSite, path: str) -> list[str]:
    """Return what a site has to do with, in lower case with hyphens, at most six.

    They come from the folders and the file inside the package, the class that holds the function, the main word of
    flags and environment variables, and a class of error that is the project's own.
    """
    found: dict[str, str] = {}
    before = ""
    for tag in _tags(site, path):
        letters = tag.replace("-", "")
        # A class mostly is called as its file, and some more.
        if not tag or letters in found or (before and tag.startswith(f"{before}-")):
            continue
        found[letters] = before = tag
    return list(found.values())[:MAX_TAGS]


def _tags(site: RaiseSite, path: str) -> Iterator[str]:
    package, inside = _inside([part for part in path.removesuffix(".py").split("/") if part])
    yield from [tag for tag in map(_tag, inside) if tag][-_PATH_TAGS:]
    holder = _holder(site.function)
    if holder:
        yield _tag(holder)
    for setting in site.settings:
        yield _setting(setting, package)
    name = (site.error_class or "").rsplit(".", 1)[-1]
    if name and name not in _BUILTIN and name not in _SILENT and not name.endswith("Warning"):
        yield _tag(name)


def _inside(parts: list[str]) -> tuple[str, list[str]]:
    """Return the outermost package's name, and the parts of a path inside of it."""
    at = next((index for index, part in enumerate(parts) if part not in _ROOTS), 0)
    return (parts[at], parts[at + 1 :]) if parts else ("", [])


def _holder(function: str | None) -> str | None:
    """Return the innermost class of a qualified name; a class's name begins with a capital letter."""
    names = (function or "").split(".")[:-1]
    return next((name for name in reversed(names) if name.lstrip("_")[:1].isupper()), None)


def _setting(name: str, package: str) -> str:
    words = _NOT_TAG.sub("-", name.lower()).strip("-")
    return _tag(_FLAG_VERBS.sub("", words.removeprefix(f"{package.lower()}-")))


def _tag(name: str) -> str:
    tag = "-".join(_kebab(part) for part in name.split("_") if part)
    tag = _NOISE_AT_END.sub("", _NOT_TAG.sub("-", tag).strip("-"))
    if len(tag) < 2 or len(tag) > _MAX_TAG_CHARS or tag.isdigit() or tag in _NOISE:
        return ""
    return tag


def _kebab(name: str) -> str:
    """Part a name at its capitals: `HTTPServer` is http-server, `Fp8MoEMethod` is fp8-moe-method."""
    words: list[str] = []
    for word in _CAMEL.split(name):
        letter = len(word) == 1 and word.isupper()
        if words and ((letter and len(words[-1]) == 2) or (len(words) == 1 and len(words[0]) == 1)):
            words[-1] += word
        else:
            words.append(word)
    return "-".join(words).lower()
