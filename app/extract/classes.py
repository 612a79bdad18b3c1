"""What an exception class prints: the text that it builds in `__init__` or `__str__`, by parameter.

`ClassFacts` are read once from the file of the class, hold no trees, and travel between processes. `printed`
follows a call through `__init__` and the bases, as far as they are known.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from http import HTTPStatus

from app.extract.defaults import default_of
from app.extract.evaluate import Evaluator
from app.extract.fields import hole_of
from app.extract.scopes import ClassScope, FunctionScope, Place, last_name
from app.extract.texts import MAX_ALTERNATIVES, Text, bind, joined

__all__ = [
    "Arguments",
    "ClassFacts",
    "Printed",
    "class_facts",
    "find_class",
    "number_of",
    "plain_message",
    "printed",
]

# Attributes and keywords that hold a message, the likeliest first.
MESSAGE_NAMES = (
    "message", "msg", "detail", "details", "default_detail", "default_message", "_message", "reason", "description",
    "error_message", "error_msg", "errmsg", "error", "err", "text", "title", "fmt", "_fmt", "format", "msg_template", "message_template",
    "template", "message_format", "default_msg",
)  # fmt: skip
STATUS_NAMES = ("status_code", "http_status", "http_status_code", "status", "code", "http_code")
CODE_NAMES = ("code", "error_code", "errcode", "default_code", "err_code")
_OS_ERRORS = frozenset({"OSError", "IOError", "EnvironmentError", "FileNotFoundError", "PermissionError"})
_FORMATTED = re.compile(r"self\.(\w+)(\.format\(| ?% ?)")
_NAME = re.compile(r"[a-z_][\w.-]*")
_HTTP_NAME = re.compile(r"HTTP_(\d{3})(?:_|$)")
_MAX_CHAIN = 10
_STATUSES = frozenset(status.value for status in HTTPStatus)


@dataclass(frozen=True, slots=True)
class Arguments:
    """Texts of a call; a starred argument and a double-starred one are left out, and `open`."""

    positional: tuple[tuple[Text, ...], ...] = ()
    keywords: Mapping[str, tuple[Text, ...]] = field(default_factory=dict)
    open: bool = False


@dataclass(frozen=True, slots=True)
class ClassFacts:
    """What is known of a class that may be raised.

    Attributes:
        module: dotted path of its file.
        parameters: of its own `__init__`, None where it has none.
        passed: what that passes on to the base, None where it calls none.
        forwards: it passes on `*args`.
        fields: texts of attributes that `__init__` sets, by `self.name`.
        own_text: what its own `__str__` returns.
        attributes: texts that the class body binds.
        status, code: HTTP status and error code that class body or `__init__` give.
    """

    name: str
    module: str
    bases: tuple[str, ...]
    parameters: tuple[str, ...] | None = None
    defaults: Mapping[str, tuple[Text, ...]] = field(default_factory=dict)
    passed: Arguments | None = None
    forwards: bool = False
    fields: Mapping[str, tuple[Text, ...]] = field(default_factory=dict)
    own_text: tuple[Text, ...] | None = None
    attributes: Mapping[str, tuple[Text, ...]] = field(default_factory=dict)
    status: int | None = None
    code: str | None = None


@dataclass(frozen=True, slots=True)
class Printed:
    """What a raised class prints; no texts where it prints none or nothing is known."""

    texts: tuple[Text, ...]
    status: int | None = None
    code: str | None = None


Lookup = Callable[[str, str | None], ClassFacts | None]  # a name, the module that uses it


# --- reading a class --------------------------------------------------------------------------------


def class_facts(scope: ClassScope, module: str, evaluator: Evaluator) -> ClassFacts:
    """Read a class.

    Args:
        scope: the class.
        module: dotted path of its file.
        evaluator: of its file, one that leaves open what an instance may change.
    """
    init = scope.methods.get("__init__")
    attributes: dict[str, tuple[Text, ...]] = {}
    status: int | None = None
    code: str | None = None
    for name, bound in scope.body.assignments.items():
        last = bound[-1]
        if last.value is None or last.kind != "set":
            continue
        number = number_of(last.value)
        if name in STATUS_NAMES and number is not None:
            status = number
        elif (
            name in CODE_NAMES and isinstance(last.value, ast.Constant) and isinstance(last.value.value, str)
        ):
            code = last.value.value
        bound_texts = tuple(evaluator.texts(last.value, last.place))
        if any(text.words for text in bound_texts):
            attributes[f"self.{name}"] = bound_texts
    facts = ClassFacts(
        scope.name,
        module,
        scope.bases,
        attributes=attributes,
        own_text=_own_text(scope, evaluator),
        status=status,
        code=code,
    )
    if init is None or init.node is None:
        return facts
    defaults = {name: texts for name in init.parameters if (texts := _default(init, name, evaluator))}
    passed, forwards, found_status, found_code = _passed(init, scope, evaluator)
    fields = {
        f"self.{name}": tuple(
            text for one in bound[-2:] if one.value for text in evaluator.texts(one.value, one.place)
        )
        for name, bound in init.attributes.items()
    }
    if passed is None and (stored := init.attributes.get("args")):
        last = stored[-1]
        if isinstance(last.value, ast.Tuple):
            passed = Arguments(tuple(tuple(evaluator.texts(item, last.place)) for item in last.value.elts))
    return replace(
        facts,
        parameters=tuple(init.parameters),
        defaults=defaults,
        passed=passed,
        forwards=forwards,
        fields=fields,
        status=status or found_status,
        code=code or found_code,
    )


def _default(init: FunctionScope, name: str, evaluator: Evaluator) -> tuple[Text, ...]:
    value = default_of(init, name)
    if value is None or init.place is None:
        return ()
    if isinstance(value, ast.Constant) and not isinstance(value.value, str):
        return ()
    texts = evaluator.texts(value, init.place)
    return tuple(text for text in texts if text.words)


def _own_text(scope: ClassScope, evaluator: Evaluator) -> tuple[Text, ...] | None:
    method = scope.methods.get("__str__")
    if method is None:
        return None
    texts = [
        text for value, place in method.returns[:MAX_ALTERNATIVES] for text in evaluator.texts(value, place)
    ]
    telling = (
        text for text in texts if text.words or any(hole.gives.startswith("self.") for hole in text.holes)
    )
    return tuple(dict.fromkeys(telling)) or None


def _passed(
    init: FunctionScope, scope: ClassScope, evaluator: Evaluator
) -> tuple[Arguments | None, bool, int | None, str | None]:
    """Return what `__init__` passes to its base, whether it forwards `*args`, and a status and code in it."""
    for call, place in init.calls:
        func = call.func
        if not (isinstance(func, ast.Attribute) and func.attr == "__init__"):
            continue
        args = call.args
        if not (isinstance(func.value, ast.Call) and last_name(func.value.func) == "super"):
            if last_name(func.value) not in {*scope.bases, "Exception", "BaseException"}:
                continue
            args = args[1:]
        forwards = any(isinstance(arg, ast.Starred) for arg in args)
        arguments = arguments_of(args, call.keywords, place, evaluator)
        status, code = status_and_code(call)
        return arguments, forwards, status, code
    return None, False, None, None


def arguments_of(
    args: Sequence[ast.expr], keywords: Sequence[ast.keyword], place: Place, evaluator: Evaluator
) -> Arguments:
    """Read the arguments of a call."""
    plain = [arg for arg in args if not isinstance(arg, ast.Starred)]
    return Arguments(
        tuple(tuple(evaluator.texts(arg, place)) for arg in plain),
        {one.arg: tuple(evaluator.texts(one.value, place)) for one in keywords if one.arg},
        open=len(plain) < len(args) or any(one.arg is None for one in keywords),
    )


def status_and_code(call: ast.Call) -> tuple[int | None, str | None]:
    """Return the HTTP status and the error code that a call's keywords give."""
    status: int | None = None
    code: str | None = None
    for keyword in call.keywords:
        if keyword.arg in STATUS_NAMES and status is None:
            status = number_of(keyword.value)
        if (
            keyword.arg in CODE_NAMES
            and isinstance(keyword.value, ast.Constant)
            and isinstance(keyword.value.value, str)
        ):
            code = code or keyword.value.value
    return status, code


