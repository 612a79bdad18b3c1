"""Facts of a site: what decides, what passes, where it is set; from the source of one file or several."""

from __future__ import annotations

import json
import textwrap
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.site_facts import SiteFacts
from app.extract.facts import MAX_BYTES
from app.extract.index import ModuleIndex
from app.extract.model import SourceFile
from app.extract.parameters import parameter_doc
from app.extract.sites import read_sites


def facts_of(text: str, *others: tuple[str, str], at: int = -1) -> dict[str, Any]:
    """The facts of one site of a file, the last unless another is meant."""
    files = [SourceFile("pkg/core.py", textwrap.dedent(text).encode())]
    files += [SourceFile(path, textwrap.dedent(other).encode()) for path, other in others]
    read = read_sites(files[0], module=ModuleIndex.of(files))
    assert not [note for note in read.notes if "fault of errdex" in note]
    found = read.sites
    return SiteFacts.model_validate(dict(found[at].facts)).wire()


NEEDS = [
    ("if T % N != 0:\n  raise E('x')", "`T % N == 0`"),
    ("if not isinstance(T, (int, str)):\n  raise E('x')", "`T` is an instance of `int` or `str`"),
    ("if T is None or N < 1:\n  raise E('x')", "`T` is not None and `N >= 1`"),
    ("if T and N:\n  raise E('x')", "either `T` is empty or false, or `N` is empty or false"),
    ("assert T > N, 'too small'", "`T > N`"),
    ("if T:\n  if N:\n    return\n  raise E('x')", "`N` is set"),
    (
        "if isinstance(T, int):\n  return 1\nif isinstance(T, str):\n  return 2\nraise E('x')",
        "`T` is an instance of `int` or `str`",
    ),
    ("if T == 'a':\n  y = 1\nelif T == 'b':\n  y = 2\nelse:\n  raise E('x')", "`T` is one of 'a', 'b'"),
    (
        "if isinstance(T, dict):\n  y = 1\nelif callable(T):\n  y = 2\nelif T is not None:\n  raise E('x')",
        "either `T` is an instance of `dict`, `T` is callable or `T` is None",
    ),
    ("if T:\n  raise E('first')\nif N:\n  raise E('x')", "`N` is empty or false"),
    ("try:\n  g()\nexcept:\n  if T:\n    raise E('x')", "`T` is empty or false"),
]


@pytest.mark.parametrize(("body", "needs"), NEEDS)
def test_what_has_to_hold_instead(body: str, needs: str) -> None:
    """The innermost condition decides: it is negated, or one of the branches passed has to be taken."""
    source = "def f(T, N):\n" + textwrap.indent(body, "    ")
    assert facts_of(source)["guard"]["needs"] == needs


def test_a_branch_that_raises_too_is_no_way_out() -> None:
    """Behind checks that raise themselves nothing decides but what stands round them."""
    facts = facts_of(
        "def f(a, b):\n    if a:\n        if b:\n            raise E('one')\n        raise E('two')\n"
    )
    assert facts["guard"]["needs"] == "`a` is empty or false"
    assert "guard" not in facts_of("def f(b):\n    if b:\n        raise E('one')\n    raise E('two')\n")


ACCEPTED = [
    ("if m not in ('fast', 'slow'):\n  raise E('x')", ["'fast'", "'slow'"]),
    ("if m not in MODES:\n  raise E('x')", ["'fast'", "'slow'"]),
    ("if m not in TABLE:\n  raise E('x')", ["'a'", "'b'"]),
    ("if m not in TABLE.keys():\n  raise E('x')", ["'a'", "'b'"]),
    ("if m not in OTHER_MODES:\n  raise E('x')", ["'one'", "'two'"]),
    ("if m is not Mode.FAST:\n  raise E('x')", ["Mode.FAST ('fast')"]),
    ("if m != 'fast':\n  raise E('x')", ["'fast'"]),
    ("if m in ('fast', 'slow'):\n  raise E('x')", None),
    ("if m not in known():\n  raise E('x')", None),
]


@pytest.mark.parametrize(("body", "values"), ACCEPTED)
def test_the_values_that_pass(body: str, values: list[str] | None) -> None:
    """A membership test names its values: written there, a constant of this file or of another, a member of an enum."""
    source = "MODES = frozenset({'fast', 'slow'})\nTABLE = {'a': 1, 'b': 2}\ndef f(m):\n" + textwrap.indent(
        body, "    "
    )
    other = "class Mode(str, Enum):\n    FAST = 'fast'\n    SLOW = 'slow'\nOTHER_MODES = [\n    'one',\n    'two',\n]\n"
    assert (facts_of(source, ("pkg/modes.py", other)).get("accepted") or {}).get("values") == values


