"""Which statements are sites, and of which class."""

from __future__ import annotations

import pytest

from tests.extract.reading import shown, sites_of

STATEMENTS = [
    ("of a module", "raise exc.NoRow('no such row')", [("NoRow", "no such row")]),
    ("bare class", "raise ValueError", [("ValueError", None)]),
    ("no arguments", "raise exc.NoRow()", [("NoRow", None)]),
    ("with a cause", "raise E('no pool') from x", [("E", "no pool")]),
    ("with a traceback", "raise E('no pool').with_traceback(x)", [("E", "no pool")]),
    ("again", "try:\n  x()\nexcept E:\n  raise", []),
    ("caught", "try:\n  x()\nexcept E as e:\n  raise e", []),
    ("given", "raise x", []),
    ("built before", "e = E(f'no {x}')\ne.hint = 1\nraise e", [("E", "no {x}")]),
    ("built in branches", "if x:\n  e = E('no pool')\nelse:\n  e = F('no key')\nraise e", [("E", "no pool"), ("F", "no key")]),
    ("one of two", "raise (E if x else F)('no pool')", [("E", "no pool"), ("F", "no pool")]),
    ("either", "raise E('no pool') if x else F('no key')", [("E", "no pool"), ("F", "no key")]),
    ("class in a variable", "kind = exc.NoRow\nraise kind('no pool')", [("NoRow", "no pool")]),
    ("unknown class", "raise x.make('no pool')", [(None, "no pool")]),
    ("unknown class and text", "raise x.make(1)", []),
    ("class of what was caught", "try:\n  x()\nexcept (KeyError, exc.Bad) as e:\n  raise type(e)(f'no {e}')",
     [("KeyError", "no {e}"), ("Bad", "no {e}")]),
    ("old names", "raise IOError('no pool')\nraise EnvironmentError('no pool')\nraise socket.error('no key')",
     [("OSError", "no pool"), ("OSError", "no pool"), ("OSError", "no key")]),
    ("number and text", "raise OSError(errno.ENOENT, 'no such pool', x)",
     [("OSError", "[Errno {errno.ENOENT}] no such pool: {x!r}")]),
    ("several arguments", "raise E(x, 'bad_code', 'no such pool')", [("E", "no such pool")]),
    ("a text not known beside a code", "raise E(x, code='no_pool')\nraise F(x, 'unique')", [("E", "{x}"), ("F", "{x}")]),
    ("by keyword", "raise E(code='gone', detail=f'no {x}')", [("E", "no {x}")]),
    ("filled by the class", "raise E('no %(what)s', params={'what': x})", [("E", "no %(what)s")]),
    ("not filled by a builtin", "raise ValueError('no %s', x)", [("ValueError", "no %s")]),
    ("stop without a word", "raise SystemExit(1)", [("SystemExit", None)]),
    ("stop with a word", "raise SystemExit('no pool given')", [("SystemExit", "no pool given")]),
    ("assert", "assert x, f'no {x}'", [("AssertionError", "no {x}")]),
    ("assert without text", "assert x", [("AssertionError", None)]),
    ("exit", "sys.exit('no pool given')\nexit('no key')", [("SystemExit", "no pool given"), ("SystemExit", "no key")]),
    ("exit by number", "sys.exit(2)\nsys.exit(x)", []),
    ("parser", "self.parser.error('need a pool')\nctx.fail('need a key')",
     [("SystemExit", "need a pool"), ("UsageError", "need a key")]),
    ("log", "logger.error('no %s of %d', x, 5)\nself.log.exception(f'no {x}')", [(None, "no %s of %d"), (None, "no {x}")]),
    ("log without words", "logger.error(x)", []),
    ("log without arguments", "logging.error('100%s sure')", [(None, "100%s sure")]),
    ("log in braces", "LOG.critical('no {} left', x)", [(None, "no {} left")]),
    ("log with a level", "logger.log(logging.ERROR, 'no %s', x)\nlogger.log(logging.INFO, 'fine %s', x)", [(None, "no %s")]),
    ("no logger", "catalogue.error('no pool')\nmath.log(x)", []),
    ("lower levels", "logger.warning('no pool')\nlogger.info('no key')", []),
    ("warning", "warnings.warn('old pool')\nwarnings.warn(f'old {x}', DeprecationWarning, 2)",
     [("UserWarning", "old pool"), ("DeprecationWarning", "old {x}")]),
    ("warning by keyword", "warnings.warn(message='old pool', category=exc.OldWarning)", [("OldWarning", "old pool")]),
    ("warning instance", "warnings.warn(OldWarning('old pool'))", [("OldWarning", "old pool")]),
    ("or", "x or sys.exit('no pool given')", [("SystemExit", "no pool given")]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "expected"), [one[1:] for one in STATEMENTS], ids=[one[0] for one in STATEMENTS]
)
def test_sites_of_a_function(body: str, expected: list[tuple[str | None, str | None]]) -> None:
    """Each form gives its class and text, or no site."""
    lines = "\n".join(f"  {line}" for line in body.split("\n"))
    assert shown(f"def f(self, x, ctx):\n{lines}\n") == expected


