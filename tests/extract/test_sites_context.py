"""What surrounds a site: guards, parameters, docstring, callers, settings, source window, names, numbers."""

from __future__ import annotations

import pytest

from app.extract.docstrings import raises_of
from app.extract.model import SourceFile
from app.extract.sites import read_sites
from tests.extract.reading import sites_of

GUARDS = [
    ("none", "raise E", []),
    ("if", "if x > 1:\n  raise E", [("if", "x > 1")]),
    ("else", "if x > 1:\n  pass\nelse:\n  raise E", [("else", "x > 1")]),
    ("elif", "if x > 1:\n  pass\nelif a:\n  raise E", [("else", "x > 1"), ("if", "a")]),
    ("nested", "if x:\n  if a:\n    raise E", [("if", "x"), ("if", "a")]),
    ("passed", "if x:\n  return 1\nraise E", [("after-return", "x")]),
    ("passed twice, one inside", "if x:\n  return 1\nif a:\n  if b:\n    raise F\n  raise E",
     [("after-return", "x"), ("if", "a"), ("if", "b")]),
    ("not passed", "if x:\n  a = 1\nraise E", []),
    ("a later branch", "if x:\n  raise E\nelif a:\n  return", [("if", "x")]),
    ("behind both", "if x:\n  return\nelif a:\n  return\nraise E", [("after-return", "x"), ("after-return", "a")]),
    ("handler", "try:\n  a()\nexcept (KeyError, OSError):\n  raise E", [("except", "(KeyError, OSError)")]),
    ("bare handler", "try:\n  a()\nexcept:\n  raise E", [("except", "")]),
    ("loop", "for key, value in x.items():\n  raise E", [("for", "key, value in x.items()")]),
    ("while", "while x:\n  raise E", [("while", "x")]),
    ("behind a loop", "for key in x:\n  pass\nelse:\n  raise E", []),
    ("with", "with x.lock(), a:\n  raise E", [("with", "x.lock(), a")]),
    ("match", "match x:\n  case {'a': 1} if a:\n    raise E", [("match", "x: case {'a': 1} if a")]),
    ("assert", "if x:\n  assert a == 1, 'no pool'", [("if", "x"), ("assert", "a == 1")]),
    ("over lines", "if (\n  x  # why\n  and a\n):\n  raise E", [("if", "x and a")]),
    ("call over lines", "if any(\n  x,\n  a,\n):\n  raise E", [("if", "any(x, a)")]),
    ("the function's own", "if x:\n  def g():\n    if a:\n      raise E", [("if", "a")]),
]  # fmt: skip


@pytest.mark.parametrize(("body", "expected"), [one[1:] for one in GUARDS], ids=[one[0] for one in GUARDS])
def test_guards(body: str, expected: list[tuple[str, str]]) -> None:
    """The conditions on the path to the site, outermost first, as they stand in the source, on one line."""
    lines = "\n".join(f"  {line}" for line in body.split("\n"))
    found = sites_of(f"def f(x, a, b):\n{lines}\n")
    assert [(guard.kind, guard.text) for guard in found[0].guards] == expected


def test_names_and_numbers() -> None:
    """Functions are named by their scopes; equal sites of one function are numbered in the order of lines."""
    source = """
        raise E("at the top")
        class Pool:
            raise E("in the class")
            def grow(self):
                raise E("no room")
                raise F("no room")
                def inner():
                    raise E("no room")
                raise E("no room")
            class Slot:
                async def fill(self):
                    raise E("no room")
    """
    found = [(site.line, site.error_class, site.function, site.ordinal) for site in sites_of(source)]
    assert found == [
        (2, "E", None, 0),
        (4, "E", "Pool", 0),
        (6, "E", "Pool.grow", 0),
        (7, "F", "Pool.grow", 0),
        (9, "E", "Pool.grow.inner", 0),
        (10, "E", "Pool.grow", 1),
        (13, "E", "Pool.Slot.fill", 0),
    ]


