"""What the frame that raised shows of its source, in the layouts that tracebacks have."""

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


def test_the_last_frame_of_that_place_is_read() -> None:
    """In a recursion the frame that raised is the last one."""
    lines = [FILE, "    return self.grow(name)", FILE, "    raise PoolError(name)", "PoolError: ring"]
    assert echoed_statement(lines, FRAME) == Statement("raise", "raise PoolError(name)")
