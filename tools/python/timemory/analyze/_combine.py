"""Combines the results of several runs. Nodes are the same if component, path, rank and thread are."""

from typing import Any, Callable, Dict, List, Tuple

from .. import _catalogue
from .._results import Node, Results
from ._select import total


def _key(node: Node) -> Tuple:
    return node.component, node.path, node.rank, node.thread


def _additive(data: List[Results], what: str) -> None:
    for component in sorted({component for one in data for component in one.components}):
        entry = _catalogue.components().get(component)
        if entry is not None and entry["quantity"] == "percentage":
            raise ValueError(f"{component} is a quotient, which cannot be {what}: exclude it with search(results, '^(?!{component}$)', 'component')")


def _joined(data: List[Results], join: Callable[[List[Node]], Node]) -> Results:
    nodes: Dict[Tuple, List[Node]] = {}
    for one in data:
        for node in one:
            nodes.setdefault(_key(node), []).append(node)
    for same in nodes.values():
        units = {str(node.unit) for node in same}
        if len(units) > 1:
            raise ValueError(f"{same[0].component} is in {' and '.join(sorted(units))}: write results in one unit (TIMEMORY_TIMING_UNITS)")
    return Results.of(join(same) for same in nodes.values())


def add(data: List[Results]) -> Results:
    """Adds several results: laps, values and exclusive values. Their statistics are the minimum and the maximum of all laps, and the
    mean."""
    _additive(data, "added")
    return _joined(data, _sum)


def _sum(nodes: List[Node]) -> Node:
    if len(nodes) == 1:
        return nodes[0]
    laps = total([node.laps for node in nodes])
    stats: Dict[str, Any] = {}
    for name, choose in (("sum", total), ("min", min), ("max", max)):
        values = [node.stats[name] for node in nodes if isinstance(node.stats.get(name), (int, float))]
        if len(values) == len(nodes):
            stats[name] = choose(values)
    if "sum" in stats and laps:
        stats["mean"] = stats["sum"] / laps
    return nodes[0]._replace(laps=laps, value=total([node.value for node in nodes]), exclusive=total([node.exclusive for node in nodes]), stats=stats)


def subtract(data: List[Results]) -> Results:
    """Subtracts the other results from the first: what is only in the others is negative. Differences have no statistics."""
    _additive(data, "subtracted")
    if not data:
        return Results.of([])
    own = {_key(node) for node in data[0]}
    negative = [Results.of(_negative(node) for node in one) for one in data[1:]]
    return _joined([data[0], *negative], lambda nodes: nodes[0] if len(nodes) == 1 and _key(nodes[0]) in own else _sum(nodes)._replace(stats={}))


def _negative(node: Node) -> Node:
    def minus(value: Any) -> Any:
        return [minus(one) for one in value] if isinstance(value, (list, tuple)) else -value if isinstance(value, (int, float)) else None

    return node._replace(laps=minus(node.laps), value=minus(node.value), exclusive=minus(node.exclusive), stats={})


def unify(data: List[Results]) -> Results:
    """Combines the nodes of all results; a node that is in several is taken from the first of them."""
    return _joined(data, lambda nodes: nodes[0])
