"""The results: as dictionaries in the layout of timemory's JSON files, and as a list of nodes."""

import gzip
import json
import tempfile
from html import escape
from pathlib import Path
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Tuple, Union

from . import _catalogue, _command, _library

GZIP = b"\x1f\x8b"


def get(hierarchy: bool = False, components: Union[str, type, Iterable] = ()) -> Dict[str, Dict[str, Any]]:
    """Returns the results so far, as `{"timemory": {"wall_clock": {...}, ...}}` in the layout of the JSON files: a list of nodes, or
    nested.

    Includes the named components, or all; those that recorded nothing are left out. Measuring threads wait meanwhile. After `finalize` the
    result is empty: read the files with `load`.
    """
    names = _catalogue.ids(components)
    found = {}
    if not _library.is_initialized():
        return {"timemory": found}
    for name in names or _library.results_components().split(","):
        if not name:
            continue
        known = _known(name)
        text = _library.results(known, hierarchy)
        if text is not None:
            found.update(json.loads(text)["timemory"])
    return {"timemory": found}


def get_text(components: Union[str, type, Iterable] = ()) -> str:
    """Returns the results so far as the tables that are printed at the end: for the named components, or all. Empty after `finalize`."""
    if not _library.is_initialized():
        return ""
    names = [_known(name) for name in _catalogue.ids(components)] or _library.results_components().split(",")
    return "\n".join(table for name in names if name for table in [_library.table(name)] if table)


def size(components: Union[str, type, Iterable] = ()) -> int:
    """Returns the number of nodes in the call graphs of these components, or of all."""
    return len(Results(get(hierarchy=True, components=components)))


def _known(name: str) -> str:
    """Returns the id of a component given by its id or an alias."""
    entries = _catalogue.components()
    if name in entries:
        return name
    for entry in entries.values():
        if name in entry["aliases"]:
            return entry["id"]
    if _catalogue.is_there_now(name):  # such as a tracker
        return name
    _library.bundle_create(name.encode("utf-8", "backslashreplace"))
    raise ValueError(_library.error())


def load(path: Union[str, Path], hierarchy: bool = False) -> Dict[str, Dict[str, Any]]:
    """Returns the contents of a results file: `results.timemory.json`, or a flat or tree JSON file of this library or timemory for C++,
    compressed by gzip or not.

    For a directory, returns the contents of all flat JSON files (`wall.json`, `wall.json.gz`), and of trees without a flat one; with
    `hierarchy`, which includes exclusive values, the other way round. If it has none of these, returns those of the newest run in it.
    """
    path = Path(path)
    if not path.is_dir():
        return _saved(path, hierarchy) if _is_compact(path) else _read(path)
    found: Dict[str, Any] = {}
    files = sorted(file for file in path.iterdir() if file.name.endswith((".json", ".json.gz")) and not _is_compact(file))
    for file in sorted(files, key=lambda file: (".tree." in file.name) != hierarchy):
        try:
            data = _read(file)
        except ValueError:
            continue  # metadata, trace events, and other files
        for component, content in data["timemory"].items():
            found.setdefault(component, content)
    if not found:
        return _saved(path, hierarchy)
    return {"timemory": found}


def _saved(path: Path, hierarchy: bool) -> Dict[str, Dict[str, Any]]:
    """What the library reads."""
    text = _library.saved_results(str(path), hierarchy)
    if text is None:
        raise ValueError(_library.error())
    found: Dict[str, Any] = {}
    for one in json.loads(text):
        found.update(one["timemory"])
    return {"timemory": found}


def _is_compact(path: Path) -> bool:
    return path.name.endswith((".timemory.json", ".timemory.json.gz"))


def _read(path: Path) -> Dict[str, Any]:
    data = path.read_bytes()
    if data.startswith(GZIP):
        data = gzip.decompress(data)
    try:
        content = json.loads(data)
    except RecursionError:
        raise ValueError(f"{path} is nested too deeply for Python's json module: read the flat file instead, without .tree in its name") from None
    except ValueError as wrong:
        raise ValueError(f"{path} is not JSON: {wrong}") from None
    components = content.get("timemory") if isinstance(content, dict) else None
    if not isinstance(components, dict) or not all(isinstance(one, dict) and "unit_repr" in one for one in components.values()):
        raise ValueError(f"{path} is not a JSON results file, such as wall.json or wall.tree.json")
    return content


