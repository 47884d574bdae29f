"""Decorators and context managers: `marker`, `auto_tuple`, `auto_timer`, `rss_usage`.

    @marker(["wall_clock", "peak_rss"])
    def solve(): ...                        # the region `solve`; with key="fast", `solve/fast`

    with marker(["wall_clock"], key="assemble"):
        ...                                 # the region `assemble`; without a key, the function around the block

    @auto_timer                             # parentheses are needed for arguments only
    def load(): ...

A decorated function is labelled by its qualified name. `mode` chooses another form: "blank" is the key alone, "basic" `function/key`,
"full" `function@file:line/key`; without it functions are "basic", and blocks are "blank" if they have a key. `add_args=True` adds the arguments of each call to
the label of a function, shortened: each text of arguments is a region of its own then.

Of generators and of `async` functions each step between two suspensions is a lap: see `timemory._steps`. A `with` block must not await.
"""

from typing import Any, Iterable, Optional, Union

from ._bundle import bundle, source_of
from ._measured import AUTO_TIMER, Measured, Source, is_function

__all__ = ["marker", "auto_tuple", "auto_timer", "rss_usage"]


class _Bare(Measured):
    """Measures too when it is written without parentheses, where the first argument is what it decorates."""

    def __new__(cls, first: Any = None, *arguments: Any, **named: Any) -> Any:
        if is_function(first):
            made = object.__new__(cls)
            made.__init__()
            return made(first)
        return object.__new__(cls)


class marker(_Bare):
    """A region measured by `components`; by those in force on the thread if they are None."""

    def __init__(
        self, components: Optional[Union[str, type, Iterable]] = None, key: str = "", add_args: bool = False, mode: Optional[str] = None
    ):
        super().__init__(source_of(components), key, mode, add_args)


auto_tuple = marker


class auto_timer(_Bare):
    """A region measured by a wall clock, CPU time, CPU utilisation, peak memory, and what TIMEMORY_GLOBAL_COMPONENTS names."""

    def __init__(self, key: str = "", add_args: bool = False, mode: Optional[str] = None):
        super().__init__(AUTO_TIMER, key, mode, add_args)


class rss_usage(_Bare):
    """A region measured by how the memory in use and its peak change."""

    _components: Source = bundle(["page_rss", "peak_rss"])

    def __init__(self, key: str = "", add_args: bool = False, mode: Optional[str] = None):
        super().__init__(self._components, key, mode, add_args)
