"""Measures each line of chosen functions by any component and prints the values next to the source.

    profile = LineProfiler(components=["wall_clock", "peak_rss"])

    @profile                                # its lines are measured whenever it runs
    def solve(): ...

    solve()
    profile.print_stats()

or for a whole program whose functions have `@profile`, which is a builtin there: `python -m timemory.line_profiler -v script.py arguments`.

The lines are regions like those of `timemory.trace`, and are included in the results.
"""

import inspect
import linecache
import sys
import threading
from functools import wraps
from types import CodeType
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional, TextIO, Tuple, Union

from .._bundle import bundle
from .._hooks import NotRunning, Running
from .._monitoring import ask_again
from .._results import Node, Results, get
from .._tool_components import chosen, chosen_bundle
from ..profiler._calls import Choice
from ..trace._lines import Function, Lines, hook

__all__ = ["FakeLineProfiler", "Line", "LineProfiler"]

_ALL = Choice((), (), (), (), True, True, False, True, False, 65535)


class Line(NamedTuple):
    """A line of a measured function."""

    file: str
    function: str
    number: int
    #: How often it was reached.
    hits: int
    #: The total of all laps, in the unit of the component; None if it was not recorded.
    value: Any


class LineProfiler(Running):
    """Measures the lines of the functions that it decorates, or that are added to it, while it is running.

    A line is measured until the next line of these functions starts: what it calls counts for it, except functions whose lines are measured
    themselves. The components are the given ones, or else those of TIMEMORY_TRACE_COMPONENTS, TIMEMORY_COMPONENTS,
    TIMEMORY_GLOBAL_COMPONENTS or a wall clock; "none" measures nothing. It may be nested and run on several threads; inside a running
    `timemory.trace` it does nothing.
    """

    def __init__(self, *functions: Callable, components: Optional[Union[str, type, Iterable]] = None):
        self._components = components
        #: By their addresses, like those of lines below.
        self._functions: Dict[int, CodeType] = {}
        self._labels: Dict[Tuple[int, int], bytes] = {}
        self._hits: Dict[Tuple[int, int], int] = {}
        self._lock = threading.Lock()
        for function in functions:
            self.add_function(function)

    def add_function(self, function: Any) -> None:
        """Measures the lines of a function, method, property or class; of a class, those of its own definitions."""
        before = len(self._functions)
        self._functions.update((id(code), code) for code in _codes_of(function))
        if len(self._functions) != before:
            ask_again()

    def start(self) -> "LineProfiler":
        """Starts measuring calls on this thread, and everything on threads that start from now on."""
        hook.start(self._measuring)
        return self

    def _measuring(self) -> "Optional[_ChosenLines]":
        components = chosen_bundle(self._components, "TRACE")
        return None if components is None else _ChosenLines(self, components)

    def stop(self) -> "LineProfiler":
        """Ends the effect of `start`, on the same thread."""
        hook.stop()
        return self

    #: Their names in other line profilers.
    enable_by_count, disable_by_count = start, stop

    def __call__(self, function: Callable) -> Callable:
        if isinstance(function, (classmethod, staticmethod)):
            return type(function)(self(function.__func__))
        self.add_function(function)
        if inspect.iscoroutinefunction(function):

            @wraps(function)
            async def waiting(*args, **kwargs):
                with self:
                    return await function(*args, **kwargs)

            return waiting
        if inspect.isgeneratorfunction(function):

            @wraps(function)
            def generating(*args, **kwargs):
                with self:
                    return (yield from function(*args, **kwargs))

            return generating
        return super().__call__(function)

    def runcall(self, function: Callable, *args: Any, **kwargs: Any) -> Any:
        """Measures the lines of a function in one call, and returns its value."""
        self.add_function(function)
        with self:
            return function(*args, **kwargs)

    def lines(self, component: Optional[str] = None) -> List[Line]:
        """Returns the lines measured so far, by `component`, or by the first component."""
        return [line for lines in self._measured(self._nodes(component)).values() for line in lines]

    def print_stats(self, stream: Optional[TextIO] = None, component: Optional[str] = None, stripzeros: bool = False) -> None:
        """Prints each function with its lines, for each component or the given one; with `stripzeros`, only functions that were called."""
        stream = sys.stdout if stream is None else stream
        for name in [component] if component else chosen(self._components, "TRACE"):
            nodes = self._nodes(name)
            measured = self._measured(nodes)
            for code in sorted(self._functions.values(), key=lambda code: (code.co_filename, code.co_firstlineno)):
                lines = measured.get(code, [])
                if lines or not stripzeros:
                    _print(stream, name, nodes[0].unit if nodes else "", code, lines)

    def _nodes(self, component: Optional[str]) -> List[Node]:
        results = Results(get(hierarchy=True, components=component or ()))
        chosen = component or next(iter(results.components), None)
        return [node for node in results if node.component == chosen]

    def _measured(self, nodes: List[Node]) -> Dict[CodeType, List[Line]]:
        values: Dict[str, Any] = {}
        for node in nodes:
            values[node.label] = _sum(values.get(node.label), node.value)
        with self._lock:
            hits = [(self._functions[key], number, count, self._labels[key, number]) for (key, number), count in self._hits.items()]
        measured: Dict[CodeType, List[Line]] = {}
        for code, number, count, label in sorted(hits, key=lambda hit: (hit[0].co_filename, hit[1])):
            value = values.get(label.decode("utf-8", "backslashreplace"))
            measured.setdefault(code, []).append(Line(code.co_filename, code.co_name, number, count, value))
        return measured