def _loaded_by_command(path: Union[str, Path], wrong: ValueError) -> Dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        try:
            _command.run(["report", "--format", "tree", "--output", folder, str(path)])
        except FileNotFoundError as missing:
            raise ValueError(f"{wrong}; other formats are read by the command: {missing}") from None
        except RuntimeError as refused:
            raise ValueError(str(refused)) from None
        return load(folder, hierarchy=True)


class Node(NamedTuple):
    """One node of the call graph: a region at its position, measured by one component."""

    component: str
    path: Tuple[str, ...]
    #: `None` if the results were read from a file that does not contain it.
    laps: Optional[int]
    #: For all laps, in `unit`: a number, a list if the component records several, a text if it records none.
    value: Any
    unit: Union[str, List[str]]
    #: sum, min, max, mean, stddev over the laps.
    stats: Dict[str, Any]
    #: The value without that of the child regions; None for flat files, which do not contain it.
    exclusive: Any
    rank: int
    #: The number of the thread if threads are kept apart; None for all threads together.
    thread: Optional[int]

    @property
    def label(self) -> str:
        return self.path[-1]

    @property
    def depth(self) -> int:
        return len(self.path) - 1


class Results:
    """Nodes in call-graph order, parents first: of the results so far, of `get`, or of `load`.

        for node in timemory.Results():
            print(node.component, "/".join(node.path), node.laps, node.value, node.unit)
        timemory.Results.load("timemory-output")["wall_clock"]
    """

    def __init__(self, data: Optional[Dict[str, Any]] = None):
        content = get(hierarchy=True) if data is None else data
        self._nodes: List[Node] = []
        for component, one in content["timemory"].items():
            self._nodes += _nodes_of(component, one)

    @classmethod
    def load(cls, path: Union[str, Path]) -> "Results":
        """From a file or a directory, read by `timemory.load`; from a directory, its trees.

        If there is no JSON results file, the command `timemory` reads it: any format that it knows, including those of other tools.
        """
        try:
            return cls(load(path, hierarchy=True))
        except ValueError as wrong:
            return cls(_loaded_by_command(path, wrong))

    @classmethod
    def of(cls, nodes: Iterable[Node]) -> "Results":
        """From existing nodes."""
        made = cls({"timemory": {}})
        made._nodes = list(nodes)
        return made

    def __iter__(self) -> Iterator[Node]:
        return iter(self._nodes)

    def __len__(self) -> int:
        return len(self._nodes)

    def __getitem__(self, component: str) -> List[Node]:
        """Returns the nodes of one component."""
        found = [node for node in self._nodes if node.component == component]
        if not found:
            raise KeyError(f"{component} recorded nothing; these did: {', '.join(self.components) or 'none'}")
        return found

    @property
    def components(self) -> List[str]:
        return list(dict.fromkeys(node.component for node in self._nodes))

    def find(self, *path: str, component: str = "wall_clock") -> Node:
        """Returns the node of the region at this path, or of the only region whose path ends with it."""
        found = [node for node in self[component] if node.path[-len(path):] == path]
        exact = [node for node in found if node.path == path]
        chosen = exact or found
        if len(chosen) != 1:
            seen = "; ".join("/".join(node.path) for node in chosen)
            raise KeyError(f"{'/'.join(path)} is {'several regions: ' + seen if chosen else 'no region'} of {component}")
        return chosen[0]

    def to_pandas(self):
        """Returns a pandas DataFrame with one row for each node; for components with several numbers, one row for each number."""
        try:
            import pandas
        except ImportError:
            raise ImportError("to_pandas needs pandas, which is not installed: pip install pandas, or use the nodes as they are") from None
        return pandas.DataFrame(self.rows())

    def rows(self) -> List[Dict[str, Any]]:
        """The rows of `to_pandas`."""
        rows = []
        for node in self._nodes:
            several = len(node.unit) if isinstance(node.unit, list) else 0
            for element in range(several or 1):
                def one(value: Any) -> Any:
                    return value[element] if several and isinstance(value, list) else value

                row = {"component": node.component, "element": element, "path": "/".join(node.path), "label": node.label, "depth": node.depth}
                row.update(rank=node.rank, thread=node.thread, laps=node.laps, value=one(node.value), exclusive=one(node.exclusive), unit=one(node.unit))
                row.update((name, one(number)) for name, number in node.stats.items())
                rows.append(row)
        return rows

    def _repr_html_(self) -> str:
        """The representation in notebooks: a table of each component, indented like the call graph. If there are very many nodes, only the
        first ones."""
        return "\n".join(_table(component, [node for node in self._nodes if node.component == component]) for component in self.components) or "<p>no results</p>"

    def __repr__(self) -> str:
        return f"<Results: {len(self)} nodes of {', '.join(self.components) or 'no component'}>"


