"""What a module is made of: functions with their qualified names, classes, constants, imports, assignments.

One walk over the statements of a file, in their order, on an explicit stack: a foreign tree may be deep.
Each statement of interest is noted with its place, the block it stands in and its number, from which the
conditions on the path to it (`guards`) and the assignments that reach it (`flow`) are read.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from app.extract.model import GuardKind

__all__ = [
    "Assignment",
    "Block",
    "ClassScope",
    "Condition",
    "FunctionScope",
    "Group",
    "ModuleScope",
    "Place",
    "last_name",
    "nodes_of",
    "read_module",
    "statements_of",
]

_MAX_EARLIER_TESTS = 6  # of a chain of `elif`, those nearest to the branch
_ENDS = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_HOLDS_STATEMENTS = (ast.stmt, ast.excepthandler, ast.match_case)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class Condition:
    """A guard before its text is made: what `nodes` mean depends on the kind."""

    kind: GuardKind
    nodes: tuple[ast.AST, ...]
    line: int


@dataclass(slots=True, eq=False)
class Group:
    """The branches of one statement."""

    node: ast.stmt
    exclusive: bool = False
    exhaustive: bool = False
    blocks: list[Block] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Block:
    """A list of statements that run one after the other.

    Attributes:
        ends: its last statement leaves the block for good.
        passed: conditions of `if` statements in it that would have left it, with their number and branches.
    """

    parent: Block | None
    group: Group | None
    conditions: tuple[Condition, ...] = ()
    ends: bool = False
    handler: bool = False
    passed: list[tuple[int, Condition, Group]] = field(default_factory=list)

    def chain(self) -> Iterator[Block]:
        """Yield the block and those round it, innermost first."""
        block: Block | None = self
        while block is not None:
            yield block
            block = block.parent


@dataclass(frozen=True, slots=True)
class Place:
    """Where a statement stands: its number in the file, its block, and the scopes round it."""

    order: int
    block: Block
    function: FunctionScope
    owner: ClassScope | None


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a name was given: `set` to or `add`ed a value, or something that is `unknown` (loop, `with`, import)."""

    kind: str
    value: ast.expr | None
    place: Place


@dataclass(slots=True, eq=False)
class FunctionScope:
    """A function, or the module itself (`node` None), or the body of a class."""

    name: str
    qualname: str | None
    node: ast.FunctionDef | ast.AsyncFunctionDef | None
    parent: FunctionScope | None
    owner: ClassScope | None = None
    place: Place | None = None  # of its definition
    assignments: dict[str, list[Assignment]] = field(default_factory=dict)
    attributes: dict[str, list[Assignment]] = field(default_factory=dict)  # of `self`
    returns: list[tuple[ast.expr, Place]] = field(default_factory=list)
    raises: list[tuple[ast.Raise, Place]] = field(default_factory=list)
    calls: list[tuple[ast.Call, Place]] = field(default_factory=list)  # that stand as statements

    @property
    def parameters(self) -> list[str]:
        """The names of the parameters, `self` and `cls` of a method left out."""
        names = [arg.arg for arg in _arguments(self.node)] if self.node else []
        return names[1:] if self.owner and names[:1] in (["self"], ["cls"]) else names

    @property
    def end_line(self) -> int:
        """The last line of the function; 0 for a module."""
        return (self.node.end_lineno or 0) if self.node else 0


@dataclass(slots=True, eq=False)
class ClassScope:
    """A class: what its body binds, by name."""

    name: str
    qualname: str
    bases: tuple[str, ...]
    body: FunctionScope
    methods: dict[str, FunctionScope] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class ModuleScope:
    """A file: its functions in order, its classes by name, the first of equal ones."""

    body: FunctionScope
    functions: list[FunctionScope] = field(default_factory=list)
    classes: dict[str, ClassScope] = field(default_factory=dict)
    top_functions: dict[str, FunctionScope] = field(default_factory=dict)
    imports: dict[str, tuple[str, str]] = field(
        default_factory=dict
    )  # name -> module, name there ("" for itself)
    statements: list[tuple[ast.stmt, Place]] = field(default_factory=list)
    assigned_calls: list[tuple[ast.Call, Place]] = field(default_factory=list)


def last_name(node: ast.AST) -> str | None:
    """Return the last name of an attribute chain: `NoRow` of `exc.NoRow`."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    return (
        last_name(node.value)
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name)
        else None
    )


def nodes_of(*nodes: ast.AST) -> Iterator[ast.AST]:
    """Yield nodes and all below them, in no order to rely on; three times as fast as `ast.walk`."""
    pending = list(nodes)
    while pending:
        node = pending.pop()
        yield node
        for value in vars(node).values():
            if isinstance(value, ast.AST):
                pending.append(value)
            elif value.__class__ is list:
                pending.extend(item for item in value if isinstance(item, ast.AST))


def statements_of(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and the statements below it, handlers and cases too, without their expressions."""
    pending = [node]
    while pending:
        one = pending.pop()
        yield one
        for value in vars(one).values():
            if value.__class__ is list and value and isinstance(value[0], _HOLDS_STATEMENTS):
                pending.extend(value)


