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
    """

    __slots__ = ("components", "_number")

    def __init__(self, components: Union[str, type, Iterable]):
        self.components = _catalogue.ids(components)
        if not self.components:
            raise ValueError("a bundle needs a component, as in timemory.bundle('wall_clock')")
        self._number = 0
        super().__init__(self._begin_first)

    def _begin_first(self, label: bytes) -> _library.Record:
        return self.resolved()(label)

    def resolved(self) -> Callable[[bytes], _library.Record]:
        """What opens a record of a label, with the names of the components looked up."""
        number = self._numbered()
        begin = partial(_library.bundle_begin, number)
        if number:
            self.begin = begin
        return begin

    def _numbered(self) -> int:
        """The library's number of the bundle; 0, with which it does nothing, in a process that was forked while its parent measured."""
        if self._number == 0:
            self._number = _library.bundle_create(",".join(self.components).encode("utf-8", "backslashreplace"))
            if self._number == 0 and _library.may_measure():
                raise ValueError(_library.error())
        return self._number

    def region(self, name: str, stream: Any = None) -> "Measured":
        """A region of this name, as a context manager and as a decorator.

        With a stream of a GPU, as `Component.start` takes it, the components that take one are started with it.
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
        return f"bundle({self.components!r})"


class region(Measured):
    """A region measured by the current components of the thread: `push_components`, else TIMEMORY_COMPONENTS, else
    `set_default`, else a wall clock.

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
    """A bundle of the components; those in force for None."""
    return IN_FORCE if components is None else _bundle_of(components if isinstance(components, str) else ",".join(_catalogue.ids(components)))


# For blocks that create their marker each time.
@lru_cache(maxsize=256)
def _bundle_of(components: str) -> bundle:
    return bundle(components)
