"""A tracer of Python lines: each executed line is a region. It also supports traces by name, which skip those that are too short to be
worth it.

    @trace(["wall_clock"])                  # while solve runs, on its thread and on those started meanwhile
    def solve(): ...

    timemory.trace.push("step")
    step()
    timemory.trace.pop("step")

or for a whole program, `python -m timemory.trace -c wall_clock -- script.py arguments`.
"""

from typing import Iterable, Optional, Union

from .. import _catalogue, _labels, _library
from .._hooks import NotRunning, Running
from .._tool_components import chosen_bundle
from ..profiler import SKIPPED_FILES
from ..profiler._calls import Choice
from ._lines import Lines, hook

__all__ = ["FakeTracer", "Tracer", "finalize", "init", "is_throttled", "notrace", "pop", "push", "trace"]


class trace(Running):
    """Measures the executed lines while it is running, as a context manager, a decorator, or with `start` and `stop`.

    A line is measured until the next one starts, in any function: its time does not include the functions that it calls. Lines are siblings
    below the open region; their laps count how often the line was reached, from another line or on return from a call. Skipped functions
    count for the line that called them.

    The selection of functions and the labels are those of `timemory.profiler.profile`. The components are the given ones, or else those of
    TIMEMORY_TRACE_COMPONENTS, TIMEMORY_COMPONENTS, TIMEMORY_GLOBAL_COMPONENTS or a wall clock; "none" measures nothing. It can be nested;
    then only the outer one measures.
    """

    def __init__(
        self,
        components: Optional[Union[str, type, Iterable]] = None,
        *,
        skip_funcs: Iterable[str] = (),
        skip_files: Iterable[str] = SKIPPED_FILES,
        only_funcs: Iterable[str] = (),
        only_files: Iterable[str] = (),
        include_file: bool = True,
        include_line: bool = True,
        full_filepath: bool = False,
        max_stack_depth: int = 65535,
    ):
        self._components = components
        self._choice = Choice(
            skip_funcs, skip_files, only_funcs, only_files, include_file, include_line, False, full_filepath, False, max_stack_depth
        )

    def start(self) -> "trace":
        """Starts measuring calls on this thread, and everything on threads that start from now on."""
        hook.start(self._measuring)
        return self

    def _measuring(self) -> Optional[Lines]:
        components = chosen_bundle(self._components, "TRACE")
        return None if components is None else Lines(components, self._choice)

    def stop(self) -> "trace":
        """Ends the effect of `start`, on the same thread."""
        hook.stop()
        return self


class notrace(NotRunning):
    """A stand-in for `trace` with the same parameters that does nothing."""


Tracer, FakeTracer = trace, notrace


def init(components: Union[str, type, Iterable] = "wall_clock", read_command_line: bool = False, command: str = "") -> None:
    """Starts measuring unless it has started, with the components of traces by name unless TIMEMORY_TRACE_COMPONENTS, TIMEMORY_COMPONENTS
    or TIMEMORY_GLOBAL_COMPONENTS name others."""
    _library.trace_init(_labels.encoded(",".join(_catalogue.ids(components))), read_command_line, _labels.encoded(command))


def finalize() -> None:
    """Ends what `init` started: the last call writes the results."""
    _library.trace_finalize()


def push(key: Union[str, int]) -> None:
    """Opens the trace of a name, or of a hash returned by `timemory.add_hash_id`. It is recorded unless traces with this name were too
    short on this thread.

    TIMEMORY_THROTTLE_COUNT is the number of laps after which that is checked, and TIMEMORY_THROTTLE_VALUE the average in nanoseconds below
    which a trace is too short.
    """
    if isinstance(key, int):
        _library.push_trace_hash(key)
    else:
        _library.push_trace(_labels.encoded(key))


def pop(key: Union[str, int]) -> None:
    """Closes the trace that was last pushed with this name or hash on this thread."""
    if isinstance(key, int):
        _library.pop_trace_hash(key)
    else:
        _library.pop_trace(_labels.encoded(key))


def is_throttled(key: str) -> bool:
    """Whether traces of this name are no longer recorded on this thread."""
    return _library.is_throttled(_labels.encoded(key))
