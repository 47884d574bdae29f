"""A profiler of Python functions: each call that it sees is a region.

    @profile(["wall_clock"])                # while solve runs, on its thread and on those started meanwhile
    def solve(): ...

    with profile("wall_clock, peak_rss", only_files=["*/solver/*.py"]):
        ...

or for a whole program, `python -m timemory.profiler -c wall_clock -- script.py arguments`.
"""

import sys
from typing import Any, Callable, Iterable, Optional, Union

from .._hooks import NotRunning, Running
from .._tool_components import chosen_bundle
from ._calls import SKIPPED_FILES, Calls, Choice, Pattern, hook
from ._config import Config, config
from ._learned import Learned

__all__ = ["Config", "FakeProfiler", "Profiler", "SKIPPED_FILES", "config", "noprofile", "profile"]


class profile(Running):
    """Measures the functions that are called while it is running, as a context manager, a decorator, or with `start` and `stop`.

    `components` are those of each region; the default is TIMEMORY_PROFILER_COMPONENTS, TIMEMORY_COMPONENTS, TIMEMORY_GLOBAL_COMPONENTS or a
    wall clock. "none" measures nothing.

    The defaults of other parameters come from `config`. Functions are selected by shell patterns (`*`, `?`, `[a-z]`), or by compiled
    regular expressions, for their names (`solve`, `Solver.step`) and for their files (with or without folders); a skipped name or file
    stays skipped even if an `only_` pattern matches it. Calls made by skipped functions are still measured. `include_file` and
    `include_line` add the location to labels, `full_filepath` with folders, and `include_args` the arguments, shortened. `trace_c` measures
    built-in functions too. Calls nested deeper than `max_stack_depth` are left out. `learned` names a file written by `timemory learn`:
    functions in it are measured or not as it says, and others if `only_` patterns match them. Raises ValueError if it is another kind of
    file, and OSError if it cannot be read.

    For generators and coroutines, each step is a lap. It can be nested; then only the outer one measures.
    """

    def __init__(
        self,
        components: Optional[Union[str, type, Iterable]] = None,
        *,
        skip_funcs: Optional[Iterable[Pattern]] = None,
        skip_files: Optional[Iterable[Pattern]] = None,
        only_funcs: Optional[Iterable[Pattern]] = None,
        only_files: Optional[Iterable[Pattern]] = None,
        include_file: Optional[bool] = None,
        include_line: Optional[bool] = None,
        include_args: Optional[bool] = None,
        full_filepath: Optional[bool] = None,
        trace_c: Optional[bool] = None,
        max_stack_depth: Optional[int] = None,
        learned: Optional[str] = None,
    ):
        given = {name: value for name, value in locals().items() if name in Config.NAMES and value is not None}
        self._components = components
        self._choice = Choice(**{**config.values(), **given}, learned=None if learned is None else Learned(learned))

    def start(self) -> "profile":
        """Starts measuring calls on this thread, and everything on threads that start from now on."""
        hook.start(self._measuring)
        return self

    def _measuring(self) -> Optional[Calls]:
        components = chosen_bundle(self._components, "PROFILER")
        return None if components is None else Calls(components, self._choice)

    def stop(self) -> "profile":
        """Ends the effect of `start`, on the same thread. Calls that are still running are closed now; on other threads, at their next call
        or return."""
        hook.stop()
        return self

    def runcall(self, function: Callable, *args: Any, **kwargs: Any) -> Any:
        """Measures one call, and returns its value."""
        with self:
            return function(*args, **kwargs)

    def runctx(self, command: str, globals: Optional[dict], locals: Optional[dict]) -> "profile":
        """Measures the execution of Python source in these namespaces."""
        with self:
            exec(command, globals, locals)
        return self

    def run(self, command: str) -> "profile":
        """Measures the execution of Python source in the main module."""
        namespace = sys.modules["__main__"].__dict__
        return self.runctx(command, namespace, namespace)


class noprofile(NotRunning):
    """A stand-in for `profile` with the same parameters that does nothing."""


Profiler, FakeProfiler = profile, noprofile
