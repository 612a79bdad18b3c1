"""The text of a site: every way in which a message is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.patterns import own_message_matches
from tests.extract.reading import shown, sites_of

# What stands between the parentheses of `raise E(...)` in a function with the parameters x, a, names.
EXPRESSIONS = [
    ("constant", "'no such pool'", ["no such pool"], r"no such pool"),
    ("implicit concatenation", "'no such '\n    'pool'", ["no such pool"], r"no such pool"),
    ("explicit concatenation", "'no such ' + 'pool ' + x", ["no such pool {x}"], r"no such pool (.*)"),
    ("mixed concatenation", "'size ' + str(x.size) + ' is odd'", ["size {str(x.size)} is odd"], None),
    ("f-string", "f'pool {x} is full'", ["pool {x} is full"], r"pool (.*?) is full"),
    ("conversion", "f'got {x!r}'", ["got {x!r}"], r"got (.*)"),
    ("format specification", "f'got {x:d} of {a:>{width}}.'", ["got {x:d} of {a:>{width}}."], r"got (.*?) of (.*?)\."),
    ("attribute and index", "f'got {a.b[0]}!'", ["got {a.b[0]}!"], r"got (.*?)!"),
    ("nested quotes", """f"got {a['b']} and {', '.join(names)}" """, ["got {a['b']} and {', '.join(names)}"], None),
    ("a set in a field", "f'one of { {1, 2} } only'", ["one of { {1, 2} } only"], r"one of (.*?) only"),
    ("comparison in a field", "f'is {a != x} now'", ["is {a != x} now"], r"is (.*?) now"),
    ("call with a colon", "f'is {a[1:2]} now'", ["is {a[1:2]} now"], r"is (.*?) now"),
    ("debug field", "f'bad {x=} here'", ["bad x={x!r} here"], r"bad x=(.*?) here"),
    ("several strings", "'no {x} in '\n    f'{a}'\n    # why\n    ' or {b}'", ["no {x} in {a} or {b}"], r"no \{x\} in (.*?) or \{b\}"),
    ("raw f-string", r"rf'\d{x} is bad'", [r"\d{x} is bad"], r"\\d(.*?) is bad"),
    ("named escape", r"f'\N{BULLET} {x} is bad'", ["• {x} is bad"], r"• (.*?) is bad"),
    ("triple quotes", "f'''a {\n    x\n    } is bad'''", ["a {x} is bad"], r"a (.*?) is bad"),
    ("doubled braces", "f'use {{x}} with {x}'", ["use {x} with {x}"], r"use \{x\} with (.*)"),
    ("braces round a field", "f'use {{{x}}} now'", ["use {{{x}}} now"], r"use \{(.*?)\} now"),
    ("percent", "'%s is not %d' % (x, a)", ["%s is not %d"], r"(.*?) is not (.*)"),
    ("percent by name", "'%(name)s is %5.1f%% full' % x", ["%(name)s is %5.1f% full"], r"(.*?) is (.*?)% full"),
    ("format by position", "'{} is not {0:d}'.format(x)", ["{} is not {0:d}"], r"(.*?) is not (.*)"),
    ("format by name", "'{a.b!r} {{x}} is bad'.format(a=x)", ["{a.b!r} {x} is bad"], r"(.*?) \{x\} is bad"),
    ("format of a malformed text", "'{ is bad'.format(x)", ["{ is bad"], r"\{ is bad"),
    ("dedent", "textwrap.dedent('''\n    bad pool\n      {}\n    ''').format(x)", ["\nbad pool\n  {}\n"], None),
    ("catalogue", "_('no such pool')", ["no such pool"], None),
    ("catalogue with a value", "gettext('no such %s') % x", ["no such %s"], r"no such (.*)"),
    ("plural", "ngettext('%d pool left', '%d pools left', x) % x", ["%d pool left", "%d pools left"], None),
    ("join of constants", "' '.join(['no', 'such', x])", ["no such {x}"], None),
    ("join of what is not known", "', '.join(names)", ["{', '.join(names)}"], r"(.*)"),
    ("strip", "'  no such pool '.strip()", ["no such pool"], None),
    ("conditional", "'no pool' if x else f'no {a}'", ["no pool", "no {a}"], None),
    ("or", "a or 'no such pool'", ["no such pool"], None),
    ("walrus", "(text := 'no such pool')", ["no such pool"], None),
    ("literal braces", "'use {x} or [a-z]{2}'", ["use {x} or [a-z]{2}"], r"use \{x\} or \[a-z\]\{2\}"),
    ("literal percent", "'100%s of %(x)s'", ["100%s of %(x)s"], r"100%s of %\(x\)s"),
    ("number", "404", ["404"], "404"),
    ("unknown", "x", ["{x}"], "(.*)"),
    ("unknown dictionary", "{'a': x}", ["{ {'a': x} }"], "(.*)"),
    ("long call over lines", "describe(\n        x,\n        a,\n    )", ["{describe(x, a)}"], "(.*)"),
    ("empty", "''", [None], None),
    ("blank", "'  '", [None], None),
    ("none", "None", ["{None}"], "(.*)"),
    ("not ASCII", "f'größe {größe} zu groß'", ["größe {größe} zu groß"], "größe (.*?) zu groß"),
    ("no store keeps it", r"'a \x00 b \ud800'", ["a \ufffd b \ufffd"], "a (.*?) b (.*)"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("expression", "templates", "pattern"),
    [one[1:] for one in EXPRESSIONS],
    ids=[one[0] for one in EXPRESSIONS],
)
def test_text_of_an_expression(expression: str, templates: list[str | None], pattern: str | None) -> None:
    """The template is what is printed with its interpolations as in the source; the pattern escapes the rest."""
    found = sites_of(f"def f(x, a, names):\n  raise E({expression})\n")
    assert [site.template for site in found] == templates
    if pattern is not None:
        assert found[0].pattern == pattern
    for site in found:
        assert site.line == 2
        assert site.pattern is None or own_message_matches(site.pattern, site.template or "")


VARIABLES = [
    ("the last assignment", "msg = 'old'\nmsg = 'new text'\nraise E(msg)", ["new text"]),
    ("both branches", "if x:\n  msg = 'is up'\nelse:\n  msg = 'is down'\nraise E(msg)", ["is up", "is down"]),
    ("three branches and before", "msg = 'no one'\nif x:\n  msg = 'is up'\nelif a:\n  msg = 'is down'\nraise E(msg)",
     ["no one", "is up", "is down"]),
    ("the other branch", "if x:\n  msg = 'is up'\nelse:\n  msg = 'is down'\n  raise E(msg)", ["is down"]),
    ("a branch that leaves", "msg = 'no one'\nif x:\n  msg = 'is up'\n  return msg\nraise E(msg)", ["no one"]),
    ("added to", "msg = f'no {x}'\nmsg += ' here'\nraise E(msg)", ["no {x} here"]),
    ("added to in a branch", "msg = 'no one'\nif x:\n  msg += ' here'\nraise E(msg)", ["no one", "no one here"]),
    ("formatted later", "msg = 'no %s left'\nraise E(msg % x)", ["no %s left"]),
    ("formatted in place", "msg = 'no %s left'\nmsg %= x\nraise E(msg)", ["no %s left"]),
    ("a tuple of names", "code, msg = 5, 'no one left'\nraise E(msg)", ["no one left"]),
    ("unpacked from a call", "code, msg = x()\nraise E(msg)", ["{msg}"]),
    ("in a handler", "try:\n  msg = 'a b'\n  x()\nexcept KeyError:\n  raise E(msg)", ["a b"]),
    ("other handler", "msg = 'a b'\ntry:\n  x()\nexcept KeyError:\n  msg = 'c d'\nexcept OSError:\n  raise E(msg)", ["a b"]),
    ("a loop's variable", "for msg in names:\n  raise E(msg)", ["{msg}"]),
    ("later", "if x:\n  raise E(msg)\nmsg = 'no one'", ["{msg}"]),
    ("a default", "def g(msg='no one left'):\n  raise E(msg)", ["no one left"]),
    ("a function that builds it", "def text(name):\n  return f'no {name} left'\nraise E(text('pool'))", ["no pool left"]),
    ("with the caller's value", "def text(name):\n  return f'no {name} left'\nraise E(text(x))", ["no {name} left"]),
    ("match", "match x:\n  case 1:\n    msg = 'is one'\n  case _:\n    msg = 'is many'\nraise E(msg)", ["is one", "is many"]),
    ("only its value in an f-string", "msg = 'no one left'\nraise E(f'{msg}')", ["no one left"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "templates"), [one[1:] for one in VARIABLES], ids=[one[0] for one in VARIABLES]
)
def test_text_in_a_variable(body: str, templates: list[str]) -> None:
    """The assignments that reach the raise give its texts, each a site at the line of the raise."""
    lines = "\n".join(f"  {line}" for line in body.split("\n"))
    found = [site for site in sites_of(f"def f(x, a, names):\n{lines}\n") if site.error_class == "E"]
    assert [site.template for site in found] == templates
    assert len({site.line for site in found}) == 1


def test_text_in_constants() -> None:
    """Module constants, class attributes, dictionaries and tuples are read where they are named."""
    source = """
        GONE = "the pool is gone"
        ERRORS = {"full": "the pool is full", "shut": f"the pool is {GONE}"}
        TEXTS = ("first text", "second text")

        class Pool:
            message = "a pool needs a name"
            texts = {"odd": "the size is odd"}
            default_error_messages = {"gone": _("the pool is no more")}

            def grow(self, key):
                raise E(GONE)
                raise E(ERRORS["full"])
                raise E(ERRORS[key])
                raise E(TEXTS[1])
                raise E(self.message)
                raise E(Pool.texts["odd"])
                self.reason = "no reason at all"
                raise E(self.reason)
                raise E(self.error_messages["gone"])
    """
    assert [template for _, template in shown(source)] == [
        "the pool is gone",
        "the pool is full",
        "the pool is full",
        "the pool is {GONE}",
        "second text",
        "a pool needs a name",
        "the size is odd",
        "no reason at all",
        "the pool is no more",
    ]


def test_a_site_has_a_bounded_number_of_texts() -> None:
    """Texts that multiply, and texts that double, stay bounded in number, length and time."""
    doubling = "\n".join(f"  m = m + m  # {number}" for number in range(60))
    many = " + ".join(f"('a{number}' if x else 'b{number}')" for number in range(40))
    found = sites_of(f"def f(x):\n  m = 'ab cd'\n{doubling}\n  raise E(m)\n  raise E({many})\n")
    assert 2 <= len(found) <= 24
    assert all(len(site.template or "") <= 10_000 for site in found)


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=30))
def test_a_plain_string_is_matched_by_itself_alone(text: str) -> None:
    """The pattern of a constant is its text: nothing in it is taken for an interpolation."""
    (site,) = sites_of(f"raise E({text!r})")
    if not text.strip():
        assert site.template is None
        return
    assert site.template == text
    assert "(.*" not in (site.pattern or "")
    assert own_message_matches(site.pattern or "", text)


@given(
    st.lists(
        st.sampled_from(["{x}", "{x!r:>4}", "{{", "}}", "a b", "'", "%s", "{d['k']}", "{f({1: 2})}", "\\n"]),
        max_size=8,
    )
)
def test_an_f_string_matches_what_it_prints(pieces: list[str]) -> None:
    """Whatever stands in the fields, the printed text matches the pattern of its f-string."""

    class Any:
        def __format__(self, spec: str) -> str:
            return "VALUE"

        def __repr__(self) -> str:
            return "VALUE"

    literal = 'f"' + "".join(pieces) + '"'
    printed = eval(literal, {"x": Any(), "d": {"k": Any()}, "f": lambda value: Any()})
    (site,) = sites_of(f"raise E({literal})")
    if site.pattern is not None:
        assert own_message_matches(site.pattern, printed)
        assert own_message_matches(site.pattern, site.template or "")
    else:
        assert not printed.strip()
