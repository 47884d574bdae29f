"""Supports `from timemory.bundle import auto_timer, marker`, as in programs written for timemory for C++.

`timemory.bundle` itself is still the class of bundles, which has these as attributes.
"""

import sys

from . import util
from ._bundle import bundle
from .util import auto_timer, auto_tuple, base_decorator, marker, rss_usage, timer

__all__ = ["auto_timer", "auto_tuple", "base_decorator", "bundle", "marker", "rss_usage", "timer", "util"]

for _name in __all__:
    if _name != "bundle":
        setattr(bundle, _name, globals()[_name])

# The object that `import timemory.bundle` binds and `from timemory.bundle import` uses.
sys.modules[__name__] = bundle  # type: ignore[assignment]
