"""timemory for Python: labelled regions of a program, measured and put together to a call graph.

    import timemory
    from timemory.util import marker

    @marker(["wall_clock", "peak_rss"])
    def solve(): ...

    with timemory.region("main"):
        solve()

Results are written when the program ends, or by `timemory.finalize()`. docs/python.md tells more.
"""

from . import component, util
from ._bundle import bundle, region
from ._life import (
    add_components,
    enabled,
    finalize,
    init,
    is_initialized,
    pause,
    pop_components,
    pop_region,
    push_components,
    push_region,
    remove_components,
    resume,
    set_default,
)
from ._results import Node, Results, get, load
from ._settings import settings

__version__ = "0.1.0"

__all__ = [
    "Node",
    "Results",
    "add_components",
    "bundle",
    "component",
    "enabled",
    "finalize",
    "get",
    "init",
    "is_initialized",
    "load",
    "pause",
    "pop_components",
    "pop_region",
    "push_components",
    "push_region",
    "region",
    "remove_components",
    "resume",
    "set_default",
    "settings",
    "util",
]