def read_module(tree: ast.Module) -> ModuleScope:
    """Walk over the statements of a file."""
    return _Walk(tree).module


def _arguments(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.arg]:
    args = node.args
    extra = [arg for arg in (args.vararg, args.kwarg) if arg]
    return [*args.posonlyargs, *args.args, *args.kwonlyargs, *extra]


def _ends(body: Sequence[ast.stmt]) -> bool:
    last = body[-1] if body else None
    if isinstance(last, ast.Expr) and isinstance(last.value, ast.Call):
        func = last.value.func
        return isinstance(func, ast.Attribute) and func.attr == "exit" and last_name(func.value) == "sys"
    return isinstance(last, _ENDS)


class _Walk:
    def __init__(self, tree: ast.Module) -> None:
        body = FunctionScope("", None, None, None)
        self.module = ModuleScope(body)
        self._order = 0
        self._stack: list[tuple[Iterator[ast.stmt], Block, FunctionScope, ClassScope | None]] = [
            (iter(tree.body), Block(None, None), body, None)
        ]
        while self._stack:
            statements, block, function, owner = self._stack[-1]
            statement = next(statements, None)
            if statement is None:
                self._stack.pop()
                continue
            self._order += 1
            self._visit(statement, Place(self._order, block, function, owner))

    def _visit(self, node: ast.stmt, place: Place) -> None:
        if isinstance(node, ast.Expr):
            if not isinstance(node.value, ast.Constant):
                self._note(node, place)
                self._note_calls(node.value, place)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                self._assign(target, node.value, place)
        elif isinstance(node, ast.If):
            self._if(node, place)
        elif isinstance(node, ast.Return):
            if node.value is not None:
                self._note(node, place)
                self._note_calls(node.value, place)
                place.function.returns.append((node.value, place))
        elif isinstance(node, ast.Raise):
            self._note(node, place)
            place.function.raises.append((node, place))
        elif isinstance(node, ast.Assert):
            self._note(node, place)
        elif isinstance(node, _FUNCTIONS):
            self._function(node, place)
        elif isinstance(node, ast.ClassDef):
            self._class(node, place)
        elif isinstance(node, (ast.For, ast.AsyncFor)):
            self._assign(node.target, None, place)
            looped = self._branch(
                node.body, place, None, Condition("for", (node.target, node.iter), node.lineno)
            )
            self._push([looped, self._branch(node.orelse, place, None)], place)
        elif isinstance(node, ast.While):
            looped = self._branch(node.body, place, None, Condition("while", (node.test,), node.lineno))
            self._push([looped, self._branch(node.orelse, place, None)], place)
        elif isinstance(node, (ast.Try, getattr(ast, "TryStar", ast.Try))):
            self._try(node, place)  # type: ignore[arg-type]
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                if item.optional_vars is not None:
                    self._assign(item.optional_vars, None, place)
            condition = Condition("with", tuple(item.context_expr for item in node.items), node.lineno)
            self._push([self._branch(node.body, place, None, condition)], place)
        elif isinstance(node, ast.AnnAssign):
            if node.value is not None:
                self._assign(node.target, node.value, place)
        elif isinstance(node, ast.AugAssign):
            self._augment(node, place)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            self._import(node, place)
        elif isinstance(node, ast.Match):
            self._match(node, place)

    # --- statements of interest ---------------------------------------------------------------------

    def _note(self, node: ast.stmt, place: Place) -> None:
        self.module.statements.append((node, place))

    def _note_calls(self, value: ast.expr, place: Place) -> None:
        if isinstance(value, ast.Await):
            value = value.value
        if isinstance(value, ast.Call):
            place.function.calls.append((value, place))

    # --- names ----------------------------------------------------------------------------------------

    def _assign(self, target: ast.expr, value: ast.expr | None, place: Place) -> None:
        """Note what an assignment gives to the names in its target."""
        if isinstance(value, ast.Call):
            self.module.assigned_calls.append((value, place))
        pending: list[tuple[ast.expr, ast.expr | None]] = [(target, value)]
        while pending:
            left, right = pending.pop()
            if isinstance(left, ast.Name):
                self._bind(left.id, "unknown" if right is None else "set", right, place)
            elif isinstance(left, ast.Attribute):
                if isinstance(left.value, ast.Name) and left.value.id in {"self", "cls"}:
                    kind = "unknown" if right is None else "set"
                    place.function.attributes.setdefault(left.attr, []).append(Assignment(kind, right, place))
            elif isinstance(left, ast.Starred):
                pending.append((left.value, None))
            elif isinstance(left, (ast.Tuple, ast.List)):
                rights: Sequence[ast.expr | None] = [None] * len(left.elts)
                starred = any(isinstance(item, ast.Starred) for item in left.elts)
                if (
                    isinstance(right, (ast.Tuple, ast.List))
                    and len(right.elts) == len(left.elts)
                    and not starred
                ):
                    rights = right.elts
                pending.extend(zip(left.elts, rights, strict=True))

    def _augment(self, node: ast.AugAssign, place: Place) -> None:
        if isinstance(node.target, ast.Name):
            kinds = {ast.Add: "add", ast.Mod: "mod"}
            kind = kinds.get(type(node.op), "unknown")
            self._bind(node.target.id, kind, node.value, place)

    def _bind(self, name: str, kind: str, value: ast.expr | None, place: Place) -> None:
        place.function.assignments.setdefault(name, []).append(Assignment(kind, value, place))

    def _import(self, node: ast.Import | ast.ImportFrom, place: Place) -> None:
        for alias in node.names:
            if isinstance(node, ast.ImportFrom):
                origin = ("." * node.level + (node.module or ""), alias.name)
                name = alias.asname or alias.name
            else:
                name = alias.asname or alias.name.partition(".")[0]
                origin = (alias.name if alias.asname else name, "")
            self.module.imports.setdefault(name, origin)
            self._bind(name, "import", None, place)

    # --- compound statements ----------------------------------------------------------------------------

    def _branch(
        self,
        body: Sequence[ast.stmt],
        place: Place,
        group: Group | None,
        *conditions: Condition,
        handler: bool = False,
    ) -> tuple[Sequence[ast.stmt], Block]:
        block = Block(place.block, group, conditions, _ends(body), handler)
        if group is not None:
            group.blocks.append(block)
        return body, block

    def _push(self, branches: Sequence[tuple[Sequence[ast.stmt], Block]], place: Place) -> None:
        for body, block in reversed(branches):
            if body:
                self._stack.append((iter(body), block, place.function, place.owner))

    def _if(self, node: ast.If, place: Place) -> None:
        group = Group(node, exclusive=True)
        tests: list[ast.If] = []
        branches = []
        while True:
            earlier = [Condition("else", (one.test,), one.lineno) for one in tests[-_MAX_EARLIER_TESTS:]]
            this = Condition("if", (node.test,), node.lineno)
            branches.append(self._branch(node.body, place, group, *earlier, this))
            if _ends(node.body):
                passed = Condition("after-return", (node.test,), node.lineno)
                place.block.passed.append((self._order, passed, group))
            tests.append(node)
            if len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
                node = node.orelse[0]
                continue
            if node.orelse:
                group.exhaustive = True
                earlier = [Condition("else", (one.test,), one.lineno) for one in tests[-_MAX_EARLIER_TESTS:]]
                branches.append(self._branch(node.orelse, place, group, *earlier))
            break
        self._push(branches, place)

    def _try(self, node: ast.Try, place: Place) -> None:
        group = Group(node)
        branches = [self._branch(node.body, place, group)]
        for handler in node.handlers:
            nodes = (handler.type,) if handler.type is not None else ()
            condition = Condition("except", nodes, handler.lineno)
            branch = self._branch(handler.body, place, group, condition, handler=True)
            branches.append(branch)
            if handler.name:
                inside = Place(self._order, branch[1], place.function, place.owner)
                self._bind(handler.name, "caught", handler.type, inside)
        branches.extend(self._branch(body, place, None) for body in (node.orelse, node.finalbody))
        self._push(branches, place)

    def _match(self, node: ast.Match, place: Place) -> None:
        group = Group(node, exclusive=True)
        branches = []
        for case in node.cases:
            nodes = (node.subject, case.pattern, *((case.guard,) if case.guard is not None else ()))
            condition = Condition("match", nodes, case.pattern.lineno)
            branches.append(self._branch(case.body, place, group, condition))
            if case.guard is None and isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None:
                group.exhaustive = True
        self._push(branches, place)

    # --- scopes ---------------------------------------------------------------------------------------

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, place: Place) -> None:
        scope = FunctionScope(
            node.name, _qualified(node.name, place), node, place.function, place.owner, place
        )
        self.module.functions.append(scope)
        if place.owner is not None and place.function is place.owner.body:
            place.owner.methods[node.name] = scope
        else:
            scope.owner = place.owner if place.function.node is not None else None
            if place.function is self.module.body:
                self.module.top_functions[node.name] = scope
        self._stack.append((iter(node.body), Block(None, None), scope, place.owner))

    def _class(self, node: ast.ClassDef, place: Place) -> None:
        qualname = _qualified(node.name, place)
        bases = tuple(name for name in map(last_name, node.bases) if name)
        scope = ClassScope(
            node.name, qualname, bases, FunctionScope(node.name, qualname, None, place.function)
        )
        self.module.classes.setdefault(node.name, scope)
        self._stack.append((iter(node.body), Block(None, None), scope.body, scope))


def _qualified(name: str, place: Place) -> str:
    outer = place.function.qualname
    return f"{outer}.{name}" if outer else name
