"""Events of the processor and the kernel, and whether they can be counted here.

    for event in timemory.hardware_counters.events():
        print(event.symbol, event.available or event.reason)

The components `perf_events`, `papi_vector` and `papi_array` count the events that `timemory.settings.perf_events` and `papi_events` name.
"""

import difflib
import json
from functools import lru_cache
from typing import Dict, List, NamedTuple

from . import _library

__all__ = ["Info", "events", "find", "presets"]


class Info(NamedTuple):
    """An event."""

    #: As accepted by settings.
    symbol: str
    #: Its source: `PAPI preset`, `PAPI native`, or `perf` with software, hardware, cache, raw or unit; other values for GPUs.
    category: str
    #: As described by its source.
    description: str
    available: bool
    #: Why it cannot be counted here; empty if it can.
    reason: str

    @property
    def api(self) -> str:
        """`papi`, `perf`, or `cuda`."""
        word = self.category.split(" ")[0].lower()
        return word if word in ("papi", "perf") else "cuda"


@lru_cache(maxsize=None)
def _by_symbol() -> Dict[str, Info]:
    text = _library.hardware_events()
    if text is None:
        raise RuntimeError(_library.error())
    found = (Info(one["name"], one["category"], one["description"], one["available"], one["reason"]) for one in json.loads(text))
    return {one.symbol: one for one in found}


def events(available: bool = False) -> List[Info]:
    """Returns all named events, or those that can be counted. The first call takes up to a second."""
    return [one for one in _by_symbol().values() if one.available or not available]


def presets() -> List[Info]:
    """Returns the events that have the same PAPI name on all processors; empty without PAPI."""
    # Without PAPI its category has one entry in parentheses, which gives the reason.
    return [one for one in _by_symbol().values() if one.category == "PAPI preset" and not one.symbol.startswith("(")]


def find(symbol: str) -> Info:
    """Returns the event with a name, such as `cache-misses` or `PAPI_TOT_CYC`. Raises KeyError, with the nearest name, if there is none."""
    known = _by_symbol()
    if symbol in known:
        return known[symbol]
    near = difflib.get_close_matches(symbol, known, 1, 0.0)
    raise KeyError(f"there is no event {symbol}" + (f"; the nearest is {near[0]}" if near else ": none can be counted here"))
