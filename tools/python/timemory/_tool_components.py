"""The components of profilers and tracers."""

from typing import Iterable, List, Optional, Union

from . import _catalogue, _library
from ._bundle import bundle

Named = Optional[Union[str, type, Iterable]]


def chosen(named: Named, own: str) -> List[str]:
    """Returns the ids of those that are `named`, or else in the settings, by the library's rule (docs/choosing-components.md); none if
    nothing is to be measured.

    `own` is the tool's setting that is read first, TRACE for TIMEMORY_TRACE_COMPONENTS. Unknown names in `named` raise ValueError.
    """
    ids = _library.tool_components(",".join(_catalogue.ids(named or ())), own, "wall_clock")
    if ids is None and _library.may_measure():
        raise ValueError(_library.error())
    return ids.split(",") if ids else []


def chosen_bundle(named: Named, own: str) -> Optional[bundle]:
    """Returns a bundle of them; None if nothing is to be measured."""
    ids = chosen(named, own)
    return bundle(ids) if ids else None