def number_of(node: ast.expr) -> int | None:
    """Return the HTTP status that an expression names: `404`, `status.HTTP_404_NOT_FOUND`, `HTTPStatus.NOT_FOUND`."""
    if isinstance(node, ast.Constant):
        number = node.value if type(node.value) is int else None
        return number if number in _STATUSES else None
    if isinstance(node, ast.Attribute) and node.attr == "value":
        node = node.value
    name = last_name(node)
    if name and (match := _HTTP_NAME.match(name)):
        return int(match[1])
    if isinstance(node, ast.Attribute) and name and last_name(node.value) == "HTTPStatus":
        return HTTPStatus[name].value if name in HTTPStatus.__members__ else None
    return None


# --- following a call -------------------------------------------------------------------------------


def printed(facts: ClassFacts, given: Arguments, lookup: Lookup) -> Printed:
    """Return what a class prints when it is raised with these arguments."""
    chain = list(_ancestry(facts, lookup))
    attributes: dict[str, tuple[Text, ...]] = {}
    for one in chain:
        for name, texts in one.attributes.items():
            attributes.setdefault(name, texts)
    status = next((one.status for one in chain if one.status is not None), None)
    code = next((one.code for one in chain if one.code is not None), None)

    values: dict[str, tuple[Text, ...]] = {}
    arguments = given
    for one in chain:
        if one.parameters is None:
            continue
        own, absent = _bound(one, arguments)
        for name, texts in one.fields.items():
            values.setdefault(name, _resolved(texts, {**attributes, **own}, absent))
        values.update((name, texts) for name, texts in own.items() if name not in values)
        if one.passed is None:
            break
        arguments = _forwarded(one, arguments, {**attributes, **values, **own}, absent)
    own_text = next((one.own_text for one in chain if one.own_text is not None), None)
    if own_text is not None:
        shown = _resolved(own_text, {**attributes, **values}, frozenset())
        if any(text.words for text in shown):
            return Printed(shown, status, code)
    root = next((name for one in chain[::-1] for name in one.bases), "Exception")
    message = tuple(plain_message(arguments, root))
    if not any(text.words for text in message) and not (given.positional or given.keywords or given.open):
        message = _attribute_message(attributes) or message
    return Printed(message, status, code)


