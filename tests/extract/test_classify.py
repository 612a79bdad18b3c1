"""What kind of error a site is: types by class and place, tags by path, kinds of mistake by wording."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.extract.classify import ERROR_TYPES, MAX_TAGS, error_type, tags
from app.extract.mistakes import BACKGROUND_TAGS, background_tag
from tests.extract.test_when import site

PATH = "shards/pools/growing.py"
DOCS = Path(__file__).parents[2] / "docs" / "learn.md"

BY_CLASS = [
    ("ValueError", "validation"),
    ("TypeError", "type"),
    ("KeyError", "not-found"),
    ("AttributeError", "not-found"),
    ("FileNotFoundError", "not-found"),
    ("IndexError", "range"),
    ("ZeroDivisionError", "arithmetic"),
    ("NotImplementedError", "not-implemented"),
    ("PermissionError", "permission"),
    ("OSError", "io"),
    ("FileExistsError", "io"),
    ("ConnectionResetError", "network"),
    ("TimeoutError", "timeout"),
    ("ImportError", "import"),
    ("ModuleNotFoundError", "import"),
    ("AssertionError", "assertion"),
    ("UnicodeDecodeError", "parse"),
    ("MemoryError", "resource"),
    ("SystemExit", "exit"),
    ("DeprecationWarning", "deprecation"),
    ("FutureWarning", "deprecation"),
    ("UserWarning", "warning"),
    ("RuntimeWarning", "warning"),
    ("RemovedInPool3Warning", "deprecation"),
    # classes of a project, by the words of their name
    ("ImproperlyConfigured", "validation"),
    ("pool.errors.InvalidShardError", "validation"),
    ("ConfigError", "validation"),
    ("ShardDoesNotExist", "not-found"),
    ("PackageNotFoundError", "import"),
    ("UnknownBackendError", "not-found"),
    ("UnsupportedOperation", "not-implemented"),
    ("PermissionDenied", "permission"),
    ("AuthenticationError", "permission"),
    ("ReadTimeout", "timeout"),
    ("ConnectTimeoutError", "timeout"),
    ("PoolConnectionError", "network"),
    ("TemplateSyntaxError", "parse"),
    ("JSONDecodeError", "parse"),
    ("OutOfMemoryError", "resource"),
    ("TooManyRequests", "resource"),
    ("HTTPException", "http"),
    ("InvalidStateError", "state"),
    ("AlreadyClosedError", "state"),
    ("AppRegistryNotReady", "state"),
    ("StorageError", "io"),
    ("Oops", None),
    ("PoolError", None),
    (None, None),
]


@pytest.mark.parametrize(("name", "expected"), BY_CLASS)
def test_the_class_tells_the_type(name: str | None, expected: str | None) -> None:
    """A class of the language has its type; another one is read by the words of its name."""
    assert error_type(site(error_class=name), PATH) == expected


BY_PLACE = [
    # a check of a parameter, or of configuration
    ("RuntimeError", (("if", "shards.count < 1"),), {"parameters": ("shards",)}, "validation"),
    ("RuntimeError", (("if", "cfg.shards < 1"),), {}, "validation"),
    ("RuntimeError", (("if", "ready"),), {"settings": ("--shards",)}, "validation"),
    ("RuntimeError", (("after-return", "shards"),), {"parameters": ("shards",)}, "validation"),
    ("Exception", (("else", "mode == 'a'"),), {"parameters": ("mode",)}, "validation"),
    ("PoolError", (("if", "mode is None"),), {"parameters": ("mode",)}, "validation"),
    # none
    ("RuntimeError", (("if", "self.closed"),), {}, "state"),
    ("RuntimeError", (), {"parameters": ("shards",)}, "state"),
    ("RuntimeError", (("if", "shards"), ("except", "OSError")), {"parameters": ("shards",)}, "state"),
    ("RuntimeError", (("if", "self.closed"),), {"parameters": ("shards",)}, "state"),
    ("Exception", (("if", "self.closed"),), {}, None),
    ("PoolError", (("if", "self.closed"),), {}, None),
    # what a call says about itself
    ("ValueError", (), {"http_status": 404}, "http"),
    (None, (), {"kind": "log"}, "log"),
]


@pytest.mark.parametrize(("name", "guards", "changes", "expected"), BY_PLACE)
def test_the_place_tells_the_type(
    name: str | None, guards: tuple[tuple[str, str], ...], changes: dict[str, Any], expected: str | None
) -> None:
    """A class that says nothing is read by what guards the site."""
    assert error_type(site(*guards, error_class=name, **changes), PATH) == expected


TAGS = [
    ("python/sglang/srt/speculative/ragged_verify.py", {"function": None}, ["speculative", "ragged-verify"]),
    ("shards/__init__.py", {"function": "run"}, []),
    ("setup.py", {"function": None}, []),
    ("src/shards/utils/common.py", {"function": "f"}, []),
    ("shards/pools/growing.py", {}, ["pools", "growing", "pool"]),
    ("shards/pools/pool.py", {"function": "PoolOfThings.grow"}, ["pools", "pool"]),
    ("shards/net/http_utils.py", {"function": "f"}, ["net", "http"]),
    ("shards/a/b1/c1/d1/e1/f1.py", {"function": "f"}, ["c1", "d1", "e1", "f1"]),
    ("shards/net.py", {"function": "HTTPServerMixin.run"}, ["net", "http-server"]),
    ("shards/net.py", {"function": "FP8MoEMethod.run"}, ["net", "fp8-moe-method"]),
    ("shards/net.py", {"function": "IsAForeignKey.run"}, ["net", "isa-foreign-key"]),
    ("shards/net.py", {"function": "make.<locals>.run"}, ["net"]),
    ("shards/net.py", {"function": "f", "error_class": "x.ImproperlyConfigured"}, ["net", "improperly-configured"]),
    ("shards/net.py", {"function": "f", "error_class": "ShardError"}, ["net", "shard"]),
    ("shards/net.py", {"function": "f", "error_class": "PoolWarning"}, ["net"]),
    ("shards/net.py", {"function": "f", "settings": ("--enable-dp-attention",)}, ["net", "dp-attention"]),
    ("shards/net.py", {"function": "f", "settings": ("--no-cache", "SHARDS_USE_CACHE")}, ["net", "cache"]),
    ("shards/net.py", {"function": "f", "settings": ("SHARDS_VERIFY_MODE",)}, ["net", "verify-mode"]),
]  # fmt: skip


@pytest.mark.parametrize(("path", "changes", "expected"), TAGS)
def test_tags_come_from_the_place(path: str, changes: dict[str, Any], expected: list[str]) -> None:
    """Folders, file, class, flags and a class of error of the project's own give tags; noise words do not."""
    assert tags(site(**changes), path) == expected