def test_severities_and_kinds() -> None:
    """Logs and warnings carry their own severity; what is raised is an error."""
    source = """
        import warnings
        raise E("no pool")
        assert x
        sys.exit("no key")
        logger.error("no end")
        logger.fatal("no use")
        warnings.warn("no way")
    """
    found = [(site.kind, site.severity) for site in sites_of(source)]
    assert found == [
        ("raise", "error"),
        ("assert", "error"),
        ("exit", "error"),
        ("log", "error"),
        ("log", "critical"),
        ("warning", "warning"),
    ]


STATUSES = [
    ("raise HTTPException(status_code=404, detail='no pool')", 404, None, "no pool"),
    ("raise HTTPException(404, 'no pool')", 404, None, "no pool"),
    ("raise HTTPException(status.HTTP_409_CONFLICT, detail=f'no {x}')", 409, None, "no {x}"),
    ("raise HTTPException(HTTPStatus.NOT_FOUND, 'no pool')", 404, None, "no pool"),
    ("raise HTTPException(HTTPStatus.NOT_FOUND.value)", 404, None, None),
    ("raise Http404('no pool')", 404, None, "no pool"),
    ("raise HTTP_409Conflict('no pool')", 409, None, "no pool"),
    ("raise Error404('no pool')", None, None, "no pool"),
    ("raise Http2Error('no pool')", None, None, "no pool"),
    ("raise ValidationError('no pool', code='invalid')", None, "invalid", "no pool"),
    ("raise E('no pool', error_code='P7')", None, "P7", "no pool"),
    ("raise E('no pool', code=7)", None, None, "no pool"),
]


@pytest.mark.parametrize(("source", "status", "code", "template"), STATUSES)
def test_status_and_code(source: str, status: int | None, code: str | None, template: str | None) -> None:
    """HTTP status and error code are taken where the call gives them, or a class that is named after its HTTP status."""
    (site,) = sites_of(source)
    assert (site.http_status, site.error_code, site.template) == (status, code, template)


