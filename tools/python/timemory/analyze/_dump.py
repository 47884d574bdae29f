"""Converts results to text."""

import os
from html import escape
from typing import Callable, Dict, Iterator, List, Union

from .._results import Node, Results, shown
from ._select import number_of


def _visible(text: str) -> str:
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def _tree(data: Results, metric: str) -> Iterator[str]:
    for component in data.components:
        nodes = data[component]
        yield f"{component} [{_unit(nodes[0])}]"
        yield from (f"{shown(number_of(node, metric)):>14} {'  ' * node.depth}{_visible(node.label)}" for node in nodes)


def _unit(node: Node) -> str:
    return ", ".join(node.unit) if isinstance(node.unit, list) else node.unit


_HEADS = ("component", "region", "laps", "value", "exclusive", "mean", "unit")


def _cells(node: Node) -> List[str]:
    region = "  " * node.depth + _visible(node.label)
    return [node.component, region, shown(node.laps), shown(node.value), shown(node.exclusive), shown(node.stats.get("mean")), _unit(node)]


def _aligned(data: Results, metric: str) -> Iterator[str]:
    rows = [list(_HEADS), *(_cells(node) for node in data)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(_HEADS))]
    for row in rows:
        yield "  ".join(cell.ljust(width) if i < 2 else cell.rjust(width) for i, (cell, width) in enumerate(zip(row, widths))).rstrip()


def _markdown(data: Results, metric: str) -> Iterator[str]:
    yield "| " + " | ".join(_HEADS) + " |"
    yield "|" + "|".join(" --- " if i < 2 else " ---: " for i in range(len(_HEADS))) + "|"
    for node in data:
        cells = _cells(node)
        cells[1] = "&nbsp;" * (2 * node.depth) + cells[1].lstrip()
        yield "| " + " | ".join(cell.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;") for cell in cells) + " |"


def _collapsed(data: Results, metric: str) -> Iterator[str]:
    """Stacks with their exclusive values, for flamegraph.pl and speedscope: integers in millionths of the unit."""
    if len(data.components) > 1:
        raise ValueError(f"a flame graph shows one component, not {', '.join(data.components)}: search(results, '^wall_clock$', 'component')")
    for node in data:
        own = number_of(node, "exclusive")
        if own is None:
            raise ValueError("these results have no exclusive values: read the tree file (wall.tree.json)")
        yield ";".join(_visible(part).replace(";", ":") for part in node.path) + f" {max(0, round(own * 1e6))}"


def _dot(data: Results, metric: str) -> Iterator[str]:
    names: Dict[tuple, str] = {}
    yield "digraph {"
    for i, node in enumerate(data):
        place = (node.component, node.rank, node.thread, node.path)
        names[place] = f"n{i}"
        text = f"{_visible(node.label)}\n{shown(number_of(node, metric))} {_unit(node)}".replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        yield f'  n{i} [label="{text}"];'
        above = names.get((*place[:3], node.path[:-1]))
        if above:
            yield f"  {above} -> n{i};"
    yield "}"


def _html(data: Results, metric: str) -> Iterator[str]:
    yield f"<!DOCTYPE html><meta charset='utf-8'><title>{escape(', '.join(data.components))}</title>"
    yield data._repr_html_()


_WRITERS: Dict[str, Callable[[Results, str], Iterator[str]]] = {
    "tree": _tree, "table": _aligned, "markdown": _markdown, "html": _html, "dot": _dot, "flamegraph": _collapsed,
}

FORMATS = tuple(_WRITERS)


def dump(data: Union[Results, List[Results]], format: str = "tree", metric: str = "value", file: Union[str, "os.PathLike[str]", None] = None) -> str:
    """Returns the results as text in one of `FORMATS` and writes it to `file` if given. In a tree and a graph each node has the number
    `metric`."""
    if format not in _WRITERS:
        raise ValueError(f"{format!r} is not a format: there are {', '.join(FORMATS)}")
    each = [data] if isinstance(data, Results) else data
    text = "\n".join("\n".join(_WRITERS[format](one, metric)) + "\n" for one in each)
    if file is not None:
        with open(file, "w", encoding="utf-8") as out:
            out.write(text)
    return text