@given(
    st.text(max_size=80),
    st.text(max_size=80),
    st.text(max_size=40),
    st.lists(st.text(max_size=30), max_size=9),
)
def test_tags_are_few_and_clean(path: str, function: str, name: str, settings: list[str]) -> None:
    """Whatever the source is called, tags are at most six, distinct, and of a-z, 0-9 and hyphens."""
    found = tags(site(function=function, error_class=name, settings=tuple(settings)), path)
    assert len(found) <= MAX_TAGS
    assert len(set(found)) == len(found)
    assert all(
        tag.strip("-") == tag and set(tag) <= set("abcdefghijklmnopqrstuvwxyz0123456789-") for tag in found
    )


MISTAKES = [
    ("ImportError", "Please install pyarrow: pip install pyarrow", "missing-dependency"),
    ("RuntimeError", "lz4 is not installed", "missing-dependency"),
    ("ImportError", "{name} is required to read Excel files", "missing-dependency"),
    ("ModuleNotFoundError", None, "missing-dependency"),
    ("ImportError", "cannot import name {name!r} from {module!r}", None),
    ("ValueError", "Extra path {path} is already installed", None),
    ("RuntimeError", "Out of GPU memory: {need} > {free}", "out-of-memory"),
    ("OutOfMemoryError", "{size}", "out-of-memory"),
    ("DeprecationWarning", "use grow()", "deprecated-usage"),
    ("TypeError", "grow() no longer accepts shards", "deprecated-usage"),
    ("TimeoutError", None, "timeout"),
    ("RuntimeError", "Timed out waiting for {name}", "timeout"),
    ("ValueError", "timeout must be positive, got {timeout}", "out-of-range"),
    ("PermissionDenied", "no", "permission-denied"),
    ("RuntimeError", "Access denied for {user}", "permission-denied"),
    ("FileNotFoundError", "{path}", "file-not-found"),
    ("ValueError", "Config file {path} does not exist", "file-not-found"),
    ("RuntimeError", "Could not connect to {host}", "connection-failed"),
    ("RuntimeError", "numpy version mismatch: {a} and {b}", "version-mismatch"),
    ("ImportError", "requires numpy>=1.26, please upgrade", "version-mismatch"),
    ("RuntimeError", "This kernel is only supported on CUDA", "unsupported-platform"),
    ("ValueError", "DFLASH only supports CUDA and NPU devices.", "unsupported-platform"),
    ("ValueError", "--a is incompatible with --b", "unsupported-feature-combination"),
    ("ValueError", "The two options are mutually exclusive", "unsupported-feature-combination"),
    ("ValueError", "Cannot specify both a and b", "unsupported-feature-combination"),
    ("ValueError", "{a} cannot be used together with {b}", "unsupported-feature-combination"),
    (
        "ValueError",
        "Rolling restarts are only supported for sharded pools",
        "unsupported-feature-combination",
    ),
    ("NotImplementedError", "Ring pools do not support rolling restarts", "unsupported-feature-combination"),
    ("ValueError", "Cannot use object with type {t} here", None),
    ("ValueError", "This method does not support {name}", None),
    ("NotImplementedError", None, "not-implemented"),
    ("RuntimeError", "subclasses must implement grow()", "not-implemented"),
    (
        "ValueError",
        "The model config does not match the checkpoint variant",
        "incompatible-model-configuration",
    ),
    ("ValueError", "Expected shape {a}, got {b}", "shape-mismatch"),
    ("ValueError", "a and b must have the same length", "shape-mismatch"),
    ("ValueError", "batch_size must be positive", "out-of-range"),
    ("ValueError", "Pool {name} is already registered", "duplicate-name"),
    ("RuntimeError", "Duplicate pool {name}", "duplicate-name"),
    ("RuntimeError", "The pool is already closed", "invalid-state"),
    ("RuntimeError", "Pool is not initialized", "invalid-state"),
    ("RuntimeError", "Could not open {name}", None),
    ("ValueError", "Failed to parse {text!r}", "parse-failure"),
    ("ValueError", "invalid JSON in {name}", "parse-failure"),
    ("ValueError", "Missing required argument {name}", "missing-argument"),
    ("ValueError", "The rate {a} does not match that of the pool ({b}). Please provide another one.", None),
    ("ValueError", "Please specify a rate.", "missing-argument"),
    ("ValueError", "The pool is badly configured. Please supply the NAME value.", "missing-argument"),
    ("ValueError", "--shards must be specified", "missing-argument"),
    ("ValueError", "shards cannot be None", "missing-argument"),
    ("TypeError", "x must be a str, got {type(x)}", "wrong-type"),
    ("TypeError", "unsupported type {type(x)}", "wrong-type"),
    ("ValueError", "Invalid pool type: {kind}", "invalid-argument-value"),
    ("ValueError", "x must be between {a} and {b}", "out-of-range"),
    ("IndexError", "index out of range", "out-of-range"),
    ("ValueError", "Unknown backend {name!r}", "unknown-name"),
    ("AttributeError", "{cls} has no attribute {name!r}", "unknown-name"),
    ("RuntimeError", "Unknown error: {e}", None),
    ("ValueError", "Invalid mode {mode!r}", "invalid-argument-value"),
    ("ValueError", "mode must be one of {modes}", "invalid-argument-value"),
    ("ValueError", "The {timeout} shard of {duplicate} went away", None),
    ("ValueError", "%(duplicate)s went away", None),
    ("RuntimeError", "Something went wrong", None),
    ("RuntimeError", None, None),
    (None, None, None),
]


