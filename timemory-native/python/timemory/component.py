"""One class for each component: `from timemory.component import WallClock`.

The classes are made from what the library says of itself when they are asked for, by the name of the class or of the component:
`timemory.component.WallClock`, `timemory.component.wall_clock`. `dir(timemory.component)` lists them.
"""

from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union

from . import _catalogue, _labels, _library
from ._bundle import bundle

__all__ = ["Component", "Totals"]  # and the classes, by dir(): naming them here would ask the library on import *


class Totals(NamedTuple):
    """Numbers over all laps since the last reset, in `unit()`. `sum` is what all laps together are: of a quotient, that of the sums."""

    laps: int
    last: float
    sum: float
    min: float
    max: float
    mean: float
    stddev: float


Value = Union[None, float, str, Tuple[float, ...]]


class Component:
    """A region measured by one component, that is started and stopped as often as wanted, by one thread at a time.

        clock = WallClock("solve")
        clock.start()
        solve()
        clock.stop()
        print(clock.get(), WallClock.unit())

    Laps are recorded in the call graph, and added to totals of the object's own. As a context manager it is started and stopped; as a
    decorator it puts a region around each call, which may be recursive and on any thread, and leaves the object's totals alone.
    """

    #: Whether it can be measured on this machine, and why not.
    is_available: bool = False
    unavailable_reason: str = ""

    _entry: Dict[str, Any] = {}

    def __init__(self, key: str = ""):
        if not self._entry:
            raise TypeError("Component is what the components have in common: take one of them, such as timemory.component.WallClock")
        self._key = key or self.id()
        self._label = _labels.encoded(self._key)
        self._region: Optional[int] = None

    @classmethod
    def id(cls) -> str:
        """The name in settings and results: `wall_clock`."""
        return cls._entry["id"]

    @classmethod
    def label(cls) -> str:
        """The name of its files: `wall`."""
        return cls._entry["label"]

    @classmethod
    def description(cls) -> str:
        return cls._entry["description"]

    @classmethod
    def unit(cls) -> Union[str, Tuple[str, ...]]:
        """The unit of `get`, one for each number: `sec`, `MB`; empty for counts."""
        units = cls._units()
        return units[0] if len(units) == 1 else units

    @classmethod
    def _units(cls) -> Tuple[str, ...]:
        # Which events are counted is a setting, and may be another by now.
        entry = _catalogue.entry_now(cls._entry["id"]) if cls._entry["category"] == "event counters" else cls._entry
        return tuple(entry["file_units"]) or ("",)

    def key(self) -> str:
        """The label of the region."""
        return self._key

    def _made(self) -> Optional[int]:
        """The library's region; none in a process that was forked while its parent measured."""
        if self._region is None:
            self._region = _library.region_create(self._label, self.id().encode())
            if self._region is None and _library.may_measure():
                raise ValueError(_library.error())
        return self._region

    def start(self) -> "Component":
        _library.region_start(self._region or self._made())
        return self

    def stop(self) -> "Component":
        _library.region_stop(self._region)
        return self

    def reset(self) -> "Component":
        """Forgets the totals of this object, not what the call graph has."""
        if self._region is not None:
            _library.region_reset(self._region)
        return self

    def is_running(self) -> bool:
        return self._region is not None and _library.region_is_running(self._region)

    def totals(self) -> Tuple[Totals, ...]:
        """The totals of each number that the component records; none where it records no numbers, as timestamp, or has not been started."""
        found: List[Totals] = []
        while self._region is not None:
            totals = _library.region_get(self._region, len(found))
            if totals is None:
                break
            found.append(Totals(*(getattr(totals, name) for name in Totals._fields)))
        return tuple(found)

    def laps(self) -> int:
        """How many laps were completed since the last reset; 0 for components without numbers."""
        totals = self.totals()
        return totals[0].laps if totals else 0

    def get(self) -> Value:
        """The value of all laps: a number, a tuple where the component records several, a text where it records none.

        None before the first lap has ended, and where the component cannot be measured here.
        """
        totals = self.totals()
        if not totals:
            return _library.region_text(self._region) if self._region is not None else None
        if totals[0].laps == 0:
            return None
        return totals[0].sum if len(totals) == 1 else tuple(one.sum for one in totals)

    def last(self) -> Value:
        """The value of the last lap, as `get`."""
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

    def __del__(self, destroy=_library.region_destroy):
        # The default argument, as nothing else is sure to be there when Python ends.
        region = getattr(self, "_region", None)
        if region is not None:
            destroy(region)

    def __str__(self) -> str:
        value = self.get()
        if value is None:
            return f"{self._key}: no {self.label()}" + (f" ({self.unavailable_reason})" if self.unavailable_reason else "")
        if isinstance(value, str):
            return f"{self._key}: {value} {self.label()}"
        numbers = [(value, self.unit())] if isinstance(value, float) else zip(value, self._units())
        return f"{self._key}: " + ", ".join(f"{number:.6g} {unit}".strip() for number, unit in numbers) + f" {self.label()}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._key!r}, laps={self.laps()}, value={self.get()!r})"


def _class_of(entry: Dict[str, Any]) -> type:
    lines = [entry["description"] + ".", "", f"Source: {entry['source']}."]
    if not entry["available"]:
        lines += ["", f"It cannot be measured here: {entry['reason']}."]
    return type(
        entry["class"],
        (Component,),
        {
            "__doc__": "\n".join(lines),
            "__module__": __name__,
            "_entry": entry,
            "is_available": entry["available"],
            "unavailable_reason": entry["reason"],
        },
    )


_classes: Dict[str, type] = {}


def __getattr__(name: str) -> type:
    if name.startswith("__"):
        raise AttributeError(name)
    if not _classes:
        for entry in _catalogue.components().values():
            made = _class_of(entry)
            for known in [entry["class"], entry["id"], *entry["aliases"]]:
                _classes.setdefault(known, made)
    try:
        return _classes[name]
    except KeyError:
        _library.bundle_create(name.encode("utf-8", "backslashreplace"))
        raise AttributeError(f"timemory.component has no {name}: {_library.error()}") from None


def __dir__() -> List[str]:
    return sorted([entry["class"] for entry in _catalogue.components().values()] + __all__)
