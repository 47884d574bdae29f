"""Handles each call and return.

Each thread has the records of its open calls: returns come in the reverse order of a thread's calls, even with exceptions. A call that is
seen but not measured has None there, so that its return finds its own entry.
"""

import os
import re
import reprlib
import sys
import threading
from fnmatch import fnmatchcase
from inspect import getargvalues
from types import BuiltinFunctionType, CodeType, FrameType, MethodDescriptorType
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional, Tuple, Union

from .. import _labels, _library
from .._bundle import bundle
from .._hooks import Callback, Hook, Measuring
from .._monitoring import DISABLE, Thread, Watch
from ._learned import Learned

#: Files of no interest: those that import modules, and those of decorators and threads.
SKIPPED_FILES = ("<frozen *", "functools.py", "threading.py")

#: A shell pattern, or a regular expression that is searched for.
Pattern = Union[str, "re.Pattern[str]"]

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


class Choice(NamedTuple):
    """Which functions are measured, and how they are labelled: see `profile`."""

    skip_funcs: Iterable[Pattern]
    skip_files: Iterable[Pattern]
    only_funcs: Iterable[Pattern]
    only_files: Iterable[Pattern]
    include_file: bool
    include_line: bool
    include_args: bool
    full_filepath: bool
    trace_c: bool
    max_stack_depth: int
    learned: Optional[Learned] = None

    def label_of(self, code: CodeType) -> Optional[str]:
        file, name = code.co_filename, _labels.of_code(code)
        if os.path.abspath(file).startswith(_PACKAGE) or not self._has(file, name):
            return None
        place = file if self.full_filepath else os.path.basename(file)
        parts = [place] if self.include_file else []
        parts += [str(code.co_firstlineno)] if self.include_line else []
        return name + ("@" + ":".join(parts) if parts else "")

    def _has(self, file: str, name: str) -> bool:
        files, names = (file, os.path.basename(file)), (name, name.rpartition(".")[2])
        if _matches(self.skip_files, files) or _matches(self.skip_funcs, names):
            return False
        learned = None if self.learned is None else self.learned.of(name, file)
        if learned is None and self.learned is not None and not self.only_files and not self.only_funcs:
            return False
        return learned if learned is not None else _matches(self.only_files, files, "*") and _matches(self.only_funcs, names, "*")

    def label_of_builtin(self, function: Any) -> Optional[str]:
        name = getattr(function, "__qualname__", None) or repr(function)
        module = getattr(function, "__module__", None)
        if _matches(self.skip_funcs, (name, name.rpartition(".")[2])) or not _matches(self.only_funcs, (name, name.rpartition(".")[2]), "*"):
            return None
        return f"{module}.{name}" if module else name


def _matches(patterns: Iterable[Pattern], texts: Tuple[str, ...], otherwise: str = "") -> bool:
    return any(
        fnmatchcase(text, pattern) if isinstance(pattern, str) else pattern.search(text) is not None
        for pattern in patterns or (otherwise,)
        for text in texts
    )


def _with_arguments(label: str, frame: FrameType) -> str:
    arguments = getargvalues(frame)
    names = arguments.args + [name for name in (arguments.varargs, arguments.keywords) if name]
    shown = ", ".join(f"{name}={reprlib.repr(arguments.locals[name])}" for name in names if name in arguments.locals)
    name, at, place = label.partition("@")
    return f"{name}({shown}){at}{place}"


#: More than any program nests.
ANY_DEPTH = 65535

_BUILTINS = (BuiltinFunctionType, MethodDescriptorType)


class ThreadCalls(Thread):
    """The open calls of a thread: functions, and for C functions their callers, with a record if measured."""

    __slots__ = ("calls",)

    def __init__(self) -> None:
        self.calls: List[Tuple[CodeType, Optional[_library.Record]]] = []

    @property
    def is_open(self) -> bool:
        return bool(self.calls)

    def leave(self) -> None:
        """The innermost one."""
        if self.calls:
            record = self.calls[-1][1]
            if record is not None:
                _library.end_record(record)
            self.calls.pop()

    def leave_until(self, code: CodeType) -> None:
        """The entry of `code`. Inside it, one may have been missed: when the stack is exhausted, any call here may fail."""
        calls = self.calls
        if any(call[0] is code for call in calls):
            while calls[-1][0] is not code:
                self.leave()
            self.leave()

    def finish(self) -> None:
        while self.calls:
            self.leave()


