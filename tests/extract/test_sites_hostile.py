"""Foreign files: whatever they hold, reading ends, in time, with sites or a note."""

from __future__ import annotations

import codecs
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.patterns import own_message_matches
from app.extract import source as source_module
from app.extract.index import ModuleIndex, survey_of
from app.extract.model import SourceFile, SourceSites
from app.extract.sites import MAX_SITES, read_sites


def _read(data: bytes) -> SourceSites:
    file = SourceFile("acme/pool.py", data)
    survey_of(file)
    found = read_sites(file, module=ModuleIndex.of([file]))
    assert not [note for note in found.notes if "fault of errdex" in note]
    return found


UNREADABLE = [
    ("syntax error", b"def f(:\n raise E('a b')", "syntax error at line 1"),
    ("Python 2", b"raise ValueError, 'no pool'", "syntax error"),
    ("Python 2 print", b"print 'no pool'", "syntax error"),
    ("NUL", b"raise E('a b')\x00", "null bytes"),
    ("wrong bytes", b"raise E('\xff\xfe')", "encoding"),
    ("unknown cookie", b"# coding: nothing-like-it\nraise E('a b')", "encoding"),
    ("cookie of no text", b"# coding: zlib\nraise E('a b')", "encoding"),
    ("slow cookie", b"# coding: punycode\n" + b"a" * 100_000, "encoding"),
    ("escaping cookie", b"# coding: unicode_escape\nraise E('\\ud800')", "encoding"),
    ("UTF-16", "raise E('a b')".encode("utf-16"), ""),
    ("BOM and another cookie", codecs.BOM_UTF8 + b"# coding: latin-1\nraise E('a b')", "encoding"),
    ("deep brackets", b"x = " + b"(" * 5_000 + b")" * 5_000, ""),
    ("deep lists", b"x = " + b"[" * 150 + b"{" * 150, ""),
    ("deep negation", b"raise E(" + b"-" * 50_000 + b"1)", "nested too deeply"),
    ("deep lambdas", b"x = " + b"lambda: " * 20_000 + b"1", "nested too deeply"),
    ("deep attribute", b"raise x" + b".a" * 100_000, "nested too deeply"),
    ("deep sum", b"raise E('a b'" + b" + x" * 100_000 + b")", "nested too deeply"),
    ("deep blocks", b"".join(b" " * depth + b"if x:\n" for depth in range(300)), ""),
    ("long number", b"raise E(" + b"9" * 10_000 + b")", "syntax error"),
    ("too large", b"#" * (source_module.MAX_SOURCE_BYTES + 1), "bytes, and"),
    ("lone surrogate in UTF-8", b"raise E('\xed\xa0\x80')", "encoding"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "note"), [one[1:] for one in UNREADABLE], ids=[one[0] for one in UNREADABLE]
)
def test_what_cannot_be_read_is_skipped_with_a_note(data: bytes, note: str) -> None:
    """Such a file gives no site, and one note that says why."""
    found = _read(data)
    assert found.sites == ()
    assert len(found.notes) == 1
    assert found.notes[0].startswith("skipped: ")
    assert note in found.notes[0]


