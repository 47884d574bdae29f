"""The library's lists of components and settings."""

import json
from functools import lru_cache
from typing import Dict, Iterable, List, Union

from . import _library


@lru_cache(maxsize=None)
def _catalogue() -> dict:
    text = _library.catalogue()
    if text is None:
        raise RuntimeError(_library.error())
    return json.loads(text)


@lru_cache(maxsize=None)
def components() -> Dict[str, dict]:
    """Components by id."""
    return {entry["id"]: entry for entry in _catalogue()["components"]}


# The ids of custom components, by class.
_registered: Dict[type, str] = {}


def added(id: str, component: type) -> None:
    """The program has registered a component that is not in the cached list."""
    _registered[component] = id
    if components.cache_info().currsize:
        components()[id] = entry_now(id)


def entry_now(id: str) -> dict:
    """Returns the library's description of a component with the current settings; the cached one if the library cannot be called."""
    text = _library.catalogue()
    return components()[id] if text is None else next(entry for entry in json.loads(text)["components"] if entry["id"] == id)


def is_there_now(id: str) -> bool:
    """Returns whether the library has a component with that id, including those made after the list of components was read."""
    return any(entry["id"] == id for entry in json.loads(_library.catalogue() or '{"components": []}')["components"])


@lru_cache(maxsize=None)
def settings() -> Dict[str, dict]:
    """Settings by their lower-case names."""
    return {entry["name"].lower(): entry for entry in _catalogue()["settings"]}


def setting(name: str) -> dict:
    """Returns the library's description of a setting, by its name or an alias; empty if there is none."""
    upper = name.upper()
    return next((entry for entry in settings().values() if upper == entry["name"] or upper in entry["aliases"]), {})


def ids(chosen: Union[str, type, Iterable]) -> List[str]:
    """Converts a program's specification to names of components: `"wall_clock,peak_rss"`, component classes, trackers, a function that
    returns one of these, or a list of them."""
    if isinstance(chosen, str):
        return chosen.replace(",", " ").replace(";", " ").split()
    if isinstance(chosen, type) and chosen in _registered:
        return [_registered[chosen]]
    if callable(getattr(chosen, "id", None)):
        return [chosen.id()]
    if callable(chosen):
        return ids(chosen())
    try:
        return [name for one in chosen for name in ids(one)]
    except TypeError:
        raise TypeError(f"components are named by a str, a class of timemory.component, or a list of these, not by {chosen!r}") from None
