"""What is broken on purpose: every single change to a module's tree that could be a mistake in a rule.

A module is cut into *units*: functions and methods, whose code can be exchanged while everything else stands, and what
else is said at the top or in a class (tables, defaults), for which the modules must be imported anew.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
WIDEST = 90
"""A change is shown with as much around it as fits in so many letters."""


class Change(NamedTuple):
    """One child of a node replaced: ``setattr(node, field, after)``, or its place in a list."""

    node: ast.AST
    field: str
    place: int | None
    after: Any
    kind: str = ""

    def swap(self) -> "Change":
        """Make the change; the answer undoes it."""
        before = getattr(self.node, self.field)
        if self.place is None:
            setattr(self.node, self.field, self.after)
        else:
            before, before_all = before[self.place], before
            before_all[self.place] = self.after
        return self._replace(after=before)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one change.

    Attributes:
        module: Dotted name.
        function: Qualified name of the function or class, "" at the top of the module.
        change: ``before -> after``; (2) behind it for the second of the same in one function.
        line: Where it stands now.
        unit: The statement whose code is exchanged; None where the module must be imported anew.
        names: What stands for it elsewhere, where it is imported anew.
    """

    module: str
    function: str
    change: str
    line: int
    kind: str
    made: Change
    unit: ast.stmt | None
    within: str
    names: frozenset[str]

    @property
    def key(self) -> tuple[str, str, str]:
        """What names it whatever the line."""
        return self.module, self.function, self.change


def mutants(module: str, tree: ast.Module) -> list[Mutant]:
    """Every mutant of a module, from the top down."""
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    seen: Counter[tuple[str, str]] = Counter()
    found = []
    for unit, function, within, names, root in _units(tree):
        for change in _changes(root, parents):
            place = change.node if hasattr(change.node, "lineno") else change.after
            what = _shown(change, parents)
            if what is None:
                continue
            seen[function, what] += 1
            if (times := seen[function, what]) > 1:
                what += f" ({times})"
            line = getattr(place, "lineno", 0) or getattr(root, "lineno", 0)
            found.append(Mutant(module, function, what, line, change.kind, change, unit, within, names))
    return found


def _units(tree: ast.Module) -> Iterator[tuple[ast.stmt | None, str, str, frozenset[str], ast.AST]]:
    """Unit, name of the function, class it stands in, names for it, and what of it may change."""
    for top in tree.body:
        if isinstance(top, ast.FunctionDef):
            yield from _function(top, "")
        elif isinstance(top, ast.ClassDef):
            if any(isinstance(base, ast.Name) and base.id == "Protocol" for base in top.bases):
                continue
            for inner in top.body:
                if isinstance(inner, ast.FunctionDef):
                    yield from _function(inner, top.name)
                elif isinstance(inner, ast.AnnAssign | ast.Assign) and inner.value is not None:
                    yield None, top.name, "", frozenset({top.name}), _Held(inner)
        elif isinstance(top, ast.AnnAssign | ast.Assign) and top.value is not None:
            targets = [top.target] if isinstance(top, ast.AnnAssign) else top.targets
            names = {n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)}
            if not _registers(top.value) and "__all__" not in names:
                yield None, "", "", frozenset(names), _Held(top)


def _Held(statement: Any) -> ast.AST:
    return statement


def _function(one: ast.FunctionDef, within: str) -> Iterator[Any]:
    name = f"{within}.{one.name}" if within else one.name
    yield one, name, within, frozenset({one.name}), one
    yield None, name, "", frozenset({one.name}), one.args


def _registers(value: ast.expr) -> bool:
    return (
        isinstance(value, ast.Call)
        and isinstance(value.func, ast.Name)
        and value.func.id in ("roll", "saying")
    )


def _within(root: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, Any]]:
    """Every node below *root* with where it stands, but types, decorators, arguments, errors and what is told."""
    for field, value in ast.iter_fields(root):
        if field in ("annotation", "returns", "decorator_list", "type_comment", "targets", "target"):
            continue
        told = _told(root) if field == "args" else ()
        if field == "args" and isinstance(value, ast.arguments):
            if not isinstance(root, ast.Lambda):
                continue
        listed = value if isinstance(value, list) else [value]
        for place, child in enumerate(listed):
            if (
                not isinstance(child, ast.AST)
                or isinstance(child, ast.Raise | ast.JoinedStr)
                or place in told
            ):
                continue
            yield root, field, place if isinstance(value, list) else None, child
            yield from _within(child)


