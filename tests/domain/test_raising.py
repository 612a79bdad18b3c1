"""What the frame that raised shows of its source, in the layouts that tracebacks have."""

from typing import Literal

import pytest

from app.domain.answer import Frame
from app.domain.raising import Statement, echoed_statement

FRAME = Frame(file="/lib/acme/pool.py", line=88, function="grow")
FILE = '  File "/lib/acme/pool.py", line 88, in grow'


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        ([FILE, "    raise PoolError(name)", "acme.PoolError: ring"], "raise"),
        ([FILE, "    raise PoolError(", "    ^^^^^^^^^^^^^^^^", "acme.PoolError: ring"], "raise"),
        ([FILE, "    assert count % 2 == 0, text", "AssertionError: ring"], "raise"),
        ([FILE, "    return self._rows[key]", "KeyError: 'ring'"], "other"),
        ([FILE, "           ~~~~~^^^^^", "KeyError: 'ring'"], None),
        ([FILE, "acme.PoolError: ring"], None),
        ([FILE, '    "no shard of %s" % name)', "acme.PoolError: no shard of ring"], None),
        ([FILE, "    % (name, count))", "acme.PoolError: no shard of ring"], None),
        ([FILE, "    .format(name=name))", "acme.PoolError: no shard of ring"], None),
        ([FILE, "    name, size(count))", "acme.PoolError: no shard of ring"], None),
        ([FILE], None),
        (["rank0: " + FILE, "rank0:     raise PoolError(name)", "rank0: acme.PoolError: ring"], "raise"),
        (["web-1  | " + FILE, "web-1  |     return rows[key]", "web-1  | KeyError: 'x'"], "other"),
        (
            [
                "File /lib/acme/pool.py:88, in grow(name)",
                "     86 def f():",
                "---> 88     raise PoolError(name)",
            ],
            "raise",
        ),
        (
            ["│ /lib/acme/pool.py:88 in grow", "│   86 │   def f():", "│ ❱ 88 │   │   raise PoolError(name)"],
            "raise",
        ),
        (["File /lib/acme/pool.py:88, in grow(name)", "---> 88     return rows[key]"], "other"),
        (
            [
                ">       raise PoolError(name)",
                "E       acme.PoolError: ring",
                "/lib/acme/pool.py:88: PoolError",
            ],
            "raise",
        ),
        ([">       rows[key]", "E       KeyError: 'ring'", "/lib/acme/pool.py:88: KeyError"], "other"),
        (["PoolError: ring"], None),
    ],
)
def test_echoed_statement(lines: list[str], kind: str | None) -> None:
    """A raise of the frame's own is told from a call; what is neither tells nothing."""
    found = echoed_statement(lines, FRAME)
    assert (found.kind if found else None) == kind


@pytest.mark.parametrize(
    ("above", "shown"),
    [
        (["     87     raise PoolError("], "raise PoolError("),
        (["     86     raise PoolError(", '     87         "no shard is left "'], "raise PoolError("),
        (["     86     raise PoolError(text)", "     87     grow(name)"], None),
        (["     87     name = grow("], None),
        (["     87 "], None),
    ],
)
def test_a_raise_that_goes_on_in_the_line_that_is_pointed_at(above: list[str], shown: str | None) -> None:
    """A notebook points at the last line of a statement; the one that raises stands above it."""
    lines = ["File /lib/acme/pool.py:88, in grow(name)", *above, "---> 88     )", "", "PoolError: ring"]
    found = echoed_statement(lines, FRAME)
    assert (found.text if found else None) == shown


@pytest.mark.parametrize(
    ("kind", "text", "says"),
    [
        ("raise", 'raise ValueError(f"{name!r} is unknown", hint=some_hint_text)', ""),
        ("raise", 'raise ValueError("{} is no valid shard".format(first_name, second_name))', ""),
        ("raise", 'raise KeyError(d["key"] + suffix_name + "of")', ""),
        ("raise", 'raise PoolError("no shard is left")', "no shard is left"),
        ("raise", "raise PoolError('no shard of', name)", "no shard of"),
        ("raise", 'raise PoolError(f"no shard of {name} is left")', "no shard of "),
        ("raise", 'raise PoolError("no shard of %s is left" % name)', "no shard of "),
        ("raise", 'raise PoolError("no shard is', "no shard is"),
        ("raise", 'raise PoolError("a")', ""),
        ("raise", "raise PoolError(text)", ""),
        ("other", 'return rows["the first of them"]', ""),
    ],
)
def test_what_a_shown_raise_says(kind: Literal["raise", "other"], text: str, says: str) -> None:
    """Up to the first value in it, or as far as the line goes."""
    assert Statement(kind, text).says == says


def test_the_last_frame_of_that_place_is_read() -> None:
    """In a recursion the frame that raised is the last one."""
    lines = [FILE, "    return self.grow(name)", FILE, "    raise PoolError(name)", "PoolError: ring"]
    assert echoed_statement(lines, FRAME) == Statement("raise", "raise PoolError(name)")