SETTINGS = [
    (
        "import argparse\np.add_argument('--tp-size', type=int, default=1, help='Number of ranks', choices=[1, 2])\n",
        {
            "name": "--tp-size",
            "kind": "flag",
            "default": "1",
            "help": "Number of ranks",
            "choices": ["1", "2"],
            "lineNumber": 2,
        },
    ),
    (
        "@click.option('--tp-size/--no-tp', default=2)\ndef main(): ...\n",
        {"name": "--tp-size", "kind": "flag", "default": "2", "lineNumber": 1},
    ),
    (
        "@dataclass\nclass ServerArgs:\n    host: str = 'x'\n    tp_size: int = field(default=3)\n\n    def f(self): ...\n",
        {"name": "ServerArgs.tp_size", "kind": "field", "default": "3", "lineNumber": 4},
    ),
    (
        "class Server(BaseModel):\n    tp_size: Literal[1, 2] = Field(4, description='Ranks')\n",
        {
            "name": "Server.tp_size",
            "kind": "field",
            "default": "4",
            "help": "Ranks",
            "choices": ["1", "2"],
            "lineNumber": 2,
        },
    ),
]


@pytest.mark.parametrize(("other", "wanted"), SETTINGS, ids=["argparse", "click", "dataclass", "pydantic"])
def test_the_setting_that_a_condition_reads(other: str, wanted: dict[str, Any]) -> None:
    """What a condition reads of a configuration is found where another file defines it, with its default."""
    source = "def check(server_args):\n    if server_args.tp_size > 8:\n        raise E('too many')\n"
    (setting,) = facts_of(source, ("pkg/args.py", other))["settings"]
    assert setting == {**wanted, "filePath": "pkg/args.py", "condition": "`server_args.tp_size <= 8`"}


VARIABLES = [
    ("mode = os.environ.get('ACME_MODE', 'fast')", "'fast'"),
    ("mode = os.getenv('ACME_MODE')", None),
    ("mode = os.environ['ACME_MODE']", None),
    ("class Envs:\n    ACME_MODE = EnvStr('slow')", "'slow'"),
]


@pytest.mark.parametrize(("other", "default"), VARIABLES)
def test_an_environment_variable_with_its_default(other: str, default: str | None) -> None:
    """A variable that the message names is found where it is read, unless that is by an item alone."""
    source = "def f(x):\n    if x:\n        raise E('requires ACME_MODE=static')\n"
    (setting,) = facts_of(source, ("pkg/environ.py", other))["settings"]
    assert (setting["name"], setting["kind"], setting.get("default")) == ("ACME_MODE", "variable", default)


def test_a_setting_of_django_has_its_default() -> None:
    """`settings.X` is found in the file of defaults."""
    source = "def f():\n    if not settings.ALLOWED_HOSTS:\n        raise E('no hosts')\n"
    (setting,) = facts_of(source, ("pkg/conf/global_settings.py", "DEBUG = False\nALLOWED_HOSTS = []\n"))[
        "settings"
    ]
    assert setting == {
        "name": "ALLOWED_HOSTS",
        "kind": "setting",
        "default": "[]",
        "filePath": "pkg/conf/global_settings.py",
        "lineNumber": 2,
        "condition": "`settings.ALLOWED_HOSTS` is set",
    }


CLASS = """\
class Pool:
    def __init__(self, size=4):
        self.size = size
        self.known = {}
        self._open = False

    def open(self):
        self._open = True

    def add(self, name, item):
        self.known[name] = item

    def use(self, name):
        if not self._open:
            raise RuntimeError("not open")

    def get(self, name):
        try:
            return self.known[name]
        except KeyError:
            raise LookupError(f"no {name!r}")

    def check(self):
        if self.size < 1:
            raise ValueError("too small")

    def read(self):
        raise NotImplementedError


class FilePool(Pool):
    def read(self):
        return 1
"""


def test_who_sets_what_is_tested() -> None:
    """An attribute's setters, what fills a collection, and the argument that an attribute was made of."""
    sites = {at: facts_of(CLASS, at=at) for at in range(4)}
    assert sites[0]["setBy"] == [{"name": "self._open", "by": "Pool.open", "value": "True"}]
    assert sites[1]["attempt"] == {
        "code": "return self.known[name]",
        "error": "KeyError",
        "key": "name",
        "container": "self.known",
    }
    assert sites[1]["setBy"] == [{"name": "self.known", "by": "Pool.add"}]
    assert sites[2]["arguments"] == [{"name": "size", "of": "Pool", "default": "4"}]
    assert sites[3]["abstract"] == {"method": "read", "of": "Pool", "replacedIn": ["FilePool"]}


