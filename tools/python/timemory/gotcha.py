"""Measures each call of functions of native libraries, counts, audits or replaces them, in any library in this process.

    from timemory.gotcha import Gotcha

    packing = Gotcha("wall_clock").wrap("deflate", "i32(ptr, i32)").wrap("inflate", "i32(ptr, i32)")
    with packing:
        zlib.compress(data)

docs/native-gotcha.md lists which calls can be intercepted, and the overhead. `with` starts and stops a gotcha; starts are counted, and any
thread may start or stop it.
"""

import atexit
import ctypes
import fnmatch
import threading
import warnings
from ctypes import byref, c_void_p
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional, Union

from . import _catalogue, _library
from ._owned import Owned

__all__ = ["Counted", "Gotcha"]


class Counted(NamedTuple):
    """The number of counted calls, and the sum of the argument selected by `Gotcha.count`."""

    calls: int
    sum: int


_TYPES: Dict[str, Any] = {
    "v": None,
    **{f"{kind}{bits}": getattr(ctypes, f"c_{name}{bits}") for kind, name in (("i", "int"), ("u", "uint")) for bits in (8, 16, 32, 64)},
    "f32": ctypes.c_float,
    "f64": ctypes.c_double,
    "ptr": c_void_p,
    "str": ctypes.c_char_p,
}

# A thread calls these when it takes Python's lock, or ends, and cannot run Python code then.
_OF_PYTHON = "malloc calloc realloc free posix_memalign aligned_alloc memalign mmap munmap pthread_* sem_* clock_* gettimeofday sched_yield"

_Names = Union[str, Iterable[str], None]


def _list(names: _Names) -> Optional[bytes]:
    if names is None:
        return None
    return (names if isinstance(names, str) else ",".join(names)).encode("utf-8", "surrogateescape")


def _parts(signature: Optional[str]) -> List[str]:
    """The result and the parameters of an accepted signature; without one, neither parameters nor a result are known."""
    if signature is None:
        return ["v"]
    result, _, parameters = signature.partition("(")
    parts = [part.strip() for part in [result, *parameters.rpartition(")")[0].split(",")]]
    return [parts[0], *[part for part in parts[1:] if part not in ("", "v", "...")]]


def _unsigned(number: int, type: str) -> Any:
    """Converts the library's signed integers and address bits."""
    if type == "u64":
        return number & (1 << 64) - 1
    if type not in ("ptr", "str"):
        return number
    address = number & (1 << 64) - 1 or None
    return address if type == "ptr" or address is None else ctypes.string_at(address)


def _argument(number: int, type: str) -> Callable[[int], Any]:
    if type in ("f32", "f64"):
        return lambda call: _library.call_floating(call, number)
    return lambda call: _unsigned(_library.call_integer(call, number), type)


def _result(type: str) -> Callable[[int], Any]:
    if type == "v":
        return lambda call: None
    if type in ("f32", "f64"):
        return _library.call_floating_result
    return lambda call: _unsigned(_library.call_integer_result(call), type)


class _Wrapped:
    """How an audit reads a function's calls."""

    def __init__(self, name: str, signature: Optional[str]):
        result, *parameters = _parts(signature)
        self.name = name
        self.arguments = [_argument(number, type) for number, type in enumerate(parameters)]
        self.result = _result(result)


# ---- Python code called from C -------------------------------------------------------------------------------------------------------

_AUDIT = ctypes.CFUNCTYPE(None, c_void_p, c_void_p)

# Gotchas that call Python: they must not do so any more when Python is shutting down.
_calling_python: List[int] = []