def test_parameters_and_settings() -> None:
    """Parameters count where guards or message use them; flags and environment variables by their names."""
    source = """
        import os
        LIMIT_OF_ALL = 5
        parser.add_argument("--pool-size", type=int)

        def grow(self, size, name, other, pool_size, **options):
            mode = os.environ.get("ACME_MODE", "fast")
            if size > LIMIT_OF_ALL and args.pool_size and settings.ACME_POOLS:
                if mode == "slow" or envs.ACME_DEBUG.get():
                    raise E(f"{name!r} is over LIMIT_OF_ALL; set ACME_LIMIT or --max-pools")
    """
    (site,) = sites_of(source)
    assert site.parameters == ("size", "name")
    assert site.settings == (
        "--max-pools", "ACME_LIMIT", "ACME_POOLS", "--pool-size", "ACME_DEBUG", "ACME_MODE",
    )  # fmt: skip


def test_callers() -> None:
    """Public functions that call the function, through private ones too, methods by `self`, classes by name."""
    source = """
        def _check(size):
            raise E("no room")

        def _prepare(size):
            _check(size)

        def grow(size):
            _prepare(size)  # and not _check(

        def other(size):
            '''See
            _check(size)
            '''

        def shrink(size):
            return [_check(one) for one in size]

        class Pool:
            def __init__(self):
                self._fill()
                other.grow()

            def _fill(self):
                raise E("no slot")

        def make():
            return Pool()
    """
    first, second = sites_of(source)
    assert first.callers == ("shrink", "grow")
    assert second.callers == ("Pool.__init__",)


DOCSTRINGS = [
    ("Grow.\n\nRaises:\n    ValueError: If there is no\n        room left.\n    KeyError: Never.\n\nReturns:\n    int", "If there is no room left."),
    ("Grow.\n\nRaises\n------\nKeyError\n    Never.\nValueError\n    If there is no room left.\n\nNotes\n-----\nx", "If there is no room left."),
    ("Grow.\n\n:param x: it\n:raises ValueError: If there is no\n    room left.\n:returns: x", "If there is no room left."),
    ("Grow.\n\nRaises:\n    TypeError, acme.ValueError: If so.", "If so."),
    ("Grow.\n\nRaises:\n    `ValueError`: If so.", "If so."),
    ("Grow. A ValueError is raised.", None),
    ("Grow.\n\nRaises:\n    ValueErrors: If so.", None),
    (None, None),
]  # fmt: skip


@pytest.mark.parametrize(("docstring", "expected"), DOCSTRINGS)
def test_docstring_entry(docstring: str | None, expected: str | None) -> None:
    """The entry of the class under Raises, in each notation, on one line."""
    assert raises_of(docstring, "ValueError") == expected


def test_docstring_of_the_function() -> None:
    """A site carries what its function's docstring says of its class."""
    source = 'def f():\n    """Grow.\n\n    Raises:\n        E: If full.\n    """\n    raise E("no room")\n'
    assert sites_of(source)[0].raises_doc == "If full."


@pytest.mark.parametrize(
    ("line", "lines", "start", "end"), [(1, 60, 1, 19), (30, 60, 12, 48), (60, 60, 42, 60), (2, 3, 1, 3)]
)
def test_source_window(line: int, lines: int, start: int, end: int) -> None:
    """Eighteen lines either side of the raise, clipped to the file, exactly as they stand."""
    rows = [f"value{number} = {number}  # é" for number in range(1, lines + 1)]
    rows[line - 1] = "raise E('no room')"
    for ending in ("\n", "\r\n"):
        data = (ending.join(rows) + ending).encode()
        (site,) = read_sites(SourceFile("a.py", data)).sites
        assert (site.line, site.source_start, site.source_end) == (line, start, end)
        assert site.source_code == "\n".join(rows[start - 1 : end])


@pytest.mark.parametrize(
    ("source", "settings"),
    [
        ("raise E('no entry in ACME_GEOM_TABLE')", ()),  # a table, for all that is known
        ("raise E('set ACME_MODE to fast')", ("ACME_MODE",)),
        ("raise E('the environment variable ACME_MODE is bad')", ("ACME_MODE",)),
        ("raise E('needs ACME_MODE=fast')", ("ACME_MODE",)),
        ("x = os.environ['ACME_MODE']\nraise E('bad ACME_MODE here')", ("ACME_MODE",)),
        ("if settings.DEBUG:\n  raise A\nif x:\n  raise E('no pool')", ()),
        ("if settings.DEBUG:\n  raise A\nraise E('no pool')", ("DEBUG",)),
    ],
)
def test_what_is_a_setting(source: str, settings: tuple[str, ...]) -> None:
    """A name in capitals is a setting where source or message tell it; one that only an early return tests is none."""
    assert sites_of(source)[-1].settings == settings
