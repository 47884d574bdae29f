"""Stores numbers of the program in the lap of a tracker: common code of `timemory.tracker` and the objects of `timemory.component`."""

import operator
from ctypes import byref, c_double, c_int64
from typing import Any, Callable, Optional, Union

from . import _labels, _library

Number = Union[int, float]
Combination = Callable[[Any, Any], Number]


class Stored:
    """Stores numbers with functions of the library whose names start with `prefix`, and whose first arguments are `target`."""

    __slots__ = ("_prefix", "_target", "_integers")

    def __init__(self, prefix: str, integers: bool, *target: Any):
        self._prefix = prefix
        self._integers = integers
        self._target = target

    def store(self, value: Number, combine: Optional[Combination]) -> None:
        self._call("store", value if combine is None else combine(self.value(), value))

    def mark_begin(self, value: Number) -> None:
        self._call("mark_begin", value)

    def mark_end(self, value: Number, combine: Optional[Combination]) -> None:
        if combine is None:
            self._call("mark_end", value)
        else:
            between = combine(self._read("mark") or 0, value)
            self._call("store", self.value() + between)

    def add_secondary(self, key: str, value: Number, combine: Optional[Combination]) -> None:
        label = _labels.encoded(key)
        before = None if combine is None else self._read("secondary", label)
        if combine is None:
            self._call("add_secondary", value, label)
        else:
            self._call("set_secondary", value if before is None else combine(before, value), label)

    def value(self) -> Number:
        return self._read("value") or 0

    def secondary(self, key: str) -> Optional[Number]:
        return self._read("secondary", _labels.encoded(key))

    def _call(self, name: str, value: Number, *key: bytes) -> None:
        number = checked(value)
        suffix = "_integer" if isinstance(number, int) else ""
        if not getattr(_library, f"{self._prefix}_{name}{suffix}")(*self._target, *key, number):
            raise ValueError(_library.error())

    def _read(self, name: str, *key: bytes) -> Optional[Number]:
        number, suffix = (c_int64(), "_integer") if self._integers else (c_double(), "")
        return number.value if getattr(_library, f"{self._prefix}_{name}{suffix}")(*self._target, *key, byref(number)) else None


def checked(value: Any) -> Number:
    """An int or a float, including those of numpy. Raises TypeError for other values, and ValueError for an integer of more than 64
    bits."""
    if not isinstance(value, (int, float)):
        value = operator.index(value) if hasattr(value, "__index__") else float(value) if hasattr(value, "__float__") else None
    if value is None or isinstance(value, bool):
        raise TypeError(f"a tracker stores int and float, not {value!r}")
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise ValueError(f"{value} is not a 64-bit integer")
    return value
