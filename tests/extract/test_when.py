"""When an error happens, in words: each row is a guard as it stands in the source, and what a reader sees."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.extract.conditions import fold, read_condition
from app.extract.model import Guard, RaiseSite
from app.extract.when import MAX_CHARS, MAX_GUARDS, trigger_scenarios


def site(*guards: tuple[str, str], **changes: Any) -> RaiseSite:
    """Make a site of `Pool.grow` with these guards, outermost first."""
    values: dict[str, Any] = {
        "kind": "raise",
        "error_class": "ValueError",
        "template": "bad",
        "pattern": "bad",
        "line": 9,
        "function": "Pool.grow",
        "ordinal": 0,
        "source_code": "raise ValueError('bad')",
        "source_start": 9,
        "source_end": 9,
    }
    values["guards"] = tuple(Guard(kind, text, 1) for kind, text in guards)  # type: ignore[arg-type]
    return RaiseSite(**{**values, **changes})


def words(text: str, *, holds: bool = True, past: bool = False) -> str:
    """Return the clauses for a condition, joined by `&`."""
    return " & ".join(read_condition(text, holds=holds).clauses(past=past))


HOLDS = [
    # comparisons stand as they are
    ("count % shards != 0", "`count % shards != 0`"),
    ("a < b <= c", "`a < b <= c`"),
    ('mode == "fast"', '`mode == "fast"`'),
    ("kind is Kind.A", "`kind is Kind.A`"),
    ("len(rows) > limit", "`len(rows) > limit`"),
    # None
    ("x is None", "`x` is None"),
    ("self.path is not None", "`self.path` is not None"),
    ("not x is None", "`x` is not None"),
    # names: yes-or-no ones by their name
    ("self.closed", "`self.closed` is true"),
    ("not is_ready", "`is_ready` is false"),
    ("cfg.enable_dp", "`cfg.enable_dp` is true"),
    ("errors", "`errors` is set"),
    ("not name", "`name` is empty or false"),
    ("not not name", "`name` is set"),
    ("rows[0]", "`rows[0]` is set"),
    # calls
    ("torch.cuda.is_available()", "`torch.cuda.is_available()` is true"),
    ("not path.exists()", "`path.exists()` is false"),
    ("not name.strip()", "`name.strip()` is false or empty"),
    ("any(row.bad for row in rows)", "`any(row.bad for row in rows)` is true"),
    # types
    ("isinstance(x, str)", "`x` is an instance of `str`"),
    ("not isinstance(x, (str, bytes))", "`x` is not an instance of `str` or `bytes`"),
    ("not isinstance(x, int | float)", "`x` is not an instance of `int` or `float`"),
    ("not isinstance(x, (A, (B, C)))", "`x` is not an instance of `A`, `B` or `C`"),
    ("issubclass(cls, Model)", "`cls` is a subclass of `Model`"),
    ("isinstance(*pair)", "`isinstance(*pair)` is true"),
    ("not callable(hook)", "`hook` is not callable"),
    ("not hasattr(x, 'shape')", "`x` has no attribute 'shape'"),
    ("hasattr(x, name)", "`x` has attribute `name`"),
    ('url.startswith("http")', "`url` starts with 'http'"),
    ("not url.endswith('/')", "`url` does not end with '/'"),
    ("url.startswith(prefixes)", "`url.startswith(prefixes)` is true"),
    # membership
    ("x not in ('a', 'b')", "`x` is not one of 'a', 'b'"),
    ("x in {1, -1}", "`x` is one of 1, `-1`"),
    ("mode not in [Mode.A, Mode.B]", "`mode` is not one of `Mode.A`, `Mode.B`"),
    ("x not in ('a',)", "`x` is not 'a'"),
    ("x not in allowed", "`x` is not in `allowed`"),
    ("'key' not in options", "'key' is not in `options`"),
    ("x in (f(), g())", "`x` is in `(f(), g())`"),
    # and, or
    ("a is None and not b", "`a` is None & `b` is empty or false"),
    ("a is None or b is None", "either `a` is None or `b` is None"),
    ("a or not b", "either `a` is set, or `b` is empty or false"),
    ("a and (b or c)", "`a` is set & either `b` is set or `c` is set"),
    ("a and b or c", "`a and b or c` is true"),
    ("a and b and c and d", "`a and b and c and d` is true"),
    ("not (a is None or b is None)", "`a` is not None & `b` is not None"),
    ("a is None and x + y", "`a is None and x + y` is true"),
    # what no rule puts in words
    ("a & b", "`a & b` is true"),
    ("(m := find())", "`m := find()` is true"),
    ("x if y else z", "`x if y else z` is true"),
    ("[[", "`[[` is true"),
    ("x == '`'", "“x == '`'”"),
    ("first(\n  second)", "`first( second)` is true"),
]

FAILS = [
    ("a == b", "`a != b`"),
    ("a != b", "`a == b`"),
    ("a < b", "`a >= b`"),
    ("a <= b", "`a > b`"),
    ("a > len(b)", "`a <= len(b)`"),
    ("a >= b", "`a < b`"),
    ("kind is Kind.A", "`kind is not Kind.A`"),
    ("kind is not Kind.A", "`kind is Kind.A`"),
    ("x is None", "`x` is not None"),
    ("x in ('a', 'b')", "`x` is not one of 'a', 'b'"),
    ("x not in seen", "`x` is in `seen`"),
    ("a < b < c", "this is false: `a < b < c`"),
    ("a or b", "`a` is empty or false & `b` is empty or false"),
    ("a.is_x and b.is_y", "either `a.is_x` is false or `b.is_y` is false"),
    ("a and (b or c)", "this is false: `a and (b or c)`"),
    ("not a", "`a` is set"),
    ("isinstance(x, str)", "`x` is not an instance of `str`"),
    ("a ^ b", "this is false: `a ^ b`"),
    ("]]", "this is false: `]]`"),
    ("lambda: 0", "this is false: `lambda: 0`"),
]

WAS_FALSE = [
    ("self.closed", "`self.closed` was false"),
    ("x is None", "`x` was not None"),
    ("a < b", "`a < b` was false"),
    ("not x", "`x` was set"),
    ("x in ('a', 'b')", "`x` was not one of 'a', 'b'"),
    ("hasattr(x, 'y')", "`x` had no attribute 'y'"),
    ("x.startswith('a')", "`x` did not start with 'a'"),
    ("a + b", "this was false: `a + b`"),
]


@pytest.mark.parametrize(("text", "expected"), HOLDS)
def test_what_a_true_condition_means(text: str, expected: str) -> None:
    """A condition that holds is put in words, or quoted."""
    assert words(text) == expected


@pytest.mark.parametrize(("text", "expected"), FAILS)
def test_what_a_false_condition_means(text: str, expected: str) -> None:
    """A negation is in words only where they say exactly the opposite."""
    assert words(text, holds=False) == expected


@pytest.mark.parametrize(("text", "expected"), WAS_FALSE)
def test_what_an_early_return_leaves(text: str, expected: str) -> None:
    """Behind an early return its condition was false."""
    assert words(text, holds=False, past=True) == expected


SENTENCES = [
    ((("if", "n < 1"),), {}, "Raised in `Pool.grow` when `n < 1`."),
    ((("if", "n < 1"),), {"function": None}, "Raised at the top of the module when `n < 1`."),
    ((("if", "n < 1"),), {"kind": "exit"}, "The program exits in `Pool.grow` when `n < 1`."),
    ((("if", "n < 1"),), {"kind": "log"}, "Logged in `Pool.grow` when `n < 1`."),
    ((("if", "n < 1"),), {"kind": "warning"}, "Warning given in `Pool.grow` when `n < 1`."),
    ((("assert", "n > 0"),), {"kind": "assert"}, "The assertion in `Pool.grow` fails when `n <= 0`."),
    ((("assert", "n > 0"), ("if", "m")), {}, "Raised in `Pool.grow` when `n > 0` and `m` is set."),
    (
        (("after-return", "self.closed"), ("if", "count % shards != 0")),
        {"parameters": ("count", "shards"), "callers": ("Pool.resize",), "raises_doc": "If it is odd"},
        (
            "Raised in `Pool.grow` when `count % shards != 0`, after `self.closed` was false. "
            "Parameters involved: `count`, `shards`. Called by `Pool.resize`. The docstring says: If it is odd."
        ),
    ),
    (
        (("after-return", "a"), ("after-return", "x > 9"), ("after-return", "b"), ("if", "x > 5")),
        {},
        "Raised in `Pool.grow` when `x > 5`, after `x > 9` was false.",
    ),
    (
        (("after-return", "x is None"), ("after-return", "y > 2")),
        {},
        "Raised in `Pool.grow` after `x` was not None and `y > 2` was false.",
    ),
    ((("except", "ValueError"),), {}, "Raised in `Pool.grow`, while handling ValueError."),
    (
        (("except", "(KeyError, json.JSONDecodeError)"),),
        {},
        "Raised in `Pool.grow`, while handling KeyError or json.JSONDecodeError.",
    ),
    ((("except", ""),), {}, "Raised in `Pool.grow`, while handling any exception."),
    ((("except", "errors_of(x)"),), {}, "Raised in `Pool.grow`, while handling `errors_of(x)`."),
    (
        (("for", "name in names"), ("if", "name is None")),
        {},
        "Raised in `Pool.grow`, for an item `name` of `names`, when `name` is None.",
    ),
    ((("while", "True"), ("if", "n < 1")), {}, "Raised in `Pool.grow` when `n < 1`."),
    ((("while", "pending"),), {}, "Raised in `Pool.grow` when `pending` is set."),
    ((("match", "kind: case 'a' | 'b'"),), {}, "Raised in `Pool.grow` when `kind` matches `'a' | 'b'`."),
    ((("match", "kind: case _"),), {}, "Raised in `Pool.grow` when `kind` matches no case above."),
    (
        (("match", "kind: case Point(x) if x is None"),),
        {},
        "Raised in `Pool.grow` when `kind` matches `Point(x)` and `x` is None.",
    ),
    (
        (("else", "x == 'a'"), ("else", "x == 'b'"), ("else", "x in ('c', 'd')")),
        {},
        "Raised in `Pool.grow` when `x` is not one of 'a', 'b', 'c', 'd'.",
    ),
    (
        (("else", "isinstance(x, str)"), ("else", "isinstance(x, (int, float))")),
        {},
        "Raised in `Pool.grow` when `x` is not an instance of `str`, `int` or `float`.",
    ),
    ((("with", "lock"),), {}, None),
    ((), {}, None),
    ((), {"callers": ("run",), "parameters": ("n",)}, None),
    ((), {"raises_doc": "When it is full."}, "Raised in `Pool.grow`. The docstring says: When it is full."),
    (
        (),
        {"settings": ("--shards", "POOL_SHARDS")},
        "Raised in `Pool.grow`. Settings named: `--shards`, `POOL_SHARDS`.",
    ),
    (
        (("if", "n"),),
        {"callers": ("a", "b", "c", "d", "e")},
        "Raised in `Pool.grow` when `n` is set. Called by `a`, `b`, `c` and 2 more.",
    ),
    (
        (("if", "f(a, b, c, d, e)"),),
        {"parameters": ("a", "b", "c", "d", "e")},
        "Raised in `Pool.grow` when `f(a, b, c, d, e)` is true. Parameters involved: `a`, `b`, `c`, `d` and 1 more.",
    ),
    # What only an early return tests that is not told has no part in it.
    (
        (("if", "n"),),
        {"parameters": ("n", "strict")},
        "Raised in `Pool.grow` when `n` is set. Parameters involved: `n`.",
    ),
    (
        (("else", "n == (2 if wide else 1)"),),
        {},
        "Raised in `Pool.grow` when `n != (2 if wide else 1)`.",
    ),
]


@pytest.mark.parametrize(("guards", "changes", "expected"), SENTENCES)
def test_the_whole_text(
    guards: tuple[tuple[str, str], ...], changes: dict[str, Any], expected: str | None
) -> None:
    """The sentences name the place, the conditions, the parameters, the callers and what the docstring says."""
    assert trigger_scenarios(site(*guards, **changes)) == expected


def test_the_nearest_guards_are_named() -> None:
    """Of a long path the four conditions nearest to the site are named."""
    text = trigger_scenarios(site(*(("if", f"name_{number} is None") for number in range(9))))
    assert text is not None
    assert [f"name_{number}`" in text for number in range(9)] == [False] * (9 - MAX_GUARDS) + [
        True
    ] * MAX_GUARDS


def test_a_long_expression_is_shortened() -> None:
    """A quote that is cut says so."""
    text = trigger_scenarios(site(("if", " + ".join(f"value_{number}" for number in range(99)))))
    assert text is not None
    assert "…+ value_96 + value_97 + value_98` is true" in text
    assert len(text) < 160


def test_what_matters_least_goes_first() -> None:
    """A text that would grow too long loses parameters, then callers; the docstring's word stays."""
    names = tuple(f"a_very_long_name_of_a_parameter_{number}" for number in range(6))
    text = trigger_scenarios(
        site(("if", "x is None"), parameters=names, callers=names, raises_doc="Because it must. " * 30)
    )
    assert text is not None
    assert len(text) <= MAX_CHARS
    assert "Parameters" not in text
    assert "The docstring says" in text


