"""Bundles: components that are chosen once and used often."""

from ctypes import byref
from functools import lru_cache, partial
from typing import Any, Callable, Iterable, Optional, Union

from . import _catalogue, _labels, _library, _streams
from ._measured import IN_FORCE, Measured, Source, is_function


class bundle(Source):
    """A set of components that measure the same regions.

        tools = timemory.bundle(["wall_clock", "peak_rss"])
        with tools.region("solve"):
            ...

    Components are a str (`"wall_clock, peak_rss"`), classes of `timemory.component`, or a list of these. The names are looked up when the
    bundle first measures; an unknown name then raises ValueError.

        tools = timemory.bundle("wall_clock", optional="read_bytes", user_bundles="SOLVER", percentiles=[50, 99.9])

    optional: components that are skipped silently if they are unavailable on the machine.
    user_bundles: labels, a str or a list; "SOLVER" adds the components that TIMEMORY_SOLVER_COMPONENTS names.
    percentiles: shown for components with integer values, each above 0 and at most 100.
    scope: "tree", "flat" or "timeline"; by default, what the settings specify.
    """

    __slots__ = ("components", "_options", "_number")

    def __init__(
        self,
        components: Union[str, type, Iterable] = (),
        *,
        optional: Union[str, type, Iterable] = (),
        user_bundles: Union[str, Iterable[str]] = (),
        percentiles: Union[float, Iterable[float]] = (),
        scope: Optional[str] = None,
    ):
        self.components = _catalogue.ids(components)
        shown = [percentiles] if isinstance(percentiles, (int, float)) else list(percentiles)
        self._options = {
            "optional": _catalogue.ids(optional),
            "user_bundles": _catalogue.ids(user_bundles),
            "percentiles": [repr(float(percentile)) for percentile in shown],
            "scope": [scope] if scope else [],
        }
        if not self.components and not self._options["optional"] and not self._options["user_bundles"]:
            raise ValueError("a bundle needs a component, as in timemory.bundle('wall_clock')")
        self._number = 0
        super().__init__(self._begin_first)

    def _begin_first(self, label: bytes) -> _library.Record:
        return self.resolved()(label)

    def resolved(self) -> Callable[[bytes], _library.Record]:
        """Opens a record of a label, with the names of the components resolved."""
        number = self._numbered()
        begin = partial(_library.bundle_begin, number)
        if number:
            self.begin = begin
        return begin

    def _numbered(self) -> int:
        """The library's number of the bundle; 0, which measures nothing, in a process that was forked from a measuring one."""
        if self._number == 0:
            if any(self._options.values()):
                lists = {name: _joined(words) for name, words in self._options.items() if words}
                self._number = _library.bundle_build(_library.BundleOptions(components=_joined(self.components), **lists))
            else:
                self._number = _library.bundle_create(_joined(self.components))
            if self._number == 0 and _library.may_measure():
                raise ValueError(_library.error())
        return self._number

    def region(self, name: str, stream: Any = None) -> "Measured":
        """A region of this name, as a context manager and as a decorator.

        With a GPU stream, as in `Component.start`, the components that accept one are started with it.
        """
        source = self if stream is None else Source(partial(self._begin_stream, _streams.handle_of(stream)))
        return Measured(source, name, "blank", False)

    def _begin_stream(self, stream: int, label: bytes) -> _library.Record:
        record = _library.Record()
        number = self._numbered()
        if number and not _library.bundle_begin_stream(number, label, stream, byref(record)):
            raise TypeError(_library.error())
        return record

    def push(self, name: str) -> None:
        """Opens the region `name`, until `pop(name)` on the same thread."""
        _library.bundle_push(self._numbered(), _labels.encoded(name))

    def pop(self, name: str) -> None:
        """Closes the region `name` that this bundle opened last on this thread."""
        _library.bundle_pop(self._numbered(), _labels.encoded(name))

    def __repr__(self) -> str:
        options = "".join(f", {name}={words!r}" for name, words in self._options.items() if words)
        return f"bundle({self.components!r}{options})"


def _joined(words: Iterable[str]) -> bytes:
    return ",".join(words).encode("utf-8", "backslashreplace")


class region(Measured):
    """A region measured by the current components of the thread: those of `push_components`, else TIMEMORY_COMPONENTS, else `set_default`,
    else a wall clock.

        with timemory.region("solve"):
            ...

        @timemory.region            # named after the function
        def solve(): ...
    """

    def __new__(cls, name: Any = "") -> Any:
        if is_function(name):
            made = object.__new__(cls)
            made.__init__("")
            return made(name)
        return object.__new__(cls)

    def __init__(self, name: str = ""):
        super().__init__(IN_FORCE, name, "blank", False)


def source_of(components: Optional[Union[str, type, Iterable]]) -> Source:
    """Returns a bundle of the components; the thread's current ones for None."""
    return IN_FORCE if components is None else _bundle_of(components if isinstance(components, str) else ",".join(_catalogue.ids(components)))


# For blocks that create their marker each time.
@lru_cache(maxsize=256)
def _bundle_of(components: str) -> bundle:
    return bundle(components)
