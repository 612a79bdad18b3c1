"""Expressions to message texts: what a program would print, as far as the source says it.

An expression gives one text or several (a conditional, a variable set in both branches); what the source
does not say is a hole named after the expression. Depth, number and length are bounded.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from app.extract import text_calls
from app.extract.constructed import Constructed
from app.extract.defaults import default_of
from app.extract.fields import Hole, Part, fstring_fields, hole_of
from app.extract.flow import reaching
from app.extract.imports import Imports
from app.extract.names import NamesIndex
from app.extract.scopes import Assignment, ClassScope, FunctionScope, ModuleScope, Place, last_name
from app.extract.source import Source
from app.extract.texts import MAX_ALTERNATIVES, Text, bind, distinct, joined

__all__ = ["Evaluator"]

_MAX_DEPTH: Final = 12
_MAX_OPERANDS = 400
_MAX_STEPS = 3_000  # expressions looked at for one site
_MAX_ITEMS = 60


class Evaluator:
    """Reads the texts of one file's expressions.

    With `late`, what an instance may change is left open: parameters that a branch replaces, attributes of
    `self` that a subclass binds. `names` are those of the other files of the target, `here` is this one's dotted path.
    """

    def __init__(
        self,
        source: Source,
        module: ModuleScope,
        *,
        late: bool = False,
        names: NamesIndex | None = None,
        here: str = "",
    ) -> None:
        self._source = source
        self._module = module
        self._late = late
        self.imports = Imports(module, names or NamesIndex(), here)
        self._constructed = Constructed(module)
        self._steps = _MAX_STEPS
        self._local_functions: dict[int, dict[str, FunctionScope]] = {}
        for function in module.functions:
            is_method = function.owner is not None and function.owner.methods.get(function.name) is function
            if function.parent is not None and not is_method:
                self._local_functions.setdefault(id(function.parent), {}).setdefault(function.name, function)

    def start(self) -> None:
        """Begin a new site: each has its own allowance of steps, so that a hostile file takes linear time."""
        self._steps = _MAX_STEPS

    def texts(self, node: ast.expr, place: Place, depth: int = 0) -> list[Text]:
        """Return the texts of an expression, at least one."""
        found = self._known(node, place, depth)
        if found:
            return list(dict.fromkeys(found))[:MAX_ALTERNATIVES] if self._late else distinct(found)
        return [self._unknown(node)]

    def _unknown(self, node: ast.expr) -> Text:
        passed = text_calls.passed_on(node)
        return Text.hole(self._source.expression(node), self._source.expression(passed) if passed else "")

    def _known(self, node: ast.expr, place: Place, depth: int) -> list[Text] | None:
        """Return the texts, or None where the source does not say."""
        self._steps -= 1
        if self._steps < 0 or depth > _MAX_DEPTH:
            return None
        if isinstance(node, ast.Constant):
            if node.value is None or node.value is Ellipsis:
                return None
            return [Text.of([text_calls.printed_value(node.value)])]
        if isinstance(node, ast.JoinedStr):
            return self._fstring(node, place, depth)
        if isinstance(node, ast.BinOp):
            return self._operation(node, place, depth)
        if isinstance(node, ast.Call):
            return self._call(node, place, depth)
        if isinstance(node, ast.IfExp):
            return [*self.texts(node.body, place, depth + 1), *self.texts(node.orelse, place, depth + 1)]
        if isinstance(node, ast.BoolOp):
            return [text for value in node.values[-4:] for text in self.texts(value, place, depth + 1)]
        if isinstance(node, ast.Name):
            return self._name(node.id, place, depth)
        if isinstance(node, ast.Attribute):
            return self._attribute(node, place, depth)
        if isinstance(node, ast.Subscript):
            return self._subscript(node, place, depth)
        if isinstance(node, ast.NamedExpr):
            return self.texts(node.value, place, depth + 1)
        if isinstance(node, ast.Tuple):
            return self._tuple(node, place, depth)
        return None

    def _tuple(self, node: ast.Tuple, place: Place, depth: int) -> list[Text] | None:
        """Return what is printed of texts between which a comma was left, or put by mistake."""
        if not 0 < len(node.elts) <= _MAX_ITEMS or isinstance(node.elts[0], ast.Starred):
            return None
        known = [
            None if isinstance(item, ast.Starred) else self._known(item, place, depth + 1)
            for item in node.elts
        ]
        if not any(texts and texts[0].prose for texts in known):
            return None
        parts: list[Part] = ["("]
        for item, texts in zip(node.elts, known, strict=True):
            parts += [", "] if len(parts) > 1 else []
            literal = texts[0].parts if texts and len(texts) == 1 and not texts[0].holes else None
            parts.append(
                repr("".join(map(str, literal)))
                if literal is not None
                else hole_of(self._source.expression(item), "!r", "r")
            )
        return [Text.of([*parts, ",)" if len(node.elts) == 1 else ")"])]

    # --- strings --------------------------------------------------------------------------------------

    def _fstring(self, node: ast.JoinedStr, place: Place, depth: int) -> list[Text] | None:
        values = [value for value in node.values if isinstance(value, ast.FormattedValue)]
        fields = fstring_fields(self._source.segment(node))
        if fields is None or len(fields) != len(values):
            fields = [self._field(value) for value in values]
        upcoming = iter(fields)
        text = Text.of(
            str(value.value) if isinstance(value, ast.Constant) else next(upcoming) for value in node.values
        )
        if (
            len(values) == 1
            and not text.words
            and values[0].conversion == -1
            and values[0].format_spec is None
        ):
            inner = self._known(values[0].value, place, depth + 1)  # f"{MESSAGE}" is the message
            if inner:
                return joined([[Text.of([part])] if isinstance(part, str) else inner for part in text.parts])
        return [text]

    def _field(self, value: ast.FormattedValue) -> Hole:
        """Write a field anew, where the scanner and the tree disagree."""
        expression = self._source.expression(value.value)
        conversion = chr(value.conversion) if value.conversion > 0 else ""
        return hole_of(expression, f"!{conversion}" if conversion else "", conversion)

    def _operation(self, node: ast.BinOp, place: Place, depth: int) -> list[Text] | None:
        if isinstance(node.op, ast.Mod):
            left = self._known(node.left, place, depth + 1)
            if not left:
                return None
            given = text_calls.right_operands(node.right, self._source.expression)
            return [text.percent(*given) for text in left]
        if not isinstance(node.op, ast.Add):
            return None
        operands: list[ast.expr] = []  # a long concatenation leans to the left, one operand a level
        spine: ast.expr = node
        while (
            isinstance(spine, ast.BinOp) and isinstance(spine.op, ast.Add) and len(operands) < _MAX_OPERANDS
        ):
            operands.append(spine.right)
            spine = spine.left
        operands.append(spine)
        known = [self._known(operand, place, depth + 1) for operand in reversed(operands)]
        if not any(known):
            return None
        return joined(
            [
                texts or [self._unknown(operand)]
                for texts, operand in zip(known, reversed(operands), strict=True)
            ]
        )

    def _call(self, node: ast.Call, place: Place, depth: int) -> list[Text] | None:
        name = last_name(node.func)
        args = node.args
        if isinstance(node.func, ast.Attribute):
            method = self._method(node.func, node, place, depth)
            if method:
                return method
        if name in text_calls.CATALOGUE and args:
            chosen = [args[position] for position in text_calls.CATALOGUE[name] if position < len(args)]
            found = [text for arg in chosen for text in self._known(arg, place, depth + 1) or ()]
            return found or None
        if name in {"dedent", "cleandoc"} and args:
            texts = self._known(args[0], place, depth + 1)
            clean = [text.dedented() for text in texts or ()]
            return [text.changed(str.strip) for text in clean] if name == "cleandoc" else clean
        if name in text_calls.TRANSPARENT and args:
            return self._known(args[-1 if name == "cast" else 0], place, depth + 1)
        return self._returned(node, place, depth)

    def _method(self, func: ast.Attribute, call: ast.Call, place: Place, depth: int) -> list[Text] | None:
        """Apply a method of strings to a known text."""
        args = call.args
        if func.attr == "join" and len(args) == 1:
            return self._join(func.value, args[0], place, depth)
        if func.attr not in {"format", "format_map", "replace"} and (
            func.attr not in text_calls.METHODS or args
        ):
            return None
        receiver = self._known(func.value, place, depth + 1)
        if not receiver:
            return None
        if func.attr in text_calls.METHODS:
            return [text.changed(text_calls.METHODS[func.attr]) for text in receiver]
        if func.attr != "replace":
            given = text_calls.format_operands(call, self._source.expression)
            return [text.format(*given) for text in receiver]
        if len(args) == 2 and all(
            isinstance(arg, ast.Constant) and isinstance(arg.value, str) for arg in args
        ):
            old, new = (str(arg.value) for arg in args if isinstance(arg, ast.Constant))
            return [
                text.changed(lambda literal: literal.replace(old, new) if old else literal)
                for text in receiver
            ]
        return None

    def _join(self, receiver: ast.expr, items: ast.expr, place: Place, depth: int) -> list[Text] | None:
        separator = self._known(receiver, place, depth + 1)
        if not separator or not isinstance(items, (ast.List, ast.Tuple)) or len(items.elts) > _MAX_ITEMS:
            return None
        pieces: list[list[Text]] = []
        for item in items.elts:
            texts = None if isinstance(item, ast.Starred) else self._known(item, place, depth + 1)
            pieces += [separator[:1], texts or [self._unknown(item)]]
        return joined(pieces[1:])

    def _returned(self, node: ast.Call, place: Place, depth: int) -> list[Text] | None:
        """Return what a function of this file that builds a text returns."""
        function = self.function_called(node.func, place)
        foreign = self.imports.function(node.func, place) if function is None else None
        if foreign is not None and foreign.texts and depth <= _MAX_DEPTH // 2:
            given = self.values(node, foreign.parameters, foreign.defaults, place, depth + 1)
            return [bound for text in foreign.texts for bound in bind(text, given)]
        if function is None or depth > _MAX_DEPTH // 2 or not 0 < len(function.returns) <= MAX_ALTERNATIVES:
            return None
        found = [
            text
            for value, there in function.returns
            for text in self._known(value, there, depth + 3) or ()
            if text.words
        ]
        if not found:
            return None
        values = self.arguments(node, function, place, depth + 1)
        return [bound for text in found for bound in bind(text, values)]

    # --- names ------------------------------------------------------------------------------------------

    def _name(self, name: str, place: Place, depth: int) -> list[Text] | None:
        function: FunctionScope | None = place.function
        while function is not None:
            if function is place.function:
                assignments, definite = reaching(name, function, place)
            else:
                assignments, definite = function.assignments.get(name, [])[-MAX_ALTERNATIVES:], True
            if assignments and all(one.kind == "import" for one in assignments):
                return self.imports.texts(ast.Name(name))
            if assignments:
                found = self._assigned(name, assignments, depth)
                return [*found, Text.hole(name)] if found and self._late and not definite else found
            if function.node is not None and name in [*function.parameters, "self", "cls"]:
                default = None if self._late else default_of(function, name)
                return self._known(default, place, depth + 1) if default is not None else None
            if name in function.assignments and function is place.function:
                return None
            function = function.parent
            while function is not None and function.node is None and function.parent is not None:
                function = function.parent  # the body of a class is no scope for its methods
        return None

    def _assigned(self, name: str, assignments: Iterable[Assignment], depth: int) -> list[Text] | None:
        found: list[Text] = []
        for one in assignments:
            if one.value is None or one.kind not in {"set", "add", "mod"}:
                found.append(Text.hole(name))
                continue
            known = self._known(one.value, one.place, depth + 1)
            if one.kind == "set":
                found += known or [self._unknown(one.value)]
                continue
            before = self._name(name, one.place, depth + 1)
            if one.kind == "mod":
                found += [text.percent() for text in before or [Text.hole(name)]]
            else:
                found += joined([before or [Text.hole(name)], known or [self._unknown(one.value)]])
        if self._late:
            return found
        return (
            [text for text in found if text.words] or [text for text in found if not text.only_hole] or None
        )

    def _attribute(self, node: ast.Attribute, place: Place, depth: int) -> list[Text] | None:
        if not isinstance(node.value, ast.Name):
            return None
        base = node.value.id
        owner = place.owner if base in {"self", "cls"} else self._module.classes.get(base)
        if owner is None:
            return self.imports.texts(node)
        if base == "self":
            set_here = place.function.attributes.get(node.attr, ())
            last = [one for one in set_here if one.place.order < place.order][-1:]
            if last and last[0].value is not None:
                return self._known(last[0].value, last[0].place, depth + 1)
        if self._late and base in {"self", "cls"}:
            return None
        value = self.class_attribute(owner, node.attr)
        if value is not None or base != "self":
            return self._known(value[0], value[1], depth + 1) if value else None
        given = self._constructed.given(owner, node.attr)
        texts = [text for one, there in given for text in self._known(one, there, depth + 3) or ()]
        return [text for text in texts if text.prose] or None

    def class_attribute(self, owner: ClassScope, name: str) -> tuple[ast.expr, Place] | None:
        """Return what a class of this file, or a base of it there, binds a name to."""
        for scope in self.ancestry(owner):
            for one in reversed(scope.body.assignments.get(name, ())):
                if one.kind == "set" and one.value is not None:
                    return one.value, one.place
        return None

    def ancestry(self, owner: ClassScope) -> list[ClassScope]:
        """Return a class and its bases in this file, nearest first."""
        found = [owner]
        for scope in found:
            bases = (self._module.classes.get(name) for name in scope.bases)
            found += [base for base in bases if base is not None and base not in found]
        return found

    def _subscript(self, node: ast.Subscript, place: Place, depth: int) -> list[Text] | None:
        key = node.slice.value if isinstance(node.slice, ast.Constant) else None
        values: list[ast.expr] = []
        for container in self._containers(node.value, place):
            if isinstance(container, ast.Dict):
                pairs = zip(container.keys, container.values, strict=True)
                values = [
                    value
                    for at, value in pairs
                    if key is None or (isinstance(at, ast.Constant) and at.value == key)
                ]
            else:
                values = list(container.elts)
                if isinstance(key, int):
                    values = values[key : key + 1] if key >= 0 else values[key:][:1]
            if values:
                break
        if not values and isinstance(key, str):
            return list(self._foreign_entry(node.value, key, place)) or None
        found = [
            text for value in values[:MAX_ALTERNATIVES] for text in self._known(value, place, depth + 1) or ()
        ]
        return [text for text in found if text.words] or None

    def _containers(self, node: ast.expr, place: Place) -> list[ast.Dict | ast.Tuple | ast.List]:
        """Return the displays that a name or attribute may be bound to, nearest first."""
        values: list[ast.expr | None] = [node]
        if isinstance(node, ast.Name):
            scopes = (place.function, place.owner.body if place.owner else None, self._module.body)
            bound = [scope.assignments.get(node.id, []) for scope in scopes if scope is not None]
            values = [next((found[-1].value for found in bound if found), None)]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            base = node.value.id
            owner = place.owner if base in {"self", "cls"} else self._module.classes.get(base)
            values = [
                one.value
                for scope in (self.ancestry(owner) if owner else ())
                for name in text_calls.attribute_names(node.attr)
                for one in scope.body.assignments.get(name, ())[-1:]
                if one.kind == "set"
            ]
        return [value for value in values if isinstance(value, (ast.Dict, ast.Tuple, ast.List))]

    def _foreign_entry(self, node: ast.expr, key: str, place: Place) -> tuple[Text, ...]:
        """Return an entry of a table that another file binds: as a constant, or in a base of this class."""
        found = self.imports.entry(node, key)
        if found or not isinstance(node, ast.Attribute) or place.owner is None:
            return found
        if last_name(node.value) not in {"self", "cls"}:
            return ()
        own = self.ancestry(place.owner)
        known = {scope.name for scope in own}
        bases = (base for scope in own for base in scope.bases if base not in known)
        return self.imports.entry_of_base(bases, text_calls.attribute_names(node.attr), key)

    # --- calls of functions of this file -----------------------------------------------------------------

    def function_called(self, func: ast.expr, place: Place) -> FunctionScope | None:
        """Return the function of this file that a call reaches: by name, or a method of the same class."""
        if isinstance(func, ast.Name):
            scope: FunctionScope | None = place.function
            while scope is not None:
                if func.id in self._local_functions.get(id(scope), ()):
                    return self._local_functions[id(scope)][func.id]
                scope = scope.parent
            return None
        if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name):
            base = func.value.id
            owner = place.owner if base in {"self", "cls"} else self._module.classes.get(base)
            for scope_of in self.ancestry(owner) if owner else ():
                if func.attr in scope_of.methods:
                    return scope_of.methods[func.attr]
        return None

    def default(self, function: FunctionScope, name: str) -> tuple[Text, ...]:
        """Return the texts of a parameter's default; nothing where it has none, or one that says nothing."""
        value = default_of(function, name)
        if value is None or function.place is None:
            return ()
        return tuple(text for text in self._known(value, function.place, 0) or () if text.words)

    def arguments(
        self, call: ast.Call, function: FunctionScope, place: Place, depth: int = 0
    ) -> dict[str, list[Text]]:
        """Return the texts of a call's arguments by the parameter they go to."""
        names = function.parameters
        values = self.values(call, names, {}, place, depth)
        for name in names:
            default = default_of(function, name)
            if name not in values and default is not None and (known := self._known(default, place, depth)):
                values[name] = known
        return values

    def values(
        self,
        call: ast.Call,
        names: Sequence[str],
        defaults: Mapping[str, Sequence[Text]],
        place: Place,
        depth: int = 0,
    ) -> dict[str, list[Text]]:
        """Return the same for a function of which the parameters and their defaults are known."""
        values: dict[str, list[Text]] = {}
        for name, arg in zip(names, call.args, strict=False):
            if isinstance(arg, ast.Starred):
                break
            values[name] = self.texts(arg, place, depth)
        for keyword in call.keywords:
            if keyword.arg is not None and keyword.arg in names:
                values[keyword.arg] = self.texts(keyword.value, place, depth)
        return {**{name: list(texts) for name, texts in defaults.items()}, **values}