def test_more_values_than_can_be_read_are_counted() -> None:
    """Only the first accepted values are listed."""
    folded = fold([read_condition(f"x == {number}", holds=False) for number in range(20)])
    assert [one.clauses() for one in folded] == [["`x` is not one of 0, 1, 2, 3, 4, 5, 6, 7 and 12 more"]]


@pytest.mark.parametrize(
    "texts",
    [("x == 'a'", "y == 'b'"), ("x == 'a'", "x is None"), ("x == other", "x == 'b'"), ("x > 1", "x == 2")],
)
def test_unlike_tests_are_not_joined(texts: tuple[str, str]) -> None:
    """Only tests of one expression for plain values make one clause."""
    conditions = [read_condition(text, holds=False) for text in texts]
    assert fold(conditions) == conditions


KINDS = ("if", "else", "except", "for", "while", "match", "with", "after-return", "assert")
PIECES = [
    *"abx01 ._'\"`()[]{}:,=<>!|&+-*\\\n\t\0…é",
    " in ",
    " not ",
    " and ",
    " or ",
    "isinstance(",
    "lambda ",
]
SOURCE = st.lists(st.sampled_from(PIECES), max_size=60).map("".join) | st.text(max_size=60)


@given(
    st.lists(st.tuples(st.sampled_from(KINDS), SOURCE), max_size=6),
    st.sampled_from(["raise", "assert", "log"]),
)
def test_any_guard_text_is_accepted(guards: list[tuple[str, str]], kind: str) -> None:
    """Whatever the texts of the guards are, there is a text on one line, or none."""
    text = trigger_scenarios(site(*guards, kind=kind))
    assert text is None or ("\n" not in text and text.endswith("."))


@pytest.mark.parametrize(
    "text", ["(" * 5_000 + ")" * 5_000, "-" * 1_900 + "1", "not " * 480 + "x", "a." * 900 + "b", "\0", ""]
)
def test_a_hostile_expression_is_quoted(text: str) -> None:
    """Nesting beyond what the parser takes, and bytes that it refuses, do no harm."""
    assert words(text)
