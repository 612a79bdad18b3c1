"""Texts that reach what is printed through a call: arguments of `%` and `format`, functions that warn, methods under a name."""

from __future__ import annotations

import pytest

from app.extract.index import ModuleIndex
from app.extract.model import SourceFile
from app.extract.sites import read_sites
from tests.extract.reading import shown, sites_of

POOL = """
class PoolError(Exception):
    def __init__(self, pool, message):
        self.pool = pool
        Exception.__init__(self, {base})

class SlowError(PoolError):
    def __init__(self, pool, seconds, reason=None):
        message = {own}
        super().__init__(pool, message)

def grow(self, pool):
    raise SlowError(pool, 3, reason=self.reason)
"""

OPERATIONS = [
    (
        '"%s: %s" % (pool, message)',
        '"the pool was slow: %s (because of %r)" % (seconds, reason)',
        "%s: the pool was slow: %s (because of %r)",
    ),
    (
        '"{}: {}".format(pool, message)',
        '"the pool was slow: {} s".format(seconds)',
        "{}: the pool was slow: {} s",
    ),
    ('"{1} of {0}".format(pool, message)', '"the pool was slow"', "the pool was slow of {0}"),
    (
        '"{where}: {what}".format(where=pool, what=message)',
        '"the pool was slow"',
        "{where}: the pool was slow",
    ),
    (
        '"%(where)s: %(what)s" % {"where": pool, "what": message}',
        '"the pool was slow"',
        "%(where)s: the pool was slow",
    ),
    ('"%s: %r" % (pool, message)', '"the pool was %s s slow" % seconds', "%s: 'the pool was %s s slow'"),
    # What the operation does not say stays open.
    ('"%s: %s" % parts', '"the pool was slow"', "%s: %s"),
    ('"%s: %s" % (*both,)', '"the pool was slow"', "%s: %s"),
    ('"{}: {}".format(*both)', '"the pool was slow"', "{}: {}"),
]


@pytest.mark.parametrize(("base", "own", "template"), OPERATIONS)
def test_arguments_of_an_operation_reach_the_base(base: str, own: str, template: str) -> None:
    """A text that a class hands to its base is printed there, also as the argument of `%` or `format`."""
    source = POOL.format(base=base, own=own)
    assert shown(source) == [("SlowError", template)]


def test_an_argument_reaches_what_str_formats() -> None:
    """`__str__` formats attributes, and one of them is the text that the raise gives; a number is left open."""
    source = """
        class Answer(Exception):
            def __init__(self, info, *, status=None, message=""):
                self.status = status if status else 0
                self.message = message

            def __str__(self):
                return "{}, message={!r}, url={!r}".format(self.status, self.message, self.info.url)

        def read(self, kind):
            raise Answer(self.info, message="no such kind of page: %s" % kind)
    """
    assert shown(source) == [("Answer", "{}, message='no such kind of page: %s', url={!r}")]


WARNERS = """
import warnings

def warn_outside(message, category=None):
    kwargs = {}
    warnings.warn(message, category, **kwargs)

def warn_of_pool(message):
    warnings.warn("pool: " + message, PoolWarning, stacklevel=3)

def warn(msg, code=None):
    if code:
        _warnings_warn(PoolWarning(msg, code=code))
    else:
        _warnings_warn(msg, PoolWarning)

def plain_warn(message):
    warnings.warn(message)

def warn_long(message):
    warnings.warn("the pool has something to say, which is this: " + message)

def tell(message):
    warnings.warn(message)
"""

CALLS = [
    ("warn_outside('the pool is full')", [("UserWarning", "the pool is full")]),
    ("warn_outside('the pool is full', PoolWarning)", [("PoolWarning", "the pool is full")]),
    ("warn_outside('the pool is full', category=PoolWarning)", [("PoolWarning", "the pool is full")]),
    ("warn_outside(f'the pool {name} is full', None)", [("UserWarning", "the pool {name} is full")]),
    ("warn_of_pool('it is full of rows')", [("PoolWarning", "pool: it is full of rows")]),
    ("warn('the pool is %r' % name)", [("PoolWarning", "the pool is %r")]),
    ("plain_warn('the pool is full')", [("UserWarning", "the pool is full")]),
    # What says nothing itself, and a function that is called otherwise.
    ("plain_warn(name)", []),
    ("warn_long('it is full')", []),
    ("tell('the pool is full')", []),
]


@pytest.mark.parametrize(("call", "expected"), CALLS)
@pytest.mark.parametrize("elsewhere", [False, True], ids=["here", "in another file"])
def test_a_function_warns_of_what_it_is_given(
    call: str, expected: list[tuple[str, str]], *, elsewhere: bool
) -> None:
    """The call is the site: its text, and the category that it or the function names."""
    site = "def grow(name):\n    {where}" + call.replace("{", "{{").replace("}", "}}") + "\n"
    other = SourceFile("acme/told.py", WARNERS.encode())
    if elsewhere:
        source = "from acme import told\n" + site.format(where="told.")
        index = ModuleIndex.of([other])
    else:
        source, index = WARNERS + site.format(where=""), ModuleIndex()
    found = read_sites(SourceFile("acme/pool.py", source.encode()), module=index).sites
    warned = [one for one in found if one.function == "grow"]
    assert [(one.error_class, one.template) for one in warned] == expected
    assert all(one.kind == "warning" and one.severity == "warning" for one in warned)


