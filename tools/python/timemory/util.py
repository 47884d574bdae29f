"""Decorators and context managers: `marker`, `auto_tuple`, `auto_timer`, `rss_usage`, `timer`.

    @marker(["wall_clock", "peak_rss"])
    def solve(): ...                        # the region `solve`; with key="fast", `solve/fast`

    with marker(["wall_clock"], key="assemble"):
        ...                                 # the region `assemble`; without a key, the function around the block

    @auto_timer                             # parentheses are needed for arguments only
    def load(): ...

A decorated function is labelled by its qualified name. `mode` chooses another form: "blank" is only the key, "basic" `function/key`, "full"
`function@file:line/key`; by default functions are "basic", and blocks are "blank" if they have a key. `add_args=True` adds the arguments of
each call to the label of a function, shortened: each text of arguments is then a separate region. `report_at_exit=True` prints the values
of each lap when it ends. `is_class` is for programs written for timemory for C++, and has no effect: a qualified name includes the class.

For generators and `async` functions, each step between two suspensions is a lap: see `timemory._steps`. A `with` block must not await.
"""

from typing import Any, Iterable, Optional, Union

from . import _reported
from ._bundle import bundle, source_of
from ._measured import AUTO_TIMER, Measured, Source, is_function

__all__ = ["auto_timer", "auto_tuple", "base_decorator", "marker", "rss_usage", "timer"]


class base_decorator(Measured):
    """Base class of the decorators and context managers in this module, and for others that handle each lap themselves:

        class logged(base_decorator):
            def begin(self, label):
                return label, time.perf_counter()

            def end(self, lap):
                print(lap[0], time.perf_counter() - lap[1])

    `begin` gets the label of a lap, a str, when the lap starts; its return value is passed to `end` on the same thread. Several threads may
    call both at once. Also works without parentheses, when the first argument is the decorated object.
    """

    def __new__(cls, first: Any = None, *arguments: Any, **named: Any) -> Any:
        if is_function(first):
            made = object.__new__(cls)
            made.__init__()
            return made(first)
        return object.__new__(cls)

    def __init__(self, key: str = "", add_args: bool = False, is_class: bool = False, mode: Optional[str] = None, *, _source: Optional[Source] = None):
        self.key, self.add_args, self.is_class, self.mode = key, add_args, is_class, mode
        super().__init__(_source or Source(lambda label: self.begin(label.decode()), lambda lap: self.end(lap)), key, mode, add_args)

    def begin(self, label: str) -> Any:
        raise NotImplementedError(f"{type(self).__name__} is a base_decorator without begin(label)")

    def end(self, lap: Any) -> None:
        raise NotImplementedError(f"{type(self).__name__} is a base_decorator without end(lap)")


class marker(base_decorator):
    """A region measured by `components`, or by the current components of the thread if they are None or empty. A function that returns
    components is called once."""

    def __init__(
        self,
        components: Optional[Union[str, type, Iterable]] = None,
        key: str = "",
        add_args: bool = False,
        mode: Optional[str] = None,
        *,
        is_class: bool = False,
        report_at_exit: bool = False,
    ):
        source = _reported.source(components) if report_at_exit else source_of(components)
        super().__init__(key, add_args, is_class, mode, _source=source)


auto_tuple = marker


class auto_timer(base_decorator):
    """A region measured by a wall clock, CPU time, CPU utilisation, peak memory, and the components in TIMEMORY_GLOBAL_COMPONENTS."""

    def __init__(self, key: str = "", add_args: bool = False, mode: Optional[str] = None, *, is_class: bool = False, report_at_exit: bool = False):
        source = _reported.source("wall_clock,cpu_clock,cpu_util,peak_rss,user_global_bundle") if report_at_exit else AUTO_TIMER
        super().__init__(key, add_args, is_class, mode, _source=source)


class timer(base_decorator):
    """A region measured by clocks, CPU utilisation and peak memory, which are printed when each lap ends."""

    def __init__(self, key: str = "", add_args: bool = False, mode: Optional[str] = None, *, is_class: bool = False):
        components = "wall_clock,system_clock,user_clock,cpu_clock,cpu_util,peak_rss"
        super().__init__(key, add_args, is_class, mode, _source=_reported.source(components))


class rss_usage(base_decorator):
    """A region measured by the change of memory in use and of its peak."""

    _components: Source = bundle(["page_rss", "peak_rss"])

    def __init__(self, key: str = "", add_args: bool = False, mode: Optional[str] = None, *, is_class: bool = False):
        super().__init__(key, add_args, is_class, mode, _source=self._components)