def _kept(value: Any) -> Any:
    """Objects that are never freed, because threads may be inside them."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(value))
    return value


def _address(callback: Any) -> c_void_p:
    return ctypes.cast(_kept(callback), c_void_p)


def _remove_all() -> None:
    for handle in _calling_python:
        _library.gotcha_remove(handle)


atexit.register(_remove_all)


class _Unraisable(threading.local):
    error: Optional[BaseException] = None


_unraisable = _Unraisable()


@ctypes.PYFUNCTYPE(None)
def _raise() -> None:
    error, _unraisable.error = _unraisable.error, None
    if error is not None:
        raise error


def _report(error: BaseException) -> None:
    """Through sys.unraisablehook, as ctypes does with exceptions of its callbacks."""
    _unraisable.error = error
    _raise()


def _stand_in(replacement: Callable, signature: str, original: c_void_p) -> c_void_p:
    """
    The function that C calls instead of the original. If the replacement raises, that is reported, and the caller gets the function's own
    result.

    Calls that Python makes meanwhile bypass gotchas; those that the original function makes do not.
    """
    result, *parameters = _parts(signature)
    # Python's memory does not outlive the call: a text is returned as its address.
    type = _TYPES["ptr" if result == "str" else result]
    # With errno as set by the function, whatever else Python does.
    prototype = ctypes.CFUNCTYPE(type, *[_TYPES[parameter] for parameter in parameters], use_errno=True)

    def stand_in(*arguments: Any) -> Any:
        results: List[Any] = []

        def call(*given: Any) -> Any:
            function = prototype(original.value)  # type: ignore[arg-type]
            _library.gotcha_pass_by(False)
            try:
                results[:] = [function(*given)]
            finally:
                _library.gotcha_pass_by(True)
            return results[0]

        _library.gotcha_pass_by(True)
        try:
            returned = replacement(call, *arguments)
            return None if type is None else type(returned).value
        except BaseException as error:
            _report(error)
            return results[0] if results else call(*arguments)
        finally:
            _library.gotcha_pass_by(False)

    return _address(prototype(stand_in))


# ---- Gotchas ------------------------------------------------------------------------------------------------------------------------


class Gotcha(Owned):
    """Functions of native libraries, and what happens when they are called while it is active: in a `with` block, or from `start` to
    `stop`.

        reading = Gotcha("wall_clock").wrap("read", "i64(i32, ptr, u64)")
        with reading:
            ...

    Calls of wrapped functions are regions with these components; without components they measure nothing. With several gotchas for one
    function, the highest priority is outermost; with equal priority, the one that was started last.

    Functions have their linker names, with `@VERSION` for a single version. A signature is the result and the parameters, of `v i8 i16 i32
    i64 u8 u16 u32 u64 f32 f64 ptr str ...`, as in `"i32(ptr, u64, ...)"`. In Python `ptr` is an address as int, and `str` is bytes; both
    are None for NULL.

    Name the functions before the gotcha is first started. Creating one with components counts as measuring. In a process that was forked
    from a measuring one, gotchas do nothing. Raises ValueError with the reason for a function that cannot be wrapped.
    """

    def __init__(self, components: Union[str, type, Iterable] = (), *, priority: int = 0):
        names = ",".join(_catalogue.ids(components))
        self.components = names.split(",") if names else []
        self._lock = threading.Lock()
        self._wrapped: Dict[bytes, _Wrapped] = {}
        self._functions: List[str] = []
        self._calls_python = False
        self._handle: Optional[int] = _library.gotcha_create(names.encode("utf-8", "backslashreplace"), priority)
        if self._handle is None and _library.may_measure():
            raise ValueError(_library.error())

    def _describe(self, describe: Callable[..., bool], *arguments: Any) -> "Gotcha":
        if self._handle is not None and not describe(self._handle, *arguments):
            raise ValueError(_library.error())
        return self

    def _to_call_python(self, names: Iterable[str]) -> None:
        for name in names:
            if any(fnmatch.fnmatchcase(name.partition("@")[0], pattern) for pattern in _OF_PYTHON.split()):
                raise ValueError(f"{name} is called by threads that cannot run Python: wrap it without an audit, or count it")
        if not self._calls_python and self._handle is not None:
            _calling_python.append(self._handle)
        self._calls_python = True

    # -- What happens at calls

    def wrap(self, function: str, signature: Optional[str] = None) -> "Gotcha":
        """Measures each call as a region with the function's name. Without a signature, audits receive neither arguments nor a result."""
        with self._lock:
            if self._calls_python:
                self._to_call_python([function])
            self._describe(_library.gotcha_wrap, function.encode(), None if signature is None else signature.encode())
            self._wrapped[function.encode()] = _Wrapped(function, signature)
            self._functions.append(function)
        return self

    def count(self, function: str, argument: int = -1) -> "Gotcha":
        """Counts each call and sums one of its integer arguments, by its index from 0; a negative index sums none. This runs no Python
        code."""
        with self._lock:
            self._describe(_library.gotcha_count, function.encode(), argument)
            self._functions.append(function)
        return self

    def replace(self, function: str, signature: str, replacement: Optional[Callable] = None) -> Any:
        """Calls `replacement(original, *arguments)` instead, which may call `original`. Without a replacement it is a decorator for one.

            @libc.replace("getenv", "str(str)")
            def upper(getenv, name):
                return getenv(name.upper())

        For a `str` result, return and expect an address: an int or None. An exception is reported by `sys.unraisablehook`, and the caller
        gets the result of the original function.
        """
        if replacement is None:

            def decorator(decorated: Callable) -> Callable:
                self.replace(function, signature, decorated)
                return decorated

            return decorator
        with self._lock:
            # The library only reads signatures of wrapped functions.
            self._check(function, signature)
            self._to_call_python([function])
            original = c_void_p()
            stand_in = _stand_in(replacement, signature, original)
            self._describe(_library.gotcha_replace, function.encode(), stand_in, byref(_kept(original)))
            self._functions.append(function)
        return self

    def _check(self, function: str, signature: str) -> None:
        if "..." in signature:
            raise ValueError(f"signature {signature!r}: Python cannot replace a variadic function")
        scratch = _library.gotcha_create(None, 0)
        if scratch is not None and not _library.gotcha_wrap(scratch, function.encode(), signature.encode()):
            raise ValueError(_library.error())

    def audit(self, incoming: Optional[Callable] = None, outgoing: Optional[Callable] = None) -> "Gotcha":
        """Calls `incoming(function, *arguments)` after a wrapped call's region has started, and `outgoing(function, result)` before it
        ends.

        If a call does not return (a C++ exception, longjmp, the end of the thread), `outgoing(None, None)` is called. Gotchas do not see
        calls made by audits. Exceptions are reported by `sys.unraisablehook`. An audit takes some microseconds, and Python's lock.
        """
        wrapped = self._wrapped

        def on_incoming(call: int, _: Any) -> None:
            function = wrapped[_library.call_function(call)]
            incoming(function.name, *[argument(call) for argument in function.arguments])  # type: ignore[misc]

        def on_outgoing(call: Optional[int], _: Any) -> None:
            if call is None:
                outgoing(None, None)  # type: ignore[misc]
            else:
                function = wrapped[_library.call_function(call)]
                outgoing(function.name, function.result(call))  # type: ignore[misc]

        with self._lock:
            if incoming is not None or outgoing is not None:
                self._to_call_python(function.name for function in wrapped.values())
            before = None if incoming is None else _address(_AUDIT(on_incoming))
            after = None if outgoing is None else _address(_AUDIT(on_outgoing))
            self._describe(_library.gotcha_audit, before, after, None)
        return self

    # -- Which calls

    def permit(self, functions: _Names = None) -> "Gotcha":
        """Wraps only these of its functions: a list or a comma-separated str of names with `*` and `?`; None for all. May be called at any
        time."""
        return self._describe(_library.gotcha_permit, _list(functions))

    def reject(self, functions: _Names = None) -> "Gotcha":
        """Wraps all except these of its functions; None rejects none. May be called at any time."""
        return self._describe(_library.gotcha_reject, _list(functions))

    def permit_callers(self, objects: _Names) -> "Gotcha":
        """Wraps only calls from these objects: file names or paths with `*` and `?` (`"libz.so*"`)."""
        return self._describe(_library.gotcha_permit_callers, _list(objects))

    def reject_callers(self, objects: _Names) -> "Gotcha":
        """Wraps all calls except those from these objects."""
        return self._describe(_library.gotcha_reject_callers, _list(objects))

    def scope(self, scope: str) -> "Gotcha":
        """`"all_threads"` (the default) wraps the calls of all threads while it is active, `"thread"` only those of threads that started
        it."""
        scopes = ("all_threads", "thread")
        if scope not in scopes:
            raise ValueError(f"scope: {scope!r} is not one of {', '.join(scopes)}")
        return self._describe(_library.gotcha_set_scope, scopes.index(scope))

    # -- When

    def start(self) -> "Gotcha":
        """Activates it until `stop` has been called as often. Emits a RuntimeWarning for a function whose calls cannot be intercepted, with
        the reason."""
        return self._start(3)

    def _start(self, level: int) -> "Gotcha":
        if not self._functions:
            raise ValueError("the gotcha has no function: wrap, count or replace one")
        if self._handle is not None and not _library.gotcha_start(self._handle) and _library.may_measure():
            warnings.warn(_library.error(), RuntimeWarning, level)
        return self

    def stop(self) -> None:
        """Reverses one `start`."""
        _library.gotcha_stop(self._handle)

    def __enter__(self) -> "Gotcha":
        return self._start(3)

    def __exit__(self, *exception: Any) -> None:
        self.stop()

    def remove(self) -> None:
        """Restores the original calls. The gotcha cannot be started again."""
        _library.gotcha_remove(self._handle)

    # -- Queries

    def slots(self, function: Optional[str] = None) -> int:
        """The number of places where calls of the function, or of all its functions, are currently redirected."""
        return _library.gotcha_slots(self._handle, None if function is None else function.encode())

    def counted(self, function: str, here: bool = False) -> Counted:
        """Returns the current counts of `count`, on all threads or on this one."""
        found = _library.Counted()
        if self._handle is not None and not _library.gotcha_counted(self._handle, function.encode(), here, byref(found)):
            raise ValueError(_library.error())
        return Counted(found.calls, found.sum)

    def __repr__(self) -> str:
        return f"Gotcha({','.join(self.components)!r}: {', '.join(self._functions)})"
