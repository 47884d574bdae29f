"""One class for each component: `from timemory.component import WallClock`.

A class is created from the library's component list on first access, by the name of the class or of the component:
`timemory.component.WallClock`, `timemory.component.wall_clock`. `dir(timemory.component)` lists them.

Custom components are classes passed to `register`.

User bundles are included (`user_global_bundle`): in lists of components they stand for the components chosen for them at run time.
"""

from typing import Any, Callable, Dict, List, NamedTuple, Optional, Set, Tuple, Union

from . import _catalogue, _hashes, _labels, _library, _streams
from ._bundle import bundle
from ._custom import Instance, register
from ._owned import Owned
from ._stored import Combination, Number, Stored, checked

# The classes as well, through dir(): listing them here would query the library on import *.
__all__ = ["Component", "Instance", "Totals", "get_available_types", "get_generator", "get_types", "is_available", "register"]


class Totals(NamedTuple):
    """Numbers for all laps since the last reset, in `unit()`. `sum` is the value of all laps together: for a quotient, that of the sums."""

    laps: int
    last: float
    sum: float
    min: float
    max: float
    mean: float
    stddev: float


Value = Union[None, float, str, Tuple[float, ...]]


class Component(Owned):
    """A region measured by one component. It can be started and stopped any number of times, by one thread at a time.

        clock = WallClock("solve")
        clock.start()
        solve()
        clock.stop()
        print(clock.get(), WallClock.unit())

    Laps are recorded in the call graph and added to the object's own totals. As a context manager it is started and stopped; as a decorator
    it opens a region for each call, which may be recursive and on any thread, and does not change the object's totals.

    Objects of one class can be added and subtracted: `a + b` has the totals of both, and `a += b` adds those of b to a's.
    """

    #: Whether it can be measured on this machine, and why not.
    is_available: bool = False
    unavailable_reason: str = ""

    #: Its name in timemory for C++: whether it can be measured here, and whether `get` returns a value then.
    available: bool = False
    has_value: bool = False

    _entry: Dict[str, Any] = {}

    def __init__(self, key: str = ""):
        if not self._entry:
            raise TypeError("Component is the base class of all components: use one of them, such as timemory.component.WallClock")
        self._region: Optional[int] = None
        self._reading: Optional[float] = None
        self._is_combined = False
        self.rekey(key or self.id())

    @classmethod
    def id(cls) -> str:
        """The name in settings and results: `wall_clock`."""
        return cls._entry["id"]

    @classmethod
    def label(cls) -> str:
        """The name used in its files: `wall`."""
        return cls._entry["label"]

    @classmethod
    def description(cls) -> str:
        return cls._entry["description"]

    @classmethod
    def unit(cls) -> Union[str, Tuple[str, ...]]:
        """The unit of `get`, one for each number: `sec`, `MB`, or as set by `settings.timing_units` and `memory_units`; empty for
        counts."""
        units = tuple(unit for unit, _ in cls._units())
        return units[0] if len(units) == 1 else units

    @classmethod
    def display_unit(cls) -> str:
        """Like `unit`, with those of several numbers in one text."""
        return ", ".join(unit for unit, _ in cls._units())

    @classmethod
    def _units(cls) -> Tuple[Tuple[str, float], ...]:
        """The unit of each number, and the factor for the library's numbers."""
        # Which events are counted is a setting, which may have changed.
        entry = _catalogue.entry_now(cls._entry["id"]) if cls._entry["category"] == "event counters" else cls._entry
        return tuple(_shown(unit) for unit in entry["file_units"]) or (("", 1.0),)

    def key(self) -> str:
        """The label of the region."""
        return self._key

    def rekey(self, key: str) -> "Component":
        """Changes the region's label, from the next lap on. The totals are reset.

        Raises RuntimeError while the region is running.
        """
        if self.is_running():
            raise RuntimeError(f"rekey: {self._key} is running; stop it first")
        label = _labels.encoded(key)
        self._destroy()
        self._key, self._label = key, label
        return self

    def hash(self) -> int:
        """Returns the result of `timemory.get_hash` for the label."""
        return _hashes.get_hash(self._key)

    def _made(self) -> Optional[int]:
        """The library's region; none in a process that was forked from a measuring one."""
        if self._region is None:
            self._region = _library.region_create(self._label, self.id().encode())
            if self._region is None and _library.may_measure():
                raise ValueError(_library.error())
        return self._region

    def start(self, stream: Any = None) -> "Component":
        """Starts a lap. Components such as CudaEvent measure the work of the GPU stream given.

        The stream is its handle as an int (0: the default stream), or an object of CUDA Python, PyTorch, CuPy, Numba or PyCUDA.
        """
        self._reading = None
        if stream is None:
            _library.region_start(self._region or self._made())
        elif self._made() is not None and not _library.region_start_stream(self._region, _streams.handle_of(stream)):
            raise TypeError(_library.error())
        return self

    def stop(self) -> "Component":
        _library.region_stop(self._region)
        return self

    def push(self) -> "Component":
        """Does nothing: laps are recorded in the call graph anyway. For programs written for timemory for C++, where objects are recorded
        only after a `push`."""
        return self

    def pop(self) -> "Component":
        """Ends the lap if one is running."""
        if self.is_running():
            self.stop()
        return self

    def measure(self) -> "Component":
        """Reads the component's source once, without a lap: `PeakRss().measure().get()` is the peak memory of the process so far.

        `get` returns the reading until the next lap or `reset`. Raises TypeError for components that are not a difference of two readings.
        """
        reading = _library.region_reading(self._made()) if self._made() is not None else None
        if reading is None and self.is_available and _library.may_measure():
            raise TypeError(_library.error())
        self._reading = reading
        return self

    def store(self, value: Number, combine: Optional[Combination] = None) -> "Component":
        """Sets the value of the current lap: for DataTrackerInteger, -Unsigned and -Floating. With a function, sets it to the function's
        result for the current value and this one.

        If no lap is running, the number is recorded as a lap. Raises TypeError for other components, and ValueError for a number that the
        component does not accept.
        """
        self._take(value, lambda stored: stored.store(value, combine))
        return self

    def mark_begin(self, value: Number) -> "Component":
        """Stores a number for `mark_end`, in the current lap: for the same components as `store`."""
        self._take(value, lambda stored: stored.mark_begin(value))
        return self

    def mark_end(self, value: Number, combine: Optional[Combination] = None) -> "Component":
        """Adds to the value of the current lap the difference between the number and that of `mark_begin`, or the result of a function for
        the two."""
        self._take(value, lambda stored: stored.mark_end(value, combine))
        return self

    def add_secondary(self, key: str, value: Number, combine: Optional[Combination] = None) -> "Component":
        """Adds to the value of the key in the current lap, or sets it to the result of a function for that value and the number; shown as a
        child region."""
        self._take(value, lambda stored: stored.add_secondary(key, value, combine))
        return self

    def _take(self, value: Number, work: Callable[[Stored], None]) -> None:
        if self._entry["category"] != "data":
            raise TypeError(f"{type(self).__name__} does not store data: use DataTrackerInteger, DataTrackerUnsigned or DataTrackerFloating")
        checked(value)
        self._reading = None
        region = self._made()
        if region is not None:
            work(Stored("region", self._entry["id"] != "data_tracker_floating", region, 0))

    def reset(self) -> "Component":
        """Clears the totals of this object, not the call graph."""
        self._reading = None
        self._is_combined = False
        if self._region is not None:
            _library.region_reset(self._region)
        return self

    def _combined(self, other: "Component", function: Callable) -> "Component":
        if other._region is not None and self._made() is not None and not function(self._region, other._region):
            raise ValueError(_library.error())
        self._is_combined = True
        return self

    def _copy(self) -> "Component":
        return type(self)(self._key)._combined(self, _library.region_add)

    def __iadd__(self, other: "Component") -> "Component":
        return self._combined(other, _library.region_add) if type(other) is type(self) else NotImplemented

    def __isub__(self, other: "Component") -> "Component":
        return self._combined(other, _library.region_subtract) if type(other) is type(self) else NotImplemented

    def __add__(self, other: "Component") -> "Component":
        return self._copy()._combined(other, _library.region_add) if type(other) is type(self) else NotImplemented

    def __sub__(self, other: "Component") -> "Component":
        return self._copy()._combined(other, _library.region_subtract) if type(other) is type(self) else NotImplemented

    def is_running(self) -> bool:
        return self._region is not None and _library.region_is_running(self._region)

    def totals(self) -> Tuple[Totals, ...]:
        """Returns the totals of each number that the component records; empty if it records no numbers, such as timestamp, or has not been
        started."""
        found: List[Totals] = []
        units = self._units() if self._region is not None else ()
        for element, (_, factor) in enumerate(units):
            totals = _library.region_get(self._region, element)
            if totals is None:
                break
            # A difference of two objects may have a negative number of laps.
            laps = totals.laps - 2**64 if totals.laps >= 2**63 else totals.laps
            found.append(Totals(laps, *(getattr(totals, name) * factor for name in Totals._fields[1:])))
        return tuple(found)

    def laps(self) -> int:
        """The number of laps completed since the last reset; 0 for components without numbers."""
        totals = self.totals()
        return totals[0].laps if totals else 0

    def get(self) -> Value:
        """Returns the value of all laps: a number, a tuple if the component records several numbers, a str if it records none.

        After `measure`, returns the reading. Returns None before the first lap has ended, and if the component cannot be measured here.
        """
        if self._reading is not None:
            return self._reading * self._units()[0][1]
        totals = self.totals()
        if not totals:
            return _library.region_text(self._region) if self._region is not None else None
        if totals[0].laps == 0 and not self._is_combined:
            return None
        return totals[0].sum if len(totals) == 1 else tuple(one.sum for one in totals)

    def last(self) -> Value:
        """Returns the value of the last lap, in the form of `get`."""
        totals = self.totals()
        if not totals or totals[0].laps == 0:
            return self.get()
        return totals[0].last if len(totals) == 1 else tuple(one.last for one in totals)

    def __enter__(self) -> "Component":
        return self.start()

    def __exit__(self, *exception: Any) -> None:
        self.stop()

    def __call__(self, function):
        return bundle(self.id()).region(self._key)(function)

    def _destroy(self, destroy: Callable = _library.region_destroy) -> None:
        # As a default argument, because nothing else is guaranteed to exist when Python is shutting down.
        region, self._region = getattr(self, "_region", None), None
        if region is not None:
            destroy(region)

    __del__ = _destroy

    def __str__(self) -> str:
        value = self.get()
        if value is None:
            return f"{self._key}: no {self.label()}" + (f" ({self.unavailable_reason})" if self.unavailable_reason else "")
        if isinstance(value, str):
            return f"{self._key}: {value} {self.label()}"
        numbers = zip([value] if isinstance(value, float) else value, (unit for unit, _ in self._units()))
        return f"{self._key}: " + ", ".join(f"{number:.6g} {unit}".strip() for number, unit in numbers) + f" {self.label()}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._key!r}, laps={self.laps()}, value={self.get()!r})"


