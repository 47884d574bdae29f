"""Supports `from timemory.region import push, pop`, as in programs written for timemory for C++.

`timemory.region` itself is still the class of regions, which has these as attributes.
"""

import sys

from ._bundle import region
from ._labels import encoded
from ._library import Record, end_record, get_begin_record
from ._life import (
    add_components,
    pause,
    pop_components,
    pop_region as pop,
    push_components,
    push_region as push,
    remove_components,
    resume,
    set_default,
)

__all__ = [
    "add_components",
    "begin",
    "end",
    "pause",
    "pop",
    "pop_components",
    "push",
    "push_components",
    "remove_components",
    "resume",
    "set_default",
]


def begin(key: str) -> Record:
    """Opens a region, and returns the number by which `end` closes it; regions opened this way may overlap."""
    return get_begin_record(encoded(key))


def end(id: Record) -> None:
    """Closes the region that `begin` opened on the same thread."""
    end_record(id)


for _name in __all__:
    setattr(region, _name, staticmethod(globals()[_name]))

# The object that `import timemory.region` binds and `from timemory.region import` uses.
sys.modules[__name__] = region  # type: ignore[assignment]
