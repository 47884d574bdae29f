"""Custom components: classes whose methods the library calls at the start and the end of each lap."""

import atexit
import ctypes
import re
import _thread
from ctypes import c_char_p, c_double, c_int64, c_uint64, c_void_p
from itertools import count
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple, Union

from . import _catalogue, _labels, _library
from ._owned import Owned

_STEP = ctypes.CFUNCTYPE(None, c_void_p)
_PREFIX = ctypes.CFUNCTYPE(None, c_void_p, c_char_p)
_FLOATING = ctypes.CFUNCTYPE(c_double, c_void_p)
_INTEGER = ctypes.CFUNCTYPE(c_int64, c_void_p)
_VALUES = ctypes.CFUNCTYPE(None, c_void_p, c_void_p)

_MERGES = {sum: "sum", min: "min", max: "max"}

# Objects whose addresses the library keeps until the process exits.
_kept: List[Any] = []
_ids: List[bytes] = []


def _retire_all() -> None:
    """Python code must not run on other threads once Python is shutting down."""
    for id in _ids:
        _library.retire_component(id)


# Registered when the package is imported, so that exit handlers that the program registers later run first.
atexit.register(_retire_all)


def _failed(error: BaseException) -> None:
    """The lap is lost, which the library reports; Ctrl-C is not suppressed."""
    text = f"{type(error).__name__}: {error}".replace("\0", "\\0")
    _library.component_fail(text.encode("utf-8", "backslashreplace"))
    if isinstance(error, KeyboardInterrupt):
        _thread.interrupt_main()


class _Recording:
    """A component that only defines a reading."""

    def __init__(self, record: Callable[[], Any], several: bool):
        self._record = record
        self._several = several
        self._begin: Any = None
        self._change: Any = None

    def start(self) -> None:
        self._begin = self._record()

    def stop(self) -> None:
        end = self._record()
        self._change = tuple(b - a for a, b in zip(self._begin, end)) if self._several else end - self._begin

    def get(self) -> Any:
        return self._change


class _Objects:
    """The objects of one class: each region of a thread has one, identified by the number in its memory."""

    def __init__(self, make: Callable[[], Any]):
        self._make = make
        self._numbers = count(1)
        self._objects: Dict[int, Any] = {}

    def at(self, memory: int) -> Any:
        number = c_uint64.from_address(memory)
        known = self._objects.get(number.value)
        if known is not None:
            return known
        made = self._make()
        number.value = next(self._numbers)
        self._objects[number.value] = made
        return made


def _steps(objects: _Objects) -> Tuple[Any, Any]:
    def start(memory: int) -> None:
        try:
            objects.at(memory).start()
        except BaseException as error:
            _failed(error)

    def stop(memory: int) -> None:
        try:
            objects.at(memory).stop()
        except BaseException as error:
            _failed(error)

    return _STEP(start), _STEP(stop)


def _prefix(objects: _Objects) -> Any:
    def set_prefix(memory: int, label: bytes) -> None:
        try:
            objects.at(memory).set_prefix(label.decode("utf-8", "replace"))
        except BaseException as error:
            _failed(error)

    return _PREFIX(set_prefix)


def _of_stream(objects: _Objects) -> Any:
    def start_stream(memory: int, stream: Optional[int]) -> None:
        try:
            objects.at(memory).start_stream(stream or 0)
        except BaseException as error:
            _failed(error)

    return _VALUES(start_stream)


def _floating(objects: _Objects) -> Any:
    def value(memory: int) -> float:
        try:
            return float(objects.at(memory).get())
        except BaseException as error:
            _failed(error)
            return 0.0

    return _FLOATING(value)


def _integer(objects: _Objects) -> Any:
    def value(memory: int) -> int:
        try:
            number = int(objects.at(memory).get())
            if not -(2**63) <= number < 2**63:
                raise OverflowError(f"{number} does not fit into 64 bits")
            return number
        except BaseException as error:
            _failed(error)
            return 0

    return _INTEGER(value)


def _values(objects: _Objects, size: int) -> Any:
    def values(memory: int, into: int) -> None:
        try:
            numbers = [float(number) for number in objects.at(memory).get()]
            if len(numbers) != size:
                raise ValueError(f"get() returned {len(numbers)} numbers, but elements names {size}")
            (c_double * size).from_address(into)[:] = numbers
        except BaseException as error:
            _failed(error)

    return _VALUES(values)


def _element(name: str, merge: Any) -> str:
    return f"{name}={_MERGES.get(merge, merge)}"


def _elements(elements: Union[str, Mapping, Tuple, List]) -> List[str]:
    if isinstance(elements, str):
        return elements.split(",")
    if isinstance(elements, Mapping):
        return [_element(name, merge) for name, merge in elements.items()]
    return list(elements)


def _encoded(text: str) -> Optional[bytes]:
    return _labels.encoded(text) if text else None