def _told(call: ast.AST) -> tuple[int, ...]:
    """Which arguments of a call are only told to whoever reads along: notes, and what a die whose face counts needs."""
    name = call.func.id if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) else ""
    return {"note": (0, 1, 2), "d6": (1,)}.get(name, ())


def _changes(root: ast.AST, parents: dict[ast.AST, ast.AST]) -> Iterator[Change]:
    for node, field, place, child in _within(root):
        for kind, after in _instead(child, node, field):
            yield Change(node, field, place, after, kind)
    if isinstance(root, ast.Assign | ast.AnnAssign):
        yield from _entries(root)


def _instead(child: ast.AST, node: ast.AST, field: str) -> Iterator[tuple[str, ast.AST]]:
    """Kind of change, and what takes the place of *child*."""
    if type(child) in SWAPPED:
        sort = (
            "comparison"
            if isinstance(child, ast.cmpop)
            else "logic"
            if isinstance(child, ast.boolop)
            else "sum"
        )
        yield sort, SWAPPED[type(child)]()
    if isinstance(child, ast.Constant):
        yield from (("number", ast.copy_location(each, child)) for each in _constants(child, node, field))
    if isinstance(child, ast.UnaryOp) and isinstance(child.op, ast.Not | ast.USub | ast.Invert):
        yield "sign", child.operand
    if isinstance(child, ast.Name) and field == "func" and child.id in CALLS:
        yield "extreme", ast.copy_location(ast.Name(CALLS[child.id], ast.Load()), child)
    branch = field == "test" and isinstance(node, ast.If | ast.IfExp)
    if branch or field == "ifs":
        yield "branch", ast.copy_location(ast.Constant(field == "ifs"), child)
    asked = (
        branch
        or field == "ifs"
        or isinstance(node, ast.BoolOp)
        or (field == "test" and isinstance(node, ast.While))
    )
    if asked and isinstance(child, ast.Name | ast.Attribute | ast.Call):
        yield "negation", ast.copy_location(ast.UnaryOp(ast.Not(), child), child)


def _constants(child: ast.Constant, node: ast.AST, field: str) -> Iterator[ast.AST]:
    """A whole number by one, not where another comparison would do the same; True for False."""
    if isinstance(child.value, bool):
        yield ast.Constant(not child.value)
    elif isinstance(child.value, int):
        down = False
        if (
            isinstance(node, ast.Compare)
            and len(node.ops) == 1
            and isinstance(node.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE)
        ):
            down = isinstance(node.ops[0], ast.GtE | ast.Lt) == (field == "comparators")
        yield ast.Constant(child.value + (-1 if down else 1))


def _entries(statement: ast.AST) -> Iterator[Change]:
    """In a table: the entry of a neighbour in place of an entry that is no number."""
    for node in ast.walk(statement.value):  # type: ignore[attr-defined]
        field = (
            "values"
            if isinstance(node, ast.Dict)
            else "elts"
            if isinstance(node, ast.Tuple | ast.List)
            else ""
        )
        held = getattr(node, field, []) if field else []
        for place, entry in enumerate(held):
            other = held[(place + 1) % len(held)]
            plain = isinstance(entry, ast.Name | ast.Attribute) or (
                isinstance(entry, ast.Constant) and isinstance(entry.value, str)
            )
            if plain and ast.dump(entry) != ast.dump(other):
                yield Change(node, field, place, other, "entry")


def _shown(change: Change, parents: dict[ast.AST, ast.AST]) -> str | None:
    """``before -> after`` with what stands around it; None where the text is the same."""
    around: ast.AST = change.node
    best = around
    while True:
        if isinstance(around, ast.stmt):
            best = around if _width(around) <= WIDEST or best is change.node else best
            break
        if _width(around) > WIDEST:
            break
        best = around
        if around not in parents:
            break
        around = parents[around]
    before = _text(best)
    undo = change.swap()
    after = _text(best)
    undo.swap()
    return None if before == after else f"{before} -> {after}"


def _width(node: ast.AST) -> int:
    return len(_text(node))


def _text(node: ast.AST) -> str:
    """The node in one line; of a statement with others below it the first line."""
    if isinstance(node, ast.If | ast.While):
        return f"{'if' if isinstance(node, ast.If) else 'while'} {ast.unparse(node.test)}"
    if isinstance(node, ast.For):
        return f"for {ast.unparse(node.target)} in {ast.unparse(node.iter)}"
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return (
            f"def {node.name}({ast.unparse(node.args)})" if isinstance(node, ast.FunctionDef) else node.name
        )
    return " ".join(ast.unparse(node).split())
