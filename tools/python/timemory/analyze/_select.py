"""Selects and sorts nodes."""

import math
import re
from functools import wraps
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

from .._results import Node, Results

#: The fields by which a node can be found.
FIELDS = ("label", "path", "component", "unit", "rank", "thread")

#: The numbers of a node.
METRICS = ("value", "exclusive", "laps", "mean", "min", "max", "stddev")

#: Their names in Hatchet, which timemory for C++ uses to read results.
_ALIASES = {"name": "label", "sum": "exclusive", "sum.inc": "value", "sum.exc": "exclusive", "count": "laps"}


def _known(name: str, names: Tuple[str, ...], what: str) -> str:
    name = _ALIASES.get(name, name)
    if name not in names:
        raise ValueError(f"{name!r} is not a {what} of results: there are {', '.join(names)}")
    return name


def _text(node: Node, field: str) -> str:
    value = "/".join(node.path) if field == "path" else getattr(node, field)
    return "" if value is None else str(value)


def number_of(node: Node, metric: str) -> Optional[float]:
    """A number of a node, the sum if there are several; None if it has none."""
    metric = _known(metric, METRICS, "number")
    value = getattr(node, metric) if metric in ("value", "exclusive", "laps") else node.stats.get(metric)
    if isinstance(value, (list, tuple)):
        value = sum(one for one in value if isinstance(one, (int, float)))
    return value if isinstance(value, (int, float)) else None


def of_each(function: Callable) -> Callable:
    """For one `Results`, or for each in a list."""

    @wraps(function)
    def called(data: Union[Results, List[Results]], *arguments: Any, **named: Any) -> Any:
        return function(data, *arguments, **named) if isinstance(data, Results) else [function(one, *arguments, **named) for one in data]

    return called


def load(path: Any) -> Results:
    """Returns the results of a file or a directory, or of the result of `timemory.get`."""
    return Results(path) if isinstance(path, dict) else Results.load(path)


def _compiled(pattern: str) -> "re.Pattern[str]":
    try:
        return re.compile(pattern)
    except re.error as wrong:
        raise ValueError(f"{pattern!r} is not a regular expression: {wrong}") from None


@of_each
def match(data: Results, pattern: str, field: str = "label") -> Results:
    """Selects the nodes with a field that a regular expression matches entirely."""
    expression, field = _compiled(pattern), _known(field, FIELDS, "field")
    return Results.of(node for node in data if expression.fullmatch(_text(node, field)))


@of_each
def search(data: Results, pattern: str, field: str = "label") -> Results:
    """Selects the nodes with a field in which a regular expression finds a match."""
    expression, field = _compiled(pattern), _known(field, FIELDS, "field")
    return Results.of(node for node in data if expression.search(_text(node, field)))


_COMPARISONS: Dict[str, Callable[[float, float], bool]] = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}


def _condition(text: str) -> Callable[[float], bool]:
    """`x > 1e3`, or `1e3 <= x`."""
    words = text.split()
    if len(words) != 3 or words[1] not in _COMPARISONS or (words[0] == "x") == (words[2] == "x"):
        raise ValueError(f"{text.strip()!r} is not a comparison of x with a number, such as 'x > 1.5', separated by spaces")
    other = words[2] if words[0] == "x" else words[0]
    try:
        bound = float(other)
    except ValueError:
        raise ValueError(f"{other!r} in {text.strip()!r} is neither x nor a number") from None
    compare = _COMPARISONS[words[1]]
    return (lambda x: compare(x, bound)) if words[0] == "x" else (lambda x: compare(bound, x))


@of_each
def expression(data: Results, math_expr: str, metric: str = "value") -> Results:
    """Selects the nodes with a number that satisfies an expression: `x > 1e-3 && x < 10`, with `< <= > >=`, `&&` and `||`, where `&&` binds
    tighter."""
    cases = [[_condition(part) for part in case.split("&&")] for case in math_expr.split("||")]
    _known(metric, METRICS, "number")

    def holds(node: Node) -> bool:
        x = number_of(node, metric)
        return x is not None and any(all(condition(x) for condition in case) for case in cases)

    return Results.of(node for node in data if holds(node))


@of_each
def sort(data: Results, metric: str = "value", ascending: bool = False) -> Results:
    """Sorts the nodes by a number, the largest first. Nodes without it come last."""
    _known(metric, METRICS, "number")

    def key(node: Node) -> float:
        x = number_of(node, metric)
        return math.inf if x is None else x if ascending else -x

    return Results.of(sorted(data, key=key))


@of_each
def group(data: Results, metric: str = "value", field: str = "label", ascending: bool = False) -> Results:
    """Returns a flat profile: one node for each value of a field, and for each component. Laps and exclusive values are summed; values are
    summed if they are not inside another node of the group."""
    field = _known(field, FIELDS, "field")
    groups: Dict[Tuple[str, str], List[Node]] = {}
    for node in data:
        groups.setdefault((node.component, _text(node, field)), []).append(node)
    return sort(Results.of(_grouped(key, nodes) for (_, key), nodes in groups.items()), metric, ascending)


def _grouped(key: str, nodes: List[Node]) -> Node:
    places = {(node.rank, node.thread, node.path) for node in nodes}
    outermost = [node for node in nodes if not any((node.rank, node.thread, node.path[:depth]) in places for depth in range(1, len(node.path)))]
    laps = [node.laps for node in nodes]
    first = nodes[0]
    return Node(
        first.component, (key,), None if None in laps else sum(laps), total([node.value for node in outermost]), first.unit, {},
        total([node.exclusive for node in nodes]), first.rank if len({node.rank for node in nodes}) == 1 else 0, None,
    )


def total(values: List[Any]) -> Any:
    """The sum of numbers, or of lists of numbers; None if there are none."""
    if not values or any(value is None or isinstance(value, str) for value in values):
        return None
    if isinstance(values[0], (list, tuple)):
        return [total(list(parts)) for parts in zip(*values)]
    return sum(values)
