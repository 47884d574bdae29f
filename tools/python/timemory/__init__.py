"""timemory for Python: measures labelled regions of a program and combines them into a call graph.

    import timemory
    from timemory.util import marker

    @marker(["wall_clock", "peak_rss"])
    def solve(): ...

    with timemory.region("main"):
        solve()

Results are written when the program ends, or by `timemory.finalize()`. See docs/python.md.
"""

import importlib
from typing import Any

from . import _frames, component, units, util
from . import bundle as bundle  # the class, because the modules replace themselves with it
from . import region as region
from ._arguments import add_arguments
from ._hashes import add_hash_id, get_hash, get_hash_identifier
from ._life import (
    add_components,
    clear,
    disable,
    enable,
    enabled,
    finalize,
    init,
    initialize,
    is_initialized,
    pause,
    pop_components,
    pop_region,
    push_components,
    push_region,
    remove_components,
    report,
    resume,
    set_default,
    toggle,
)
from ._results import Node, Results, get, get_text, load, size
from ._settings import settings

__version__ = "0.2.0"

# Their names in timemory for C++.
version = __version__
version_info = tuple(int(part) for part in __version__.split("."))
is_enabled = enabled
timemory_init = initialize
timemory_finalize = finalize
timemory_argparse = add_arguments

_frames.begin()

_MODULES = ("analyze", "hardware_counters", "line_profiler", "mpi", "options", "plotting", "profiler", "roofline", "signals", "trace", "tracker")


def __getattr__(name: str) -> Any:
    """Imports `timemory.profiler` and similar modules on first use, because most programs do not need them."""
    if name in _MODULES:
        return importlib.import_module("." + name, __name__)
    if name in ("enable_signal_detection", "disable_signal_detection", "set_exit_action"):
        return getattr(importlib.import_module(".signals", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Node",
    "Results",
    "add_arguments",
    "add_components",
    "add_hash_id",
    "bundle",
    "clear",
    "component",
    "disable",
    "enable",
    "enabled",
    "finalize",
    "get",
    "get_hash",
    "get_hash_identifier",
    "get_text",
    "init",
    "initialize",
    "is_enabled",
    "is_initialized",
    "load",
    "pause",
    "pop_components",
    "pop_region",
    "push_components",
    "push_region",
    "region",
    "remove_components",
    "report",
    "resume",
    "set_default",
    "settings",
    "size",
    "timemory_argparse",
    "timemory_finalize",
    "timemory_init",
    "toggle",
    "units",
    "util",
    "version",
    "version_info",
]