#: Maximum number of nodes per component in a notebook: browsers are slow with more.
_SHOWN = 1000


def _table(component: str, nodes: List[Node]) -> str:
    unit = nodes[0].unit
    head = f"{component} [{', '.join(unit) if isinstance(unit, list) else unit}]" if unit else component
    lines = [f"<table><caption>{escape(head)}</caption>", "<tr><th style='text-align:left'>region</th><th>laps</th><th>value</th><th>exclusive</th><th>mean</th></tr>"]
    for node in nodes[:_SHOWN]:
        cells = (node.laps, node.value, node.exclusive, node.stats.get("mean"))
        label = f"<td style='text-align:left;padding-left:{1 + node.depth}em' title='{escape('/'.join(node.path))}'>{escape(node.label)}</td>"
        lines.append(f"<tr>{label}{''.join(f'<td>{escape(shown(cell))}</td>' for cell in cells)}</tr>")
    if len(nodes) > _SHOWN:
        lines.append(f"<tr><td colspan='5'>{len(nodes) - _SHOWN} more are not shown</td></tr>")
    return "\n".join([*lines, "</table>"])


def shown(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, (list, tuple)):
        return ", ".join(shown(one) for one in value)
    return f"{value:.6g}" if isinstance(value, float) else str(value)


_STATISTICS = ("sum", "min", "max", "mean", "stddev")


def _statistics(stats: Dict[str, Any]) -> Dict[str, Any]:
    return {name: stats[name] for name in _STATISTICS if name in stats}


def _value(entry: Dict[str, Any], stats: Dict[str, Any]) -> Any:
    return entry.get("repr_data", stats.get("sum"))


def _nodes_of(component: str, content: Dict[str, Any]) -> Iterator[Node]:
    unit = content["unit_repr"]
    if "ranks" in content:
        for one in content["ranks"]:
            yield from _flat(component, unit, one["graph"], one.get("rank", 0))
        return
    for rank, graph in enumerate(content["mpi"] if "mpi" in content else [content.get("graph", [])]):
        yield from _nested(component, unit, graph, rank)


def _flat(component: str, unit: Any, graph: List[dict], rank: int) -> Iterator[Node]:
    path: List[str] = []
    for node in graph:
        depth = node["depth"]
        head, _, indented = node["prefix"].partition(">>> ")
        label = indented[2 * depth:] if depth else indented
        del path[depth:]
        path.append(label)
        entry = node["entry"]
        threads = [part for part in head.split("|") if part]
        yield Node(
            component, tuple(path), entry["laps"], _value(entry, node["stats"]), unit, _statistics(node["stats"]), None, rank,
            int(threads[-1]) if threads and threads[-1].isdigit() else None,
        )


def _nested(component: str, unit: Any, graph: List, rank: int) -> Iterator[Node]:
    # Without recursion: call graphs may be deeper than Python's stack. C++ has a list of lists.
    waiting = [(root, ()) for root in reversed(graph)]
    while waiting:
        one, above = waiting.pop()
        if isinstance(one, list):
            waiting += [(inner, above) for inner in reversed(one)]
            continue
        node = one["node"]
        path = above
        if node["hash"] != 0:
            path = above + (node.get("label", node["prefix"]),)
            inclusive, exclusive = node["inclusive"], node["exclusive"]
            threads = node.get("tid", [])
            yield Node(
                component, path, inclusive["entry"]["laps"], _value(inclusive["entry"], inclusive["stats"]), unit,
                _statistics(inclusive["stats"]), _value(exclusive["entry"], exclusive["stats"]), rank,
                threads[0] if isinstance(threads, list) and len(threads) == 1 else threads if isinstance(threads, int) else None,
            )
        waiting += [(child, path) for child in reversed(one["children"])]