@pytest.mark.parametrize(("name", "template", "expected"), MISTAKES)
def test_the_wording_tells_the_mistake(name: str | None, template: str | None, expected: str | None) -> None:
    """The words of a message name the kind of mistake; those of its interpolations do not, and doubt gives none."""
    assert background_tag(site(error_class=name, template=template)) == expected


BY_GUARD = [
    ("ValueError", (("if", "mode not in ('a', 'b')"),), {}, "invalid-argument-value"),
    ("ValueError", (("else", "mode == 'a'"),), {}, "invalid-argument-value"),
    ("ValueError", (("if", "len(x) != 3"),), {}, None),
    ("ValueError", (("if", "mode in ('a', 'b')"),), {}, None),
    ("TypeError", (("if", "not isinstance(x, str)"),), {}, "wrong-type"),
    ("AssertionError", (("assert", "isinstance(x, str)"),), {"kind": "assert"}, "wrong-type"),
    ("TypeError", (("if", "isinstance(x, str)"),), {}, None),
    ("ImportError", (("except", "ImportError"),), {}, "missing-dependency"),
    ("RuntimeError", (("except", "ImportError"),), {}, None),
    ("RuntimeError", (("if", "mode not in ('a', 'b')"),), {}, None),
    (None, (("if", "mode not in ('a', 'b')"),), {"kind": "log", "template": "Invalid mode"}, None),
]


