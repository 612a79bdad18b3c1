"""What tests expect: every way to say it, and texts as far as they are constants."""

from __future__ import annotations

import textwrap

import pytest

from app.extract.expected import Expectation, read_expectations
from app.extract.model import SourceFile


def read(code: str) -> list[Expectation]:
    """What the tests of a file expect."""
    return list(read_expectations(SourceFile("tests/test_x.py", textwrap.dedent(code).encode())))


def pattern_of(body: str) -> str | None:
    """The expression that one test expects; None where there is none."""
    found = read("def test_it(given):\n" + textwrap.indent(textwrap.dedent(body), "    "))
    assert len(found) <= 1
    return found[0].pattern if found else None


@pytest.mark.parametrize(
    ("call", "classes", "pattern"),
    [
        ("pytest.raises(ValueError, match='no pool')", ("ValueError",), "no pool"),
        ("raises(pool.errors.PoolError, match=r'no \\w+')", ("PoolError",), r"no \w+"),
        ("pytest.raises((KeyError, errors.Gone), match='no pool')", ("KeyError", "Gone"), "no pool"),
        ("self.assertRaisesRegex(ValueError, 'no pool', grow, 3)", ("ValueError",), "no pool"),
        ("self.assertRaisesRegex(ValueError, expected_regex='no pool')", ("ValueError",), "no pool"),
        ("self.assertRaisesMessage(ValueError, 'no pool (3)')", ("ValueError",), r"no pool \(3\)"),
        ("assert_raises_message(exc.ArgumentError, r'no pool\\.', grow)", ("ArgumentError",), r"no pool\."),
        ("expect_raises_message(ValueError, 'no pool')", ("ValueError",), "no pool"),
        ("assert_raises_regex(Renamed, 'no pool', grow)", ("PoolError",), "no pool"),
    ],
)
def test_all_ways_to_expect_an_error(call: str, classes: tuple[str, ...], pattern: str) -> None:
    """As a context manager and as a call of its own."""
    for statement in (
        f"with {call}:\n        grow()",
        call,
        f"with open('x'), {call} as caught:\n        grow()",
    ):
        (found,) = read(f"from pool import PoolError as Renamed\ndef test_it(self):\n    {statement}\n")
        assert (found.classes, found.pattern) == (classes, pattern)


@pytest.mark.parametrize(
    ("body", "pattern"),
    [
        ("msg = 'no pool'\nwith pytest.raises(ValueError, match=msg): grow()", "no pool"),
        ("msg = 'no ' + 'pool'\nwith pytest.raises(ValueError, match='^' + msg): grow()", "^no pool"),
        ("msg = ('no '\n  'pool')\npytest.raises(ValueError, match=re.escape(msg))", "no pool"),
        ("msg = 'no (pool)'\npytest.raises(ValueError, match=re.escape(msg))", r"no \(pool\)"),
        ("msg = re.escape('no (pool)')\npytest.raises(ValueError, match=msg)", r"no \(pool\)"),
        ("pytest.raises(ValueError, match=re.compile('no pool'))", "no pool"),
        ("pytest.raises(ValueError, match=f'no {given} pool')", "no (.*?) pool"),
        ("name = 'my'\npytest.raises(ValueError, match=f'no {name} pool')", "no my pool"),
        ("pytest.raises(ValueError, match=re.escape(f'no {given!r}.'))", r"no (.*?)\."),
        ("pytest.raises(ValueError, match='no %s of %d%%' % (1, 2))", "no (.*?) of (.*?)%"),
        ("pytest.raises(ValueError, match='no {} {size}'.format(1, size=2))", "no (.*?) (.*?)"),
        ("pytest.raises(ValueError, match=re.escape('no {} ({size})'.format(1, size=2)))", r"no (.*?) \((.*?)\)"),
        ("pytest.raises(ValueError, match='no pool' + given)", "no pool(.*?)"),
        ("pytest.raises(ValueError, match=given)", None),
        ("pytest.raises(ValueError, match=text_of(3))", None),
        ("pytest.raises(ValueError)", None),
        ("pytest.raises(ValueError, match=None)", None),
        ("pytest.raises(ValueError, match='')", None),
        ("pytest.raises(match='no pool')", None),
        ("pytest.raises(*classes, match='no pool')", None),
        ("warns(UserWarning, match='no pool')", None),
        ("msg = 'a'\nmsg = compute()\npytest.raises(ValueError, match=msg)", None),
        ("msg = 'a'\nmsg += given\npytest.raises(ValueError, match=msg)", None),
        ("msg = 'a'\nfor msg in given: pass\npytest.raises(ValueError, match=msg)", None),
        ("msg = 'a'\nif given:\n    msg = 'b'\npytest.raises(ValueError, match=msg)", None),
        ("msg = 'a'\nif given:\n    x = 'b'\npytest.raises(ValueError, match=msg)", "a"),
        ("if given:\n    msg = 'a'\n    pytest.raises(ValueError, match=msg)", "a"),
        ("for x in given:\n    msg = 'a'\n    with pytest.raises(ValueError, match=msg): pass", "a"),
        ("with suppress():\n    msg = 'a'\npytest.raises(ValueError, match=msg)", "a"),
        ("try:\n    x()\nexcept KeyError:\n    pytest.raises(ValueError, match='a')", "a"),
        ("match given:\n    case 1:\n        pytest.raises(ValueError, match='a')", "a"),
        ("pytest.raises(ValueError, match=GLOBAL)", None),
    ],
)  # fmt: skip
def test_texts_are_resolved_as_far_as_they_are_constant(body: str, pattern: str | None) -> None:
    """A name stands for what it was last given, and for nothing where that depends on the way taken."""
    assert pattern_of(body) == pattern


def test_module_constants_and_names() -> None:
    """A parameter hides a constant; tests are named with their classes, helpers of a test by the test."""
    found = read(
        """
        import pytest
        GONE = "the pool is gone"

        class TestPool:
            MSG = "no pool"

            def test_gone(self):
                def inner():
                    with pytest.raises(ValueError, match=GONE):
                        pass

            async def test_hidden(self, GONE):
                with pytest.raises(ValueError, match=GONE):
                    pass

        def helper():
            with pytest.raises(ValueError, match=GONE):
                pass

        def test_all():
            pytest.raises(KeyError, lambda: 1, match="no such pool")
        """
    )
    assert [(one.test, one.line, one.pattern) for one in found] == [
        ("TestPool.test_gone", 10, "the pool is gone"),
        ("test_all", 22, "no such pool"),
    ]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe raises",
        b"def test(: raises",
        b"x = " + b"(" * 5_000 + b"raises",
        b"# raises\n" + b"x = 1 + " * 3_000 + b"1",
    ],
)
def test_what_cannot_be_read_says_nothing(data: bytes) -> None:
    """It would only have been evidence."""
    assert read_expectations(SourceFile("tests/test_x.py", data)) == ()