def _class_of(entry: Dict[str, Any]) -> type:
    lines = [entry["description"] + ".", "", f"Source: {entry['source']}."]
    if not entry["available"]:
        lines += ["", f"It is unavailable here: {entry['reason']}."]
    return type(
        entry["class"],
        (Component,),
        {
            "__doc__": "\n".join(lines),
            "__module__": __name__,
            "_entry": entry,
            "is_available": entry["available"],
            "available": entry["available"],
            "has_value": entry["available"] and entry["category"] != _BUNDLES,
            "unavailable_reason": entry["reason"],
        },
    )


# The library's category of user bundles, and its units of times and memory.
_BUNDLES = "user bundles"
_SECONDS = {"nsec": 1e9, "usec": 1e6, "msec": 1e3, "sec": 1.0, "min": 1 / 60, "hr": 1 / 3600}
_MEGABYTES = {"B": 1e6, "KB": 1e3, "MB": 1.0, "GB": 1e-3, "TB": 1e-6}


def _shown(unit: str) -> Tuple[str, float]:
    """The unit that settings request in place of the one in files, and the factor for it."""
    plain, slash, per = unit.partition("/")
    for units, base, setting in ((_SECONDS, "sec", "TIMING_UNITS"), (_MEGABYTES, "MB", "MEMORY_UNITS")):
        wanted = _library.setting(setting) if plain == base else None
        if wanted in units:
            return wanted + slash + per, units[wanted]
    return unit, 1.0