def test_a_module_that_is_missing() -> None:
    """The import that failed is named: in the handler, and where a name was made None by it."""
    caught = "try:\n    import numpy.core\nexcept ImportError as e:\n    raise RuntimeError('needs numpy') from e\n"
    assert facts_of(caught)["module"] == "numpy.core"
    later = "try:\n    import torch\nexcept ImportError:\n    torch = None\ndef f():\n    if torch is None:\n        raise E('no')\n"
    assert facts_of(later)["module"] == "torch"


VALUES = [
    ("raise E('%s is not %r' % (a, b.c))", {"1": "a", "2": "b.c"}),
    ("raise E('%(n)s is bad' % {'n': a})", {"n": "a"}),
    ("raise E('{} and {x}'.format(a, x=b))", {"x": "b"}),
    ("raise E(_('%(v)s is bad'), params={'v': a})", {"v": "a"}),
    ("logger.error('%s failed for %s', a, b)", {"1": "a", "2": "b"}),
    ("raise E(f'{a} is bad')", None),
]


@pytest.mark.parametrize(("statement", "values"), VALUES)
def test_what_captured_values_are(statement: str, values: dict[str, str] | None) -> None:
    """A value without a name in the template gets the expression that was put there."""
    found = facts_of(f"def f(a, b):\n    if a:\n        {statement}\n").get("values")
    assert found == values or (found is not None and values is not None and values.items() <= found.items())


DOCS = [
    ("Args:\n    mode: How to run,\n        or not.\n    x: Other", "How to run, or not."),
    ("Args:\n    mode (str): How to run.", "How to run."),
    (
        "Parameters\n----------\nmode : str\n    How to run.\n    Twice.\nx : int\n    Other",
        "How to run. Twice.",
    ),
    (":param mode: How to run.\n:param x: Other", "How to run."),
    (":param str mode: How to run.", "How to run."),
    ("It has a mode", None),
    (None, None),
]


@pytest.mark.parametrize(("docstring", "text"), DOCS)
def test_the_documentation_of_a_parameter(docstring: str | None, text: str | None) -> None:
    """The three notations give the same."""
    assert parameter_doc(docstring, "mode") == text


HOSTILE = [
    "def f(a):\n    if " + "-" * 900 + "a:\n        raise E('the message')\n",
    "def f(a):\n    if a in (0x" + "f" * 5000 + ",):\n        raise E('the message')\n",
    "class ServerArgs:\n    x: int = "
    + "-" * 900
    + "1\ndef f(args):\n    if args.x:\n        raise E('the message')\n",
    "def f(a):\n    if " + "(" * 150 + "a" + ")" * 150 + ":\n        raise E('the message')\n",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_what_cannot_be_written_costs_the_facts_and_not_the_site(text: str) -> None:
    """Deep nesting and endless numbers leave facts out; the site itself is read."""
    file = SourceFile("pkg/x.py", text.encode())
    (site,) = read_sites(file, module=ModuleIndex.of([file])).sites
    assert site.template == "the message"
    SiteFacts.model_validate(dict(site.facts))


@given(
    st.lists(
        st.sampled_from(
            [
                "if a.b not in (1,):",
                "elif x:",
                "else:",
                "try:",
                "except KeyError:",
                "raise E('m %s' % a)",
                "self.x = 1",
                "class A(Enum):",
                "def f(a, cfg):",
                "add_argument('--x', help=",
                "os.environ.get('AB_C', ",
                "A_B = {",
                "(",
                "'",
                '"""',
                "    ",
                "        ",
            ]
        ),
        max_size=24,
    )
)
@settings(max_examples=150, deadline=None)
def test_any_text_gives_bounded_facts(parts: list[str]) -> None:
    """Whatever stands in a file, reading it does not fail, and facts are valid and short."""
    text = "\n".join(parts)
    file = SourceFile("pkg/x.py", text.encode())
    for site in read_sites(file, module=ModuleIndex.of([file])).sites:
        SiteFacts.model_validate(dict(site.facts))
        assert len(json.dumps(site.facts, ensure_ascii=False).encode()) <= MAX_BYTES