class FakeLineProfiler(NotRunning):
    """Replaces `LineProfiler` if nothing is to be measured: accepts the same arguments, and does nothing."""

    def add_function(self, function: Any) -> None:
        pass


class _ChosenLines(Lines):
    def __init__(self, profiler: LineProfiler, components: bundle):
        super().__init__(components, _ALL)
        self._profiler = profiler

    def function(self, code: CodeType) -> Optional[Function]:
        return super().function(code) if id(code) in self._profiler._functions else None

    def label(self, function: Function, line: int) -> bytes:
        profiler = self._profiler
        label = super().label(function, line)
        key = id(function.code), line
        with profiler._lock:
            profiler._hits[key] = profiler._hits.get(key, 0) + 1
            profiler._labels[key] = label
        return label


def _codes_of(function: Any) -> List[CodeType]:
    if isinstance(function, type):
        return [code for one in vars(function).values() if _is_defined(one) for code in _codes_of(one)]
    if isinstance(function, property):
        return [code for one in (function.fget, function.fset, function.fdel) if one is not None for code in _codes_of(one)]
    inner = inspect.unwrap(getattr(function, "__func__", function))
    code = getattr(inner, "__code__", None)
    if not isinstance(code, CodeType):
        raise TypeError(f"LineProfiler measures functions that are written in Python, not {function!r}")
    return [code]


def _is_defined(member: Any) -> bool:
    return isinstance(member, (property, classmethod, staticmethod)) or inspect.isfunction(member)


def _sum(before: Any, value: Any) -> Any:
    if before is None:
        return value
    if isinstance(value, list):
        return [_sum(one, other) for one, other in zip(before, value)]
    return before + value if isinstance(value, (int, float)) else value


def _number(value: Any) -> Optional[float]:
    return float(value) if isinstance(value, (int, float)) else None


def _print(stream: TextIO, component: str, unit: Any, code: CodeType, lines: List[Line]) -> None:
    by_number = {line.number: line for line in lines}
    total = sum(_number(line.value) or 0.0 for line in lines)
    print(f"{component}: {total:.6g} {unit}".rstrip() + f"\nFile: {code.co_filename}\nFunction: {code.co_name} at line {code.co_firstlineno}\n", file=stream)
    print(f"{'Line #':>6} {'Hits':>9} {component[:14]:>14} {'Per hit':>12} {'%':>6}  Line contents", file=stream)
    print("=" * 72, file=stream)
    source = inspect.getblock(linecache.getlines(code.co_filename)[code.co_firstlineno - 1:])
    numbers = range(code.co_firstlineno, code.co_firstlineno + len(source)) if source else sorted(by_number)
    for number in numbers:
        line = by_number.get(number)
        text = linecache.getline(code.co_filename, number).rstrip()
        cells = f"{'':>9} {'':>14} {'':>12} {'':>6}"
        if line is not None:
            value = _number(line.value)
            each = "" if value is None else f"{value / line.hits:.6g}"
            share = "" if value is None or total == 0 else f"{100 * value / total:.1f}"
            cells = f"{line.hits:>9} {'' if value is None else f'{value:.6g}':>14} {each:>12} {share:>6}"
        print(f"{number:>6} {cells}  {text}".rstrip(), file=stream)
    print(file=stream)
