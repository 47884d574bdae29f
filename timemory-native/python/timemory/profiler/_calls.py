"""What happens at each call and return, by `sys.setprofile`.

Each thread has a callback of its own, with the records of the calls that it is in: what is called is told to the thread's own callback, and
returns come in the order in which a thread's calls are left, also by exceptions. A call that is not measured has None there, so that
its return finds its own.
"""

import os
import re
import reprlib
import sys
import threading
from fnmatch import fnmatchcase
from inspect import getargvalues
from types import CodeType, FrameType
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Tuple, Union

from .. import _labels, _library
from .._bundle import bundle
from .._hooks import Hook, Measuring, ThreadHook
from ._learned import Learned

#: Files of which nobody asks: how modules are imported, and what decorators and threads consist of.
SKIPPED_FILES = ("<frozen *", "functools.py", "threading.py")

#: A pattern of the shell, or a regular expression that is searched for.
Pattern = Union[str, "re.Pattern[str]"]

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


class Choice(NamedTuple):
    """Which functions are measured, and how they are labelled: what `profile` documents."""

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


class Calls(Measuring):
    """The profile of a process."""

    def __init__(self, components: bundle, choice: Choice):
        super().__init__()
        self._begin = components.resolved()
        self._choice = choice
        self._labels: Dict[int, Optional[str]] = {}
        self._codes: List[CodeType] = []  # alive, as labels are found by their addresses

    def _new_label(self, code: CodeType) -> Optional[str]:
        label = self._choice.label_of(code)
        self._codes.append(code)
        self._labels[id(code)] = label
        return label

    def for_thread(self) -> ThreadHook:
        begin, end, encoded = self._begin, _library.end_record, _labels.encoded
        labels, choice = self._labels, self._choice
        include_args, trace_c, most = choice.include_args, choice.trace_c, choice.max_stack_depth
        records: List[Optional[_library.Record]] = []

        def finish() -> None:
            while records:
                leave()

        def leave() -> None:
            record = records.pop()
            if record is not None:
                end(record)

        def at_event(frame: FrameType, event: str, argument: Any) -> None:
            if not self.is_active:
                hook.remove()
                finish()
            elif event == "call":
                code = frame.f_code
                key = id(code)
                label = labels[key] if key in labels else self._new_label(code)
                if label is None or len(records) >= most:
                    records.append(None)
                else:
                    records.append(begin(encoded(_with_arguments(label, frame) if include_args else label)))
            elif event == "return":
                if records:
                    leave()
            elif trace_c:
                if event == "c_call":
                    label = None if frame.f_code.co_filename.startswith(_PACKAGE) else choice.label_of_builtin(argument)
                    records.append(None if label is None or len(records) >= most else begin(encoded(label)))
                elif records:
                    leave()

        return at_event, finish


hook = Hook("profile", sys.getprofile, sys.setprofile, "_profile_hook", threading.setprofile)
