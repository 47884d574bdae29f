"""Handles each line.

Only one record is open on a thread at a time, that of its current line. A call is followed into the function, where its first line ends the
record of the calling line; when the function returns, that line continues with another record.
"""

import linecache
import sys
import threading
from functools import lru_cache
from types import CodeType, FrameType
from typing import Any, Callable, Dict, List, Optional

from .. import _labels, _library
from .._bundle import bundle
from .._hooks import Callback, Hook, Measuring
from .._monitoring import DISABLE, Thread, Watch
from ..profiler._calls import Choice

# Enough of a source line to recognise it.
_SHOWN = 80


class Function:
    """A function whose lines are measured, with their labels by line number."""

    __slots__ = ("code", "label", "labels")

    def __init__(self, code: CodeType, label: str):
        self.code = code
        self.label = label
        self.labels: Dict[int, bytes] = {}


class Lines(Measuring):
    """The trace of a process."""

    def __init__(self, components: bundle, choice: Choice):
        super().__init__()
        self.begin = components.resolved()
        self._choice = choice
        #: By the address of their code, whose hash would cover all of its contents; so each is kept, even if it is left out.
        self._functions: Dict[int, Optional[Function]] = {}
        self._codes: List[CodeType] = []

    def function(self, code: CodeType) -> Optional[Function]:
        """None if it is left out."""
        key = id(code)
        return self._functions[key] if key in self._functions else self._new_function(code)

    def _new_function(self, code: CodeType) -> Optional[Function]:
        label = self._choice._replace(include_line=False).label_of(code)
        self._codes.append(code)
        self._functions[id(code)] = made = None if label is None else Function(code, label)
        return made

    def label(self, function: Function, line: int) -> bytes:
        found = function.labels.get(line)
        if found is None:
            place = f":{line}" if self._choice.include_line else ""
            text = " ".join(linecache.getline(function.code.co_filename, line).split())
            shown = text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
            found = function.labels[line] = _labels.encoded(f"{function.label}{place} {shown}".rstrip())
        return found

    def thread(self) -> "ThreadLines":
        return ThreadLines(self, self._choice.max_stack_depth)

    def callback(self, thread: "ThreadLines") -> Callback:
        def at_call(frame: FrameType, event: str, argument: Any) -> Optional[Callback]:
            if not self.is_active:
                hook.remove()
                thread.finish()
                return None
            return at_event if self.function(frame.f_code) is not None and thread.enter() else None

        def at_event(frame: FrameType, event: str, argument: Any) -> Optional[Callback]:
            if not self.is_active:
                thread.finish()
                return None
            if event == "line":
                function = self.function(frame.f_code)
                if function is not None:
                    thread.line(function, frame.f_lineno)
            elif event == "return":
                thread.leave()
            return at_event

        return at_call

    def events(self, watch: Watch) -> Dict[str, Callable]:
        local = watch.local

        def heard(code: CodeType, then: Callable[[ThreadLines, CodeType], None]) -> Any:
            if self.function(code) is None:
                return DISABLE
            thread = local.thread
            if thread is not None:
                if self.is_active:
                    then(thread, code)
                if not self.is_active:
                    watch.leave()
            return None

        def called(code: CodeType, _offset: int, _frame: Optional[FrameType] = None) -> Any:
            return heard(code, ThreadLines.enter_at)

        def thrown(code: CodeType, _offset: int, _exception: BaseException) -> None:
            heard(code, ThreadLines.enter_at)

        def returned(code: CodeType, _offset: int, _value: Any) -> Any:
            return heard(code, ThreadLines.leave_at)

        def unwound(code: CodeType, _offset: int, _exception: BaseException) -> None:
            heard(code, ThreadLines.leave_at)

        def at_line(code: CodeType, line: int) -> Any:
            function = self.function(code)
            if function is None:
                return DISABLE
            thread = local.thread
            if thread is not None:
                if self.is_active:
                    thread.line_at(function, line)
                if not self.is_active:
                    watch.leave()
            return None

        def jumped(code: CodeType, offset: int, destination: int) -> Any:
            """A jump back to the current line, which is not a line event: each iteration of a one-line loop counts."""
            line = None if destination > offset else _line_at(code, destination)
            if line is None or line != _line_at(code, offset):
                return DISABLE
            return at_line(code, line)

        return {
            "PY_START": called, "PY_RESUME": called, "PY_THROW": thrown, "LINE": at_line, "JUMP": jumped, "PY_RETURN": returned, "PY_YIELD": returned,
            "PY_UNWIND": unwound,
        }


@lru_cache(maxsize=4096)
def _line_at(code: CodeType, offset: int) -> Optional[int]:
    return next((line for begin, end, line in code.co_lines() if begin <= offset < end), None)


class ThreadLines(Thread):
    """The lines of one thread: the current ones of its functions, and the record of the innermost."""

    __slots__ = ("_lines", "_most", "_record", "_at", "_codes")

    def __init__(self, lines: Lines, most: int):
        self._lines = lines
        self._most = most
        self._record: Optional[_library.Record] = None
        self._at: List[Optional[bytes]] = []
        #: If events are used: those of `_at`, and of the outer functions.
        self._codes: List[CodeType] = []

    def enter(self) -> bool:
        """Whether the lines of a called function are traced."""
        if len(self._at) >= self._most:
            return False
        self._at.append(None)
        return True

    def line(self, function: Function, number: int) -> None:
        label = self._lines.label(function, number)
        self._go_on(label)
        if self._at:
            self._at[-1] = label

    def leave(self) -> None:
        if self._at:
            self._at.pop()
        self._go_on(self._at[-1] if self._at else None)

    # If events are used, they are those of all functions, including those that started before, or are too deep. And when the stack is
    # exhausted one may be missed, because any call here may fail.

    def enter_at(self, code: CodeType) -> None:
        self._codes.append(code)
        self.enter()

    def line_at(self, function: Function, number: int) -> None:
        if 0 < len(self._codes) <= self._most:
            self.line(function, number)

    def leave_at(self, code: CodeType) -> None:
        codes = self._codes
        if code not in codes:
            return
        while codes[-1] is not code:
            codes.pop()
        codes.pop()
        if len(self._at) > len(codes):
            del self._at[len(codes) + 1:]
            self.leave()

    def _go_on(self, label: Optional[bytes]) -> None:
        if self._record is not None:
            _library.end_record(self._record)
        self._record = None if label is None else self._lines.begin(label)

    @property
    def is_open(self) -> bool:
        return bool(self._at) or self._record is not None

    def finish(self) -> None:
        self._at.clear()
        self._codes.clear()
        self._go_on(None)


hook = Hook("trace", sys.gettrace, sys.settrace, "_trace_hook", threading.settrace)