def _attribute_message(attributes: Mapping[str, tuple[Text, ...]]) -> tuple[Text, ...]:
    """Return the text of an attribute that is called a message; a template in it has its own notation."""
    for name in MESSAGE_NAMES:
        texts = attributes.get(f"self.{name}")
        if texts:
            expanded = (text.format() if "{" in text.printed else text for text in texts)
            return tuple(text.percent() if "%(" in text.printed else text for text in expanded)
    return ()


def plain_message(given: Arguments, root: str = "Exception") -> list[Text]:
    """Return what an exception prints that says nothing else: its argument, its telling one among several."""
    positional = given.positional
    if root in _OS_ERRORS and len(positional) in {2, 3} and not any(text.words for text in positional[0]):
        pieces = [[Text(("[Errno ",))], positional[0], [Text(("] ",))], positional[1]]
        if len(positional) == 3:
            pieces += [[Text((": ",))], [_quoted(text) for text in positional[2]]]
        return joined(pieces)
    named = [given.keywords[name] for name in MESSAGE_NAMES if name in given.keywords]
    telling = [texts for texts in (*positional, *named) if any(text.words for text in texts)]
    # One of several that is a single name is a code or a parameter, and hardly the message.
    telling = [
        texts
        for texts in telling
        if texts is next(iter(positional), None) or not _NAME.fullmatch(texts[0].printed)
    ]
    prose = [texts for texts in telling if any(text.prose for text in texts)]
    return list(next(iter((*prose, *telling, *positional, *named)), ()))


def _quoted(text: Text) -> Text:
    hole = text.only_hole
    if hole is not None and hole.source.startswith("{") and not hole.conversion:
        return Text.of([hole_of(hole.expression, "!r", "r")])
    return Text.of(["'", *text.parts, "'"])


