"""What happens at each line, by `sys.settrace`.

One record is open on a thread at a time, that of the line it is at. A call is followed into the function, where its first line ends the record of the line that
called it; when the function returns, that line goes on with another record.
"""

import linecache
import sys
import threading
from types import CodeType, FrameType
from typing import Any, Callable, Dict, List, Optional, Tuple

from .. import _labels, _library
from .._bundle import bundle
from .._hooks import Hook, Measuring, ThreadHook
from ..profiler._calls import Choice

# Enough of a line of source to know it again.
_SHOWN = 80


class Lines(Measuring):
    """The trace of a process."""

    def __init__(self, components: bundle, choice: Choice):
        super().__init__()
        self.begin = components.resolved()
        self._choice = choice
        self._functions: Dict[CodeType, Optional[str]] = {}
        self._labels: Dict[Tuple[CodeType, int], bytes] = {}

    def function(self, code: CodeType) -> Optional[str]:
        """What labels of a function's lines begin with; None where it is left out."""
        if code not in self._functions:
            self._functions[code] = self._choice._replace(include_line=False).label_of(code)
        return self._functions[code]

    def label(self, code: CodeType, line: int) -> bytes:
        key = code, line
        found = self._labels.get(key)
        if found is None:
            place = f":{line}" if self._choice.include_line else ""
            text = " ".join(linecache.getline(code.co_filename, line).split())
            shown = text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
            found = self._labels[key] = _labels.encoded(f"{self._functions[code]}{place} {shown}".rstrip())
        return found

    def for_thread(self) -> ThreadHook:
        lines = _ThreadLines(self, self._choice.max_stack_depth)
        return lines.at_call, lines.finish


class _ThreadLines:
    """The lines of one thread: those that its functions are at, and the record of the innermost."""

    def __init__(self, lines: Lines, most: int):
        self._lines = lines
        self._most = most
        self._record: Optional[_library.Record] = None
        self._at: List[Optional[bytes]] = []

    def at_call(self, frame: FrameType, event: str, argument: Any) -> Optional[Callable]:
        if not self._lines.is_active:
            hook.remove()
            self.finish()
            return None
        if len(self._at) >= self._most or self._lines.function(frame.f_code) is None:
            return None
        self._at.append(None)
        return self._at_event

    def _at_event(self, frame: FrameType, event: str, argument: Any) -> Optional[Callable]:
        if not self._lines.is_active:
            self.finish()
            return None
        if event == "line":
            label = self._lines.label(frame.f_code, frame.f_lineno)
            self._go_on(label)
            if self._at:
                self._at[-1] = label
        elif event == "return":
            if self._at:
                self._at.pop()
            self._go_on(self._at[-1] if self._at else None)
        return self._at_event

    def _go_on(self, label: Optional[bytes]) -> None:
        if self._record is not None:
            _library.end_record(self._record)
        self._record = None if label is None else self._lines.begin(label)

    def finish(self) -> None:
        self._at.clear()
        self._go_on(None)


hook = Hook("trace", sys.gettrace, sys.settrace, "_trace_hook", threading.settrace)