CLASSES = [
    ("text passed on", "class E(Exception):\n def __init__(self, name):\n  super().__init__(f'no pool {name!r}')",
     "E(x)", "no pool {name!r}"),
    ("value put in", "class E(Exception):\n def __init__(self, name, why='gone for good'):\n  super().__init__(f'{name}: {why}')",
     "E('blue pool')", "blue pool: gone for good"),
    ("quoted value put in", "class E(Exception):\n def __init__(self, name):\n  super().__init__(f'no pool {name!r}')",
     "E('blue')", "no pool 'blue'"),
    ("text built before", "class E(Exception):\n def __init__(self, n):\n  msg = 'no pool '\n  msg += f'left of {n}'\n  Exception.__init__(self, msg)",
     "E(5)", "no pool left of 5"),
    ("message or default", "class E(Exception):\n def __init__(self, message=None):\n  super().__init__(message or 'no pool left')",
     "E()", "no pool left"),
    ("message instead of default", "class E(Exception):\n def __init__(self, message=None):\n  super().__init__(message or 'no pool left')",
     "E('a key is missing')", "a key is missing"),
    ("default in a branch", "class E(Exception):\n def __init__(self, message=None):\n  if message is None:\n   message = 'no pool left'\n  super().__init__(message)",
     "E", "no pool left"),
    ("printed by str", "class E(Exception):\n def __init__(self, name):\n  self.name = name\n def __str__(self):\n  return f'no pool {self.name}'",
     "E('of blue')", "no pool of blue"),
    ("str of a stored text", "class E(Exception):\n def __init__(self, name):\n  self.text = f'no pool {name}'\n def __str__(self):\n  return self.text",
     "E(x)", "no pool {name}"),
    ("attribute", "class E(Base):\n default_message = 'no pool left'", "E()", "no pool left"),
    ("attribute of a base", "class B(Exception):\n fmt = 'no pool {name} left'\nclass E(B):\n pass", "E()", "no pool {name} left"),
    ("attribute that a base prints", "class B(Exception):\n fmt = 'odd'\n def __init__(self, **kw):\n  super().__init__(self.fmt.format(**kw))\nclass E(B):\n fmt = 'no pool {name} left'", "E(name=x)", "no pool {name} left"),
    ("base's init", "class B(Exception):\n def __init__(self, text, code):\n  super().__init__(f'{code}: {text}')\nclass E(B):\n def __init__(self, name):\n  super().__init__(f'no pool {name}', code='P7')", "E(x)", "P7: no pool {name}"),
    ("forwarded", "class E(Exception):\n def __init__(self, *args):\n  super().__init__(*args)", "E('no pool left')", "no pool left"),
    ("no text of its own", "class E(Exception):\n def __init__(self, name):\n  self.name = name", "E(f'no {x}')", "no {x}"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("classes", "call", "template"), [one[1:] for one in CLASSES], ids=[one[0] for one in CLASSES]
)
def test_text_that_the_class_builds(classes: str, call: str, template: str) -> None:
    """A class of the file prints what its `__init__`, `__str__` or attribute makes of the arguments."""
    assert shown(f"{classes}\ndef f(x):\n raise {call}\n")[-1] == ("E", template)


def test_status_and_code_of_a_class() -> None:
    """Status and code stand in the class body or in what its `__init__` passes on."""
    source = """
        class Gone(APIException):
            status_code = status.HTTP_410_GONE
            default_detail = "the pool is gone"
            default_code = "gone"

        class Busy(HTTPException):
            def __init__(self, name):
                super().__init__(status_code=503, detail=f"pool {name} is busy")

        raise Gone()
        raise Busy(x)
    """
    found = [(site.http_status, site.error_code, site.template) for site in sites_of(source)]
    assert found == [(410, "gone", "the pool is gone"), (503, None, "pool {name} is busy")]


def test_a_helper_raises_at_its_call() -> None:
    """A function that raises the text it is given, or the exception, makes a site of each call."""
    source = """
        def raise_or_warn(msg, strict=True):
            if strict:
                raise PoolError(msg)
            print(msg)

        def throw(error):
            raise error

        class Pool:
            def _fail(self, name, msg):
                raise KeyError(f"{name}: {msg}")

            def grow(self, size):
                if size < 0:
                    raise_or_warn(f"size {size} is negative")
                self._fail(size, "no room left")
                throw(ValueError("size is odd"))
                throw(error=TypeError("size is no number"))
                raise_or_warn(size)
                raise_or_warn("oddness")
    """
    found = [(site.line, site.error_class, site.template, site.function) for site in sites_of(source)]
    assert found == [
        (4, "PoolError", "{msg}", "raise_or_warn"),
        (12, "KeyError", "{name}: {msg}", "Pool._fail"),
        (16, "PoolError", "size {size} is negative", "Pool.grow"),
        (17, "KeyError", "{name}: no room left", "Pool.grow"),
        (18, "ValueError", "size is odd", "Pool.grow"),
        (19, "TypeError", "size is no number", "Pool.grow"),
    ]


def test_an_exception_that_a_function_makes() -> None:
    """It is a site where it is raised; where this file raises it nowhere, it is one where it is returned."""
    source = """
        def _error(name):
            if name:
                return KeyError(f"no {name} here")
            return ValueError("no name given")

        def unused():
            return exc.PoolError("no pool left")

        def value():
            return Result("no error at all")

        class ReplyError(Reply):
            pass

        def reply():
            return ReplyError("no error either")

        def grow(name):
            raise _error(name)

        def shrink():
            error = _error("blue pool")
            raise error
    """
    found = [(site.line, site.error_class, site.template) for site in sites_of(source)]
    assert found == [
        (8, "PoolError", "no pool left"),
        (20, "KeyError", "no {name} here"),
        (20, "ValueError", "no name given"),
        (24, "KeyError", "no blue pool here"),
        (24, "ValueError", "no name given"),
    ]


def test_a_class_method_of_an_exception_is_not_its_class() -> None:
    """`raise base.PoolError.With(x)` raises a PoolError, however the method is called."""
    (site,) = sites_of("raise base.PoolError.WithName(error, 'no pool of that name')")
    assert (site.error_class, site.template) == ("PoolError", "no pool of that name")