@pytest.mark.parametrize(
    ("binding", "call", "expected"),
    [
        ("error = logger.error", "error('no pool %s', name)", [(None, "no pool %s")]),
        ("info, error = logger.info, logger.error", "error('no pool %s', name)", [(None, "no pool %s")]),
        ("error = logger.critical", "error('no pool left')", [(None, "no pool left")]),
        ("info = logger.info", "info('a pool is left')", []),
        ("error = console.error", "error('no pool left')", []),
        ("def error(text): pass", "error('no pool left')", []),
    ],
)
def test_a_logger_s_method_under_a_name(
    binding: str, call: str, expected: list[tuple[str | None, str]]
) -> None:
    """`error = logger.error` at the top of a file is that logger's method wherever the file calls it."""
    source = f"logger = get_logger(__name__)\n{binding}\n\ndef grow(name):\n    {call}\n"
    assert [(site.error_class, site.template) for site in sites_of(source)] == expected


def test_a_name_of_the_function_is_not_the_file_s() -> None:
    """A parameter or variable of the same name is something else."""
    source = "error = logger.error\n\ndef grow(name):\n    error = name.error\n    error('no pool is left')\n"
    assert not sites_of(source)


KEPT = """
class Unbuilt:
    def __init__(self, message, *, code=None):
        self._message = message
        self._code = code

    def use(self):
        raise NotBuilt(self._message, code=self._code)

class UnbuiltSink(Unbuilt):
    pass

def mock(pool, name):
    told = f"{{name}} is not built; call build()"
    {call}
"""


@pytest.mark.parametrize(
    ("call", "templates"),
    [
        ("pool.kernel = Unbuilt(told)", ["{name} is not built; call build()"]),
        ("kernel = Unbuilt(message=told)", ["{name} is not built; call build()"]),
        ("return Unbuilt('the pool has no kernel')", ["the pool has no kernel"]),
        ("pool.add(Unbuilt('the pool has no kernel'))", ["the pool has no kernel"]),
        ("kernel = UnbuiltSink('the sink has no kernel')", ["the sink has no kernel"]),
        (
            "a = Unbuilt('the pool has no kernel'); b = Unbuilt(told)",
            ["the pool has no kernel", "{name} is not built; call build()"],
        ),
        # Nothing that says something, or nothing sure.
        ("kernel = Unbuilt(name)", ["{self._message}"]),
        ("kernel = Unbuilt(*told)", ["{self._message}"]),
        ("kernel = Other('the pool has no kernel')", ["{self._message}"]),
    ],
)
def test_a_text_that_a_constructor_keeps_is_raised_later(call: str, templates: list[str]) -> None:
    """The calls of the class in its file give the texts of what its methods raise."""
    sites = [site for site in sites_of(KEPT.format(call=call)) if site.error_class == "NotBuilt"]
    assert [site.template for site in sites] == templates
    assert {site.function for site in sites} == {"Unbuilt.use"}


@pytest.mark.parametrize(
    ("body", "template"),
    [
        ("message = str(message); super().__init__(message)", "no shard of {pool} is left"),
        ("super().__init__(str(message))", "no shard of {pool} is left"),
        ("self.message = force_str(message); super().__init__(self.message)", "no shard of {pool} is left"),
        (
            "message = str(message); super().__init__(f'{code}: {message}')",
            "{code}: no shard of {pool} is left",
        ),
        # What is called is no way of passing a text on, or takes more than the text.
        ("message = shown(message); super().__init__(message)", "{shown(message)}"),
        ("message = str(message, 'ascii'); super().__init__(message)", "{str(message, 'ascii')}"),
    ],
)
def test_a_message_that_init_makes_a_string_of(body: str, template: str) -> None:
    """`str(message)` prints what the raise site gives as the message."""
    source = f"""
        class ShardError(Exception):
            def __init__(self, message, code=0):
                {body}

        def grow(pool, code):
            raise ShardError(f"no shard of {{pool}} is left", code)
    """
    assert shown(source) == [("ShardError", template)]


def test_a_parameter_that_is_changed_on_the_way_is_left_open() -> None:
    """What `__init__` makes of a text is not what it was given."""
    source = """
        class Unbuilt:
            def __init__(self, message):
                message = message or "nothing"
                self.message = message

            def use(self):
                raise NotBuilt(self.message)

        kernel = Unbuilt("the pool has no kernel")
    """
    assert ("NotBuilt", "the pool has no kernel") not in shown(source)


@pytest.mark.parametrize(
    ("parameters", "name"),
    [
        ("Gone=PoolGone", "PoolGone"),
        ("Gone=errors.PoolGone", "PoolGone"),
        ("Gone", "Gone"),
        ("Gone=None", "Gone"),
        ("*, Gone=PoolGone", "PoolGone"),
    ],
)
def test_a_class_that_a_parameter_names(parameters: str, name: str) -> None:
    """A function may raise the class that it is given: the default is what callers get."""
    source = f"def grow(pool, {parameters}):\n    raise Gone('the pool is gone')\n"
    assert shown(source) == [(name, "the pool is gone")]