READABLE = [
    ("empty", b"", []),
    ("comment", b"# nothing here", []),
    ("BOM", codecs.BOM_UTF8 + b"raise E('no pool')", ["no pool"]),
    ("cookie", "# -*- coding: latin-1 -*-\nraise E('größe x')".encode("latin-1"), ["größe x"]),
    ("cookie of Windows", "# coding: cp1251\nraise E('нет пула')".encode("cp1251"), ["нет пула"]),
    ("old Mac line ends", b"x = 1\rraise E('no pool')\r", ["no pool"]),
    ("form feed", b"x = 1\n\x0c\nraise E('no pool')", ["no pool"]),
    ("invalid escapes", rb"raise E('\d is no \p')", [r"\d is no \p"]),
    ("surrogate written out", rb"raise E('no \ud800 pool')", ["no \ufffd pool"]),
    ("long number in hexadecimal", b"raise E(0x" + b"f" * 10_000 + b")", ["…"]),
    ("not ASCII before a field", "é = f'ééé {1}'; raise E(f'é {é!r} and {x}')".encode(), ["é {é!r} and {x}"]),
    ("names not ASCII", "class Fehlér(Exception): pass\nraise Fehlér('kein Pool')".encode(), ["kein Pool"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "templates"), [one[1:] for one in READABLE], ids=[one[0] for one in READABLE]
)
def test_unusual_files_are_read(data: bytes, templates: list[str]) -> None:
    """Odd but valid files are read without a note or a warning."""
    found = _read(data)
    assert [site.template for site in found.sites] == templates
    assert found.notes == ()


LINES = 6_000
LONG = [
    ("guards passed", "def f(x):\n" + " if x:\n  raise E('no pool')\n" * LINES),
    ("elif", "if x:\n pass\n" + "elif x:\n raise E('no pool')\n" * 2_000),
    ("assignments", "def f(x):\n" + " m = 'no pool'\n if x:\n  m += ' left'\n raise E(m)\n" * (LINES // 3)),
    ("aliases", "a0 = E\n" + "".join(f"a{number + 1} = a{number}\n" for number in range(LINES)) + f"raise a{LINES}('no pool')"),
    ("calls", "def f(x):\n raise E(x)\n" + "".join(f"def g{number}(x):\n f('no pool')\n" for number in range(LINES))),
    ("on one line", "raise E('no pool');" * LINES),
    ("classes", "".join(f"class E{number + 1}(E{number}):\n pass\n" for number in range(LINES)) + f"raise E{LINES}('no pool')"),
    ("circle of classes", "class A(B):\n pass\nclass B(A):\n pass\nraise A('no pool')"),
    ("circle of names", "class P:\n a = b\n b = a\n def f(self):\n  raise self.a('no pool')"),
    ("circle of functions", "def f(x):\n return g(x)\ndef g(x):\n return f(x)\nraise f('no pool')\nraise E(f('no pool'))"),
    ("circle of calls", "def f(m):\n raise E(m)\n f('no pool')\nf('no pool')"),
    ("own name", "def f():\n m = m + m\n raise E(m)"),
    ("one long guard", "def f(x):\n if x == " + repr("a" * 200_000) + ":\n" + "  raise E('no pool')\n" * 500),
    ("long docstring", 'def f(x):\n """Raises:\n' + "  E: a\n" * 20_000 + ' """\n' + " raise E('no pool')\n" * 50),
]  # fmt: skip


@pytest.mark.parametrize("text", [one[1] for one in LONG], ids=[one[0] for one in LONG])
def test_time_grows_with_the_size_alone(text: str) -> None:
    """Files of many statements, long chains and circles end in seconds, with a bounded result."""
    started = time.process_time()
    found = _read(text.encode())
    assert time.process_time() - started < 10
    assert len(found.sites) <= MAX_SITES
    assert (
        sum(len(site.source_code) for site in {site.line: site for site in found.sites}.values()) < 50_000_000
    )


def test_the_number_of_sites_is_bounded() -> None:
    """Of a file with more sites the first are read, and a note says so."""
    found = _read(b"assert x\n" * (MAX_SITES + 5))
    assert len(found.sites) == MAX_SITES
    assert "20,005 sites" in found.notes[0]


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    """No bytes make it fail."""
    assert _read(data).path == "acme/pool.py"


PIECES = [
    "raise E(", "f'{x!r} is {", "}'", "'no %s'", " % x", ")", "\n", "  ", "if x:\n", "def f(x):\n", "class E(Exception):\n",
    "msg", " = ", " += ", "assert x, ", "x", ".format(", "logger.error(", "try:\n", "except E as e:\n", "return ", "{", '"""', "\\", "#",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
def test_pieces_of_source(text: str) -> None:
    """Whatever is read is in the order of lines, and each template agrees with its pattern."""
    found = _read(text.encode())
    assert [site.line for site in found.sites] == sorted(site.line for site in found.sites)
    for site in found.sites:
        assert (site.template is None) == (site.pattern is None)
        assert site.pattern is None or own_message_matches(site.pattern, site.template or "")
        assert site.source_start <= site.line <= site.source_end