class Calls(Measuring):
    """The profile of a process."""

    def __init__(self, components: bundle, choice: Choice):
        super().__init__()
        self._begin = components.resolved()
        self._choice = choice
        self._labels: Dict[int, Optional[str]] = {}
        self._codes: List[CodeType] = []  # kept alive, because labels are found by their addresses

    def _new_label(self, code: CodeType) -> Optional[str]:
        label = self._choice.label_of(code)
        self._codes.append(code)
        self._labels[id(code)] = label
        return label

    def _label_of_builtin(self, caller: CodeType, function: Any) -> Optional[str]:
        return None if caller.co_filename.startswith(_PACKAGE) else self._choice.label_of_builtin(function)

    def thread(self) -> ThreadCalls:
        return ThreadCalls()

    def callback(self, thread: ThreadCalls) -> Callback:
        begin, encoded = self._begin, _labels.encoded
        labels, choice = self._labels, self._choice
        include_args, trace_c, most = choice.include_args, choice.trace_c, choice.max_stack_depth
        calls, leave = thread.calls, thread.leave

        def at_event(frame: FrameType, event: str, argument: Any) -> None:
            if not self.is_active:
                hook.remove()
                thread.finish()
            elif event == "call":
                code = frame.f_code
                key = id(code)
                label = labels[key] if key in labels else self._new_label(code)
                if label is None or len(calls) >= most:
                    calls.append((code, None))
                else:
                    calls.append((code, begin(encoded(_with_arguments(label, frame) if include_args else label))))
            elif event == "return":
                leave()
            elif trace_c:
                if event == "c_call":
                    label = self._label_of_builtin(frame.f_code, argument)
                    calls.append((frame.f_code, None if label is None or len(calls) >= most else begin(encoded(label))))
                else:
                    leave()

        return at_event

    def events(self, watch: Watch) -> Dict[str, Callable]:
        """Events of functions that are left out are received only if calls are counted for their depth."""
        begin, end, encoded = self._begin, _library.end_record, _labels.encoded
        labels, choice, local = self._labels, self._choice, watch.local
        include_args, most = choice.include_args, choice.max_stack_depth
        counts_all = most < ANY_DEPTH

        def called(code: CodeType, _offset: int, frame: Optional[FrameType] = None) -> Any:
            key = id(code)
            label = labels[key] if key in labels else self._new_label(code)
            if label is None and not counts_all:
                return DISABLE
            thread = local.thread
            if thread is not None:
                if label is not None and include_args:
                    label = _with_arguments(label, frame or sys._getframe(1))
                enter(thread.calls, code, label)
            return None

        def enter(calls: List[Tuple[CodeType, Optional[_library.Record]]], code: CodeType, label: Optional[str]) -> None:
            if self.is_active:
                calls.append((code, None if label is None or len(calls) >= most else begin(encoded(label))))
            if not self.is_active:  # also if the end came between these lines, and found nothing open on this thread
                watch.leave()

        def returned(code: CodeType, _offset: int, _value: Any) -> Any:
            if not counts_all and labels.get(id(code)) is None and not self._has_label(code):
                return DISABLE
            thread = local.thread
            if thread is not None:
                leave(thread, code)
            return None

        def leave(thread: ThreadCalls, code: CodeType) -> None:
            if not self.is_active:
                watch.leave()
                return
            calls = thread.calls
            if calls and calls[-1][0] is code:
                record = calls[-1][1]
                if record is not None:
                    end(record)
                calls.pop()
            else:
                thread.leave_until(code)

        def thrown(code: CodeType, offset: int, _exception: BaseException) -> None:
            called(code, offset, sys._getframe(1))

        def unwound(code: CodeType, offset: int, exception: BaseException) -> None:
            returned(code, offset, exception)

        def builtin_called(code: CodeType, _offset: int, function: Any, _first: Any) -> None:
            thread = local.thread
            if thread is not None and isinstance(function, _BUILTINS):
                enter(thread.calls, code, self._label_of_builtin(code, function))

        def builtin_left(code: CodeType, _offset: int, function: Any, _first: Any) -> None:
            thread = local.thread
            if thread is not None and isinstance(function, _BUILTINS):
                leave(thread, code)

        events: Dict[str, Callable] = {
            "PY_START": called, "PY_RESUME": called, "PY_THROW": thrown, "PY_RETURN": returned, "PY_YIELD": returned, "PY_UNWIND": unwound,
        }
        if choice.trace_c:
            events.update(CALL=builtin_called, C_RETURN=builtin_left, C_RAISE=builtin_left)
        return events

    def _has_label(self, code: CodeType) -> bool:
        """A function may have started before any event was received."""
        key = id(code)
        return (self._labels[key] if key in self._labels else self._new_label(code)) is not None


hook = Hook("profile", sys.getprofile, sys.setprofile, "_profile_hook", threading.setprofile)