_classes: Dict[str, type] = {}
_made: Set[str] = set()


def _class_named(name: str) -> Optional[type]:
    # More than the last time if the program has registered components.
    if len(_made) < len(_catalogue.components()):
        for entry in [entry for id, entry in _catalogue.components().items() if id not in _made]:
            made = _class_of(entry)
            _made.add(entry["id"])
            for known in [entry["class"], entry["id"], *entry["aliases"]]:
                _classes.setdefault(known, made)
            # The name of the class of sys_clock in timemory for C++.
            for alias in entry["aliases"]:
                _classes.setdefault("".join(part.capitalize() for part in alias.split("_")), made)
    return _classes.get(name)


def __getattr__(name: str) -> type:
    if name.startswith("__"):
        raise AttributeError(name)
    made = _class_named(name)
    if made is None:
        _library.bundle_create(name.encode("utf-8", "backslashreplace"))
        raise AttributeError(f"timemory.component has no {name}: {_library.error()}")
    return made


def _class_of_any(component: Union[str, type]) -> Optional[type]:
    return component if isinstance(component, type) and issubclass(component, Component) else _class_named(str(component))


def is_available(component: Union[str, type]) -> bool:
    """Whether a component, by name or class, can be measured on this machine; False for an unknown name."""
    made = _class_of_any(component)
    return made is not None and made.is_available


def get_generator(component: Union[str, type]) -> type:
    """Returns the class of a component by its name: calling it creates an object."""
    made = _class_of_any(component)
    return __getattr__(str(component)) if made is None else made


def get_types() -> List[str]:
    """Returns the ids of all components."""
    return list(_catalogue.components())


def get_available_types(arithmetic: bool = False) -> List[str]:
    """Returns the ids of the components that can be measured on this machine; with `arithmetic`, only those whose value is one number."""
    return [id for id, entry in _catalogue.components().items() if entry["available"] and (not arithmetic or len(entry["file_units"]) == 1)]


def __dir__() -> List[str]:
    return sorted([entry["class"] for entry in _catalogue.components().values()] + __all__)