def register(component: type) -> type:
    """Registers a class as a component under its name. Can also be used as a decorator.

        @timemory.component.register
        class queue_depth:
            "Jobs that wait"

            def start(self): pass
            def stop(self): self.depth = len(queue)
            def get(self): return self.depth

        with timemory.bundle("wall_clock, queue_depth").region("work"):
            ...

    Each region of a thread has an object of the class, made without arguments. `start` and `stop` are called around each lap, and `get`
    returns its value; a class without `get` is a marker, which records nothing. With only a static method `record`, the value is the
    difference of its results. `set_prefix(label)`, if there is one, is called before the first start with the label of the region.
    `start_stream(handle)`, if there is one, is called in place of `start` for regions of a GPU stream, with its address.

    Class attributes describe the component, all of them optional: `name` (that of the class), `description` (the first line of its
    documentation), `unit`, `label` (the short name, in file names), `value_type` (int; float without), and `elements` for values of
    several numbers: their names, as a list, or as a dict with how they are merged: `{"count": sum, "smallest": min, "largest": max}`.

    If a method raises, the lap is not recorded, and the exception is reported once. The methods must not measure regions; composites use
    `timemory.component.Instance`. Registering counts as measuring, in processes that are forked later. Raises ValueError if the name is
    invalid or taken.
    """
    name = getattr(component, "name", None) or re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", component.__name__).lower()
    has_steps = callable(getattr(component, "start", None)) and callable(getattr(component, "stop", None))
    record = getattr(component, "record", None)
    if not has_steps and not callable(record):
        raise TypeError(f"component {name} has neither start and stop nor record")
    elements = _elements(getattr(component, "elements", ()))
    objects = _Objects(component if has_steps else lambda: _Recording(record, bool(elements)))  # type: ignore[arg-type]
    start, stop = _steps(objects)
    made = _library.CustomComponent(
        id=_labels.encoded(name),
        description=_encoded(getattr(component, "description", "") or (component.__doc__ or "").strip().partition("\n")[0]),
        unit=_encoded(getattr(component, "unit", "")),
        label=_encoded(getattr(component, "label", "")),
        size=ctypes.sizeof(c_uint64),
    )
    functions = {"start": start, "stop": stop}
    if callable(getattr(component, "set_prefix", None)):
        functions["set_prefix"] = _prefix(objects)
    if callable(getattr(component, "start_stream", None)):
        functions["start_stream"] = _of_stream(objects)
    if elements:
        made.elements = _labels.encoded(",".join(elements))
        functions["values"] = _values(objects, len(elements))
    elif not has_steps or callable(getattr(component, "get", None)):
        value_type = getattr(component, "value_type", float)
        if value_type not in (int, float):
            raise TypeError(f"component {name}: value_type is {value_type!r}, but may be int or float; elements are for several numbers")
        if value_type is int:
            functions["integer"] = _integer(objects)
        else:
            functions["value"] = _floating(objects)
    for field, function in functions.items():
        setattr(made, field, ctypes.cast(function, c_void_p))
    # First: the library may call them from now on.
    _kept.append(functions)
    if not _library.register_component(ctypes.byref(made)):
        _kept.remove(functions)
        if _library.may_measure():
            raise ValueError(_library.error())
        return component
    _ids.append(_labels.encoded(name))
    _catalogue.added(name, component)
    return component


class Instance(Owned):
    """A component without a region: nothing is recorded in the call graph. Custom components can be composed of these.

        clock = timemory.component.Instance("wall_clock")
        clock.start()
        ...
        clock.stop()
        print(clock.get())

    Not thread-safe. `label` is used by some components, such as markers. Raises ValueError for a component that is unknown or unavailable
    here, and RuntimeError for a lap that fails.
    """

    def __init__(self, component: Union[str, type], label: str = ""):
        (name,) = _catalogue.ids(component)
        self._instance = _library.instance_create(_labels.encoded(name), _labels.encoded(label))
        if self._instance is None and _library.may_measure():
            raise ValueError(_library.error())

    def start(self) -> "Instance":
        if self._instance is not None and not _library.instance_start(self._instance):
            raise RuntimeError(_library.error())
        return self

    def stop(self) -> "Instance":
        if self._instance is not None and not _library.instance_stop(self._instance):
            raise RuntimeError(_library.error())
        return self

    def totals(self, element: int = 0) -> Optional[_library.Totals]:
        """Laps, last, sum, min, max, mean and stddev of one number, in the unit of files; None before the first lap."""
        totals = _library.Totals()
        found = self._instance is not None and _library.instance_get(self._instance, element, ctypes.byref(totals))
        return totals if found else None

    def get(self, element: int = 0) -> Optional[float]:
        """Returns one number of the last lap, in the unit of files: seconds, megabytes."""
        totals = self.totals(element)
        return None if totals is None else totals.last

    def __del__(self) -> None:
        if getattr(self, "_instance", None) is not None:
            _library.instance_destroy(self._instance)
