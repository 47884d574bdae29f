"""Named trackers: components that record numbers which the program stores in an open region.

    import operator
    from timemory.tracker import Tracker

    iterations = Tracker("iterations", "Iterations of the solver", int)

    with timemory.bundle(["wall_clock", iterations]).region("solve"):
        while residual() > 1e-6:
            iterations.store(1, operator.add)
        iterations.add_secondary("restarts", restarts)      # shown as a region inside
"""

from typing import Optional, Union

from . import _labels, _library
from ._stored import Combination, Number, Stored, checked

__all__ = ["Tracker"]

_KINDS = {float: 0, int: 1, "unsigned": 2}


class Tracker:
    """A component with the given `id` (lower-case letters, digits, underscores), by which settings, files and lists of components refer to
    it.

    `kind` is float, int, or "unsigned" for non-negative integers. The unit is a time (`sec`), a memory size (`MB`) or any text; empty for
    counts. Numbers are stored in the innermost region of the calling thread that includes the tracker, however the region was opened.
    Raises ValueError if the id is invalid or is taken by something else; the same definition may be repeated.

    Creating a tracker enters the library: if the process is forked, create it afterwards.
    """

    def __init__(self, id: str, description: str = "", kind: Union[type, str] = float, unit: str = ""):
        if kind not in _KINDS:
            raise TypeError(f'kind: {kind!r} is none of float, int, "unsigned"')
        self._id = id
        self._kind = kind
        number = _library.tracker_create(_labels.encoded(id), _labels.encoded(description or id), _labels.encoded(unit), _KINDS[kind])
        if not number and _library.may_measure():
            raise ValueError(_library.error())
        self._number = number
        self._stored = Stored("tracker", kind is not float, number)

    def id(self) -> str:
        """The name in settings and results."""
        return self._id

    def store(self, value: Number, combine: Optional[Combination] = None) -> "Tracker":
        """Sets the value of the lap; with a function, to its result for the current value (0 at first) and this one.

        Raises ValueError for a number that the tracker does not accept, and if no region with the tracker is open; the latter is also
        reported once.
        """
        if self._is_usable(value):
            self._stored.store(value, combine)
        return self

    def mark_begin(self, value: Number) -> "Tracker":
        """Stores a number for `mark_end`."""
        if self._is_usable(value):
            self._stored.mark_begin(value)
        return self

    def mark_end(self, value: Number, combine: Optional[Combination] = None) -> "Tracker":
        """Adds to the value of the lap the difference between the number and that of `mark_begin`, or the result of a function for the
        two."""
        if self._is_usable(value):
            self._stored.mark_end(value, combine)
        return self

    def add_secondary(self, key: str, value: Number, combine: Optional[Combination] = None) -> "Tracker":
        """Adds to the value of the key in the lap, or sets it to the result of a function for that value and the number; shown as a child
        region."""
        if self._is_usable(value):
            self._stored.add_secondary(key, value, combine)
        return self

    def value(self) -> Number:
        """Returns the value of the current lap; 0 if there is none."""
        return self._stored.value() if self._number else 0

    def secondary(self, key: str) -> Optional[Number]:
        """Returns the value of the key in the lap; None if it has none."""
        return self._stored.secondary(key) if self._number else None

    def track(self, label: str, value: Number) -> "Tracker":
        """Records the number as a lap of the region `label`, which is measured by this tracker only."""
        if self._is_usable(value):
            number = checked(value)
            function = _library.tracker_track_integer if isinstance(number, int) else _library.tracker_track
            if not function(self._number, _labels.encoded(label), number):
                raise ValueError(_library.error())
        return self

    def _is_usable(self, value: Number) -> bool:
        """Not in a process that was forked from a measuring one."""
        checked(value)
        return bool(self._number)

    def __repr__(self) -> str:
        return f"Tracker({self._id!r})"
