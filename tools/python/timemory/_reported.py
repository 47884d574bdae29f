"""Regions whose laps are printed when they end."""

from typing import Any, Iterable, List, NamedTuple, Optional, Union

from . import _catalogue, _library
from ._measured import Source


class _Lap(NamedTuple):
    label: bytes
    components: List[str]
    region: Optional[int]


def source(components: Optional[Union[str, type, Iterable]]) -> Source:
    """Measures laps with these components, or with a wall clock if there are none, and prints each to stdout."""
    names = _catalogue.ids(components or "wall_clock")

    def begin(label: bytes) -> _Lap:
        known = [id for name in names for id in _known(name)]
        region = _library.region_create(label, ",".join(known).encode()) if known else None
        if known and region is None and _library.may_measure():
            raise ValueError(_library.error())
        _library.region_start(region)
        return _Lap(label, known, region)

    return Source(begin, _end)


def _known(name: str) -> List[str]:
    """The ids for the name of a component; several, or none, for a user bundle."""
    from .component import Component, get_generator

    made: Any = get_generator(name)
    assert issubclass(made, Component)
    if made._entry["category"] != "user bundles":
        return [made.id()]
    return [id for one in _catalogue.ids(_library.setting(made._entry["source"]) or "") for id in _known(one)]


def _end(lap: _Lap) -> None:
    _library.region_stop(lap.region)
    shown = [text for index, name in enumerate(lap.components) for text in [_shown(lap.region, index, name)] if text]
    print(f"{lap.label.decode()}: {', '.join(shown) or 'nothing measured'}")
    if lap.region is not None:
        _library.region_destroy(lap.region)


def _shown(region: Optional[int], index: int, name: str) -> str:
    from .component import get_generator

    made = get_generator(name)
    numbers = []
    for element, (unit, factor) in enumerate(made._units()):
        totals = _library.region_get(region, element, index)
        if totals is None:
            return f"{text} {made.label()}" if (text := _library.region_text(region, index)) else ""
        if totals.laps:
            numbers.append(f"{totals.sum * factor:.6g} {unit}".strip())
    return f"{' / '.join(numbers)} {made.label()}" if numbers else ""