def _ancestry(facts: ClassFacts, lookup: Lookup) -> Iterator[ClassFacts]:
    """Yield a class and its known bases, nearest first."""
    pending, seen = [facts], set[tuple[str, str]]()
    while pending and len(seen) < _MAX_CHAIN:
        one = pending.pop(0)
        key = (one.module, one.name)
        if key in seen:
            continue
        seen.add(key)
        yield one
        bases = (lookup(name, one.module) for name in one.bases)
        pending = [base for base in bases if base is not None] + pending


def _bound(facts: ClassFacts, given: Arguments) -> tuple[dict[str, tuple[Text, ...]], frozenset[str]]:
    """Return texts by parameter, and the parameters that were left out and have no text of their own."""
    parameters = facts.parameters or ()
    own = dict(zip(parameters, given.positional, strict=False))
    own.update((name, texts) for name, texts in given.keywords.items() if name in parameters)
    absent: set[str] = set()
    for name in parameters:
        if name in own:
            continue
        if name in facts.defaults:
            own[name] = facts.defaults[name]
        elif not given.open:
            absent.add(name)
    return own, frozenset(absent)


def _forwarded(
    facts: ClassFacts, given: Arguments, values: Mapping[str, tuple[Text, ...]], absent: frozenset[str]
) -> Arguments:
    """Return the arguments that reach the base."""
    assert facts.passed is not None
    positional = [_resolved(texts, values, absent) for texts in facts.passed.positional]
    keywords = {name: _resolved(texts, values, absent) for name, texts in facts.passed.keywords.items()}
    if facts.forwards:
        named = len(facts.parameters or ())
        # The last parameters may be `*args` and `**kwargs` themselves: what is not bound to a name goes on.
        rest = given.positional[max(0, named - 1) if not positional else named :]
        positional += rest or (given.positional if not facts.passed.positional else ())
    return Arguments(tuple(texts for texts in positional if texts), keywords, facts.passed.open)


def _resolved(
    texts: Sequence[Text], values: Mapping[str, tuple[Text, ...]], absent: frozenset[str]
) -> tuple[Text, ...]:
    """Put what is known into texts; where a parameter was left out, texts without it are taken."""
    usable = [text for text in texts if not any(hole.gives in absent for hole in text.holes)]
    given = [text for text in usable if any(hole.gives in values for hole in text.holes)]
    found: list[Text] = []
    for text in usable or (texts if not absent else ()):
        hole = text.only_hole
        formatted = _FORMATTED.match(hole.expression) if hole else None
        if formatted and f"self.{formatted[1]}" in values:
            expand = Text.format if formatted[2].startswith(".") else Text.percent
            found += [expand(one) for one in values[f"self.{formatted[1]}"]]
        else:
            found += bind(text, values)
    telling = [text for text in found if text.words]
    if len(given) == 1 and len(usable) > 1 and any(text.words for text in bind(given[0], values)):
        return tuple(bind(given[0], values))
    return tuple(dict.fromkeys(telling or found))[:MAX_ALTERNATIVES]


def find_class(
    classes: Mapping[str, tuple[ClassFacts, ...]], name: str, hint: str | None
) -> ClassFacts | None:
    """Return the class of a name.

    Args:
        classes: of the target, by name.
        name: of the class.
        hint: the module that it was imported from or is used in, dots of a relative import included; of
            several classes of the name, the one there or below is meant, and none where that is not sure.
    """
    known = classes.get(name, ())
    if hint and not hint.startswith("."):
        # Imported from another distribution, whose class of the same name is not this one.
        package = hint.partition(".")[0]
        known = tuple(facts for facts in known if facts.module.partition(".")[0] == package)
    if len(known) < 2:
        return known[0] if known else None
    module = (hint or "").lstrip(".")
    if hint is None or not module:
        return None
    for facts in known:
        if facts.module == module or (hint != module and facts.module.endswith(f".{module}")):
            return facts
    below = [facts for facts in known if facts.module.startswith(f"{module}.")]
    return below[0] if len(below) == 1 else None
