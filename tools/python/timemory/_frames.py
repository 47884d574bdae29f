"""Where this interpreter keeps the functions that a thread is in, so that samples can show them.

The library takes samples in a signal handler, which must not call Python: it reads the list of frames directly from memory. Its layout
changes with most versions of CPython, so the library gets the layout only if it is known (`_LAYOUTS`) and verified, by reading the stack of
a few calls both ways. Otherwise it gets the reason, and samples show the functions of the interpreter in C.
"""

import atexit
import ctypes
import os
import sys
from types import CodeType, FrameType
from typing import Callable, Dict, Iterator, List, NamedTuple, Optional

from . import _library


class Layout(NamedTuple):
    """The offsets in `timemory_python_layout` of tm_python.h, which documents them."""

    frame_of_state: int
    frame_of_that: int
    code_of_frame: int
    frame_of_frame: int
    entry_of_frame: int = -1
    is_entry: int = 0
    is_entry_alone: int = 0


# From cpython/pystate.h and frameobject.h (to 3.10) or internal/pycore_frame.h among the headers of each version, 64 bits.
_LAYOUTS = {
    (3, 9): Layout(24, -1, 32, 24),
    (3, 10): Layout(24, -1, 32, 24),
    (3, 11): Layout(56, 8, 32, 48, 68, 1),
    (3, 12): Layout(56, 0, 0, 8, 70, 3, 1),
    (3, 13): Layout(72, -1, 0, 8, 70, 3, 1),
}


def begin() -> None:
    """Passes the layout to the library, once, before anything is measured."""
    refusal = _refusal() or _begin()
    if refusal:
        _library.python_end(refusal.encode("utf-8", "replace"))
    else:
        atexit.register(_library.python_end, None)


def _refusal() -> Optional[str]:
    version = ".".join(str(part) for part in sys.version_info[:2])
    if sys.implementation.name != "cpython":
        return f"their location in {sys.implementation.name} is unknown"
    if sys.version_info[:2] not in _LAYOUTS:
        return f"their location in Python {version} is unknown; known are " + ", ".join(".".join(map(str, known)) for known in _LAYOUTS)
    if "t" in sys.abiflags:
        return f"their location in Python {version} without the global lock is unknown"
    return None


def _begin() -> Optional[str]:
    code = _offsets_of_code()
    if code is None:
        return "this Python has an unknown code layout"
    interpreter = ctypes.pythonapi
    layout = _library.PythonLayout(
        _address_of(interpreter.PyGILState_GetThisThreadState),
        ctypes.addressof(ctypes.c_char.in_dll(interpreter, "PyCode_Type")),
        ctypes.addressof(ctypes.c_char.in_dll(interpreter, "PyUnicode_Type")),
        _address_of(interpreter._PyEval_EvalFrameDefault),
        *_LAYOUTS[sys.version_info[:2]],
        code["co_filename"],
        code[_NAME],
        code["co_firstlineno"],
        sys.getsizeof("") - 1,
        sys.getsizeof("\u0100") - 4,
    )
    package = os.path.dirname(_begin.__code__.co_filename) + os.sep
    number = _library.python_begin(ctypes.byref(layout), package.encode("utf-8", "replace"))
    if number:
        return os.strerror(number)
    return None if _is_true() else "this Python has an unknown frame layout"


def _address_of(function: object) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value or 0


_NAME = "co_qualname" if hasattr(CodeType, "co_qualname") else "co_name"


def _offsets_of_code() -> Optional[Dict[str, int]]:
    names = {"co_name": "name_of_timemory", "co_filename": "file of timemory", "co_firstlineno": 1234567}
    if _NAME == "co_qualname":
        names["co_qualname"] = "class.name_of_timemory"
    code = _offsets_of_code.__code__.replace(**names)
    end = min(code.__sizeof__(), 256)
    words = {ctypes.c_uint64.from_address(id(code) + at).value: at for at in range(16, end - 7, 8)}
    lines = [at for at in range(16, end - 3, 4) if ctypes.c_uint32.from_address(id(code) + at).value == code.co_firstlineno]
    found = {name: words.get(id(getattr(code, name)), 0) for name in ("co_filename", _NAME)}
    found["co_firstlineno"] = lines[0] if len(lines) == 1 else 0
    return found if all(found.values()) else None


# ---- The check: the same stack, read both ways ---------------------------------------------------------------------------------------


def _is_true() -> bool:
    """Python calls of each other, through the interpreter, and of a generator, with names of all character widths."""

    def innermost(_: object = None) -> bool:
        expected = _as_python_says(sys._getframe())
        return _as_library_says()[: len(expected)] == expected

    def generator() -> Iterator[bool]:
        yield innermost()

    def named(name: str, function: Callable[[], bool]) -> Callable[[], bool]:
        def call() -> bool:
            return function()

        names = {"co_name": name}
        if _NAME == "co_qualname":
            names["co_qualname"] = "in." + name
        return type(call)(call.__code__.replace(**names), globals(), name, None, call.__closure__)

    def by_interpreter() -> bool:
        results: List[bool] = []
        sorted([1], key=lambda _: results.append(next(generator()) and innermost()))
        return results[0]

    function: Callable[[], bool] = by_interpreter
    for name in ("plain", "l\u00e4tin", "\u0431\u0443\u043a\u0432\u044b", "\U0001d6fc"):
        function = named(name, function)
    return function() and innermost()


def _as_library_says() -> List[str]:
    text = ctypes.create_string_buffer(32768)
    _library.python_here(text, len(text))
    return text.value.decode("utf-8", "replace").splitlines()[1:]  # without this one


def _as_python_says(frame: Optional[FrameType]) -> List[str]:
    """Only up to the check: the functions around it may have any names, which the library shortens."""
    functions: List[str] = []
    while frame is not None and (not functions or functions[-1] != _CHECK):
        code = frame.f_code
        functions.append(f"{getattr(code, _NAME)}@{os.path.basename(code.co_filename)}:{code.co_firstlineno}")
        frame = frame.f_back
    return functions


_CHECK = f"_is_true@{os.path.basename(_is_true.__code__.co_filename)}:{_is_true.__code__.co_firstlineno}"
