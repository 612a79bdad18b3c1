"""Names of other files of the target: constants, tables, functions that return or raise texts, found by import."""

from __future__ import annotations

import pickle

import pytest

from app.extract.index import ModuleIndex
from app.extract.model import SourceFile
from app.extract.sites import read_sites

FILES = {
    "src/acme/messages.py": """
NO_ROWS = "no rows in table %s"
SHORT = "gone"
ERRORS = {"bad": "a bad thing {thing} happened", "none": _("nothing came of it")}
""",
    "src/acme/__init__.py": "from .messages import NO_ROWS\n",
    "src/acme/errors.py": """
def raise_or_warn(message, strict=True):
    if strict:
        raise ValueError(message)

def reraise(exc):
    raise exc

def make_error(name, hint="try again later"):
    return KeyError(f"no such pool {name}, {hint}")

def no_pool_message(name):
    return f"the pool {name!r} does not exist"

def endless_message(name):
    return endless_message(f"the pool is {name}")
""",
    "src/acme/fields.py": """
class Field:
    default_error_messages = {"required": _("This field is required."), "null": "may not be null"}

class CharField(Field):
    default_error_messages = {"blank": "may not be blank"}

    def run(self):
        raise ValueError(self.error_messages["null"])

class Ring(Circle):
    error_messages = {"round": "the ring is not round"}

class Circle(Ring):
    pass
""",
    "src/acme/other.py": 'NO_ROWS = "other rows in table %s"\n',
    "lib/strange/messages.py": 'NO_POOL = "there is no pool of strangers"\n',
}

CASES = [
    ("from .messages import NO_ROWS\nraise ValueError(NO_ROWS % t)", "no rows in table %s"),
    ("from acme.messages import NO_ROWS as N\nraise ValueError(N % t)", "no rows in table %s"),
    ("from acme import messages\nraise ValueError(messages.NO_ROWS % t)", "no rows in table %s"),
    ("import acme.messages as m\nraise ValueError(m.NO_ROWS % t)", "no rows in table %s"),
    ("from acme import NO_ROWS\nraise ValueError(NO_ROWS % t)", "{NO_ROWS % t}"),  # two of the name are below
    ("def f():\n  from .other import NO_ROWS\n  raise ValueError(NO_ROWS % t)", "other rows in table %s"),
    ("from stranger import NO_ROWS\nraise ValueError(NO_ROWS % t)", "{NO_ROWS % t}"),
    ("from .messages import NO_POOL\nraise ValueError(NO_POOL)", "{NO_POOL}"),  # of another package
    ("from .sub import messages as m\nraise ValueError(m.NO_ROWS)", "{m.NO_ROWS}"),  # of another module
    ("from .messages import SHORT\nraise ValueError(SHORT)", "{SHORT}"),
    (
        "from .messages import NO_ROWS\nNO_ROWS = 'my own rows of %s'\nraise ValueError(NO_ROWS % t)",
        "my own rows of %s",
    ),
    ("from .messages import ERRORS\nraise ValueError(ERRORS['none'])", "nothing came of it"),
    (
        "from . import messages\nraise ValueError(messages.ERRORS['bad'].format(thing=x))",
        "a bad thing {thing} happened",
    ),
    ("from .messages import ERRORS\nraise ValueError(ERRORS['other'])", '{ERRORS["other"]}'),
    ("from . import errors\nerrors.raise_or_warn(f'the pool {name} is full')", "the pool {name} is full"),
    ("from .errors import reraise\nreraise(ValueError('there is no shard'))", "there is no shard"),
    ("from .errors import make_error\nraise make_error(name)", "no such pool {name}, try again later"),
    ("from .errors import make_error\nraise make_error('a', 'or not')", "no such pool a, or not"),
    (
        "from .errors import no_pool_message\nraise ValueError(no_pool_message(x))",
        "the pool {name!r} does not exist",
    ),
    ("from .errors import endless_message as m\nraise ValueError(m(x))", "{m(x)}"),
    (
        "from acme import fields\nclass Own(fields.CharField):\n  def run(self):\n    raise ValueError(self.error_messages['required'])",
        "This field is required.",
    ),
    (
        "from .fields import Circle\nclass Own(Circle):\n  def run(self):\n    raise ValueError(self.error_messages['none'])",
        "{self.error_messages['none']}",
    ),
]


@pytest.fixture(scope="module")
def index() -> ModuleIndex:
    """The index of the files, as another process gets it."""
    made = ModuleIndex.of(SourceFile(path, text.encode()) for path, text in FILES.items())
    return pickle.loads(pickle.dumps(made))  # type: ignore[no-any-return]


@pytest.mark.parametrize(("source", "template"), CASES)
def test_a_name_is_found_in_the_file_that_it_is_imported_from(
    index: ModuleIndex, source: str, template: str
) -> None:
    """The text of the other file stands in for the name, and nothing where it is not sure which one is meant."""
    sites = read_sites(SourceFile("src/acme/pool.py", source.encode()), module=index).sites
    assert [site.template for site in sites] == [template.replace('"', "'") if "'" in source else template]


def test_a_table_of_a_base_in_the_same_file_is_found_behind_the_own_one(index: ModuleIndex) -> None:
    """A class that binds a table of its own inherits the other entries of its base's."""
    file = SourceFile("src/acme/fields.py", FILES["src/acme/fields.py"].encode())
    assert [site.template for site in read_sites(file, module=index).sites] == ["may not be null"]


def test_a_tuple_prints_as_one() -> None:
    """A comma too many makes a tuple of the message, which is printed as such."""
    source = "message = ('Input must be one of:', ' - a pair', name)\nraise ValueError(message)\nassert x, ('no', y)\n"
    sites = read_sites(SourceFile("a.py", source.encode())).sites
    assert sites[0].template == "('Input must be one of:', ' - a pair', {name!r})"