@pytest.mark.parametrize(("name", "guards", "changes", "expected"), BY_GUARD)
def test_the_guard_tells_the_mistake(
    name: str | None, guards: tuple[tuple[str, str], ...], changes: dict[str, Any], expected: str | None
) -> None:
    """Where the message says nothing, a test for accepted values or types does."""
    assert background_tag(site(*guards, error_class=name, **{"template": "oops", **changes})) == expected


SEEDS = [
    (
        "RuntimeError",
        "DSV4 draft state transfer expects SWA-only NextN layers",
        (("if", "not draft_pool.compression_ratios"),),
        ("draft_pool",),
        None,
    ),
    (
        "ValueError",
        (
            "Speculative decoding with --enable-unified-memory is only supported for hybrid-Mamba targets; the "
            "unified hybrid-SWA pool's draft sizing (virtual-id space) is not wired yet."
        ),
        (("if", "isinstance(allocator, UnifiedSWATokenToKVPoolAllocator)"),),
        (),
        "unsupported-feature-combination",
    ),
    (
        "ValueError",
        "Currently DFLASH speculative decoding does not support dp attention.",
        (("if", "resolved_view(server_args).enable_dp_attention"),),
        ("server_args",),
        "unsupported-feature-combination",
    ),
]


@pytest.mark.parametrize(("name", "template", "guards", "parameters", "kind"), SEEDS)
def test_the_first_records_are_classified_alike(
    name: str,
    template: str,
    guards: tuple[tuple[str, str], ...],
    parameters: tuple[str, ...],
    kind: str | None,
) -> None:
    """The records that were written by hand get their errorType by rule, and no other kind of mistake."""
    found = site(*guards, error_class=name, template=template, parameters=parameters)
    assert error_type(found, "python/sglang/srt/x.py") == "validation"
    assert background_tag(found) == kind


@given(st.text(max_size=200), st.sampled_from(["ValueError", "TypeError", "X", ""]))
def test_values_are_of_the_documented_sets(template: str, name: str) -> None:
    """No message gives a kind or type that is not in the sets."""
    one = site(error_class=name, template=template)
    assert background_tag(one) in BACKGROUND_TAGS | {None}
    assert error_type(one, PATH) in ERROR_TYPES | {None}


def test_the_sets_are_documented() -> None:
    """docs/learn.md lists every type and every kind of mistake, each in a row of its own."""
    rows = {
        line.split("`")[1] for line in DOCS.read_text(encoding="utf-8").splitlines() if line.startswith("| `")
    }
    assert rows >= ERROR_TYPES | BACKGROUND_TAGS
