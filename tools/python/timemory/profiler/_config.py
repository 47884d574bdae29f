"""The defaults of profiles."""

import re
import warnings
from typing import Any, Dict, Iterable, List

from ._calls import SKIPPED_FILES, hook


def _expressions(name: str) -> property:
    """The same selection by regular expressions, as in timemory for C++."""

    def get(self: "Config") -> List[str]:
        return [one.pattern if isinstance(one, re.Pattern) else one for one in getattr(self, name)]

    def put(self: "Config", expressions: Iterable[str]) -> None:
        setattr(self, name, [re.compile(one) for one in expressions])

    return property(get, put, doc=f"`{name}` by regular expressions, which are searched for.")


class Config:
    """The defaults of `profile`, for all profiles created from now on:

        from timemory.profiler import config, profile
        config.only_files = ["*/solver/*.py"]
        config.max_stack_depth = 20

    Attributes are the parameters of `profile`. Programs written for timemory for C++ use `only_functions`, `only_filenames`,
    `skip_functions`, `skip_filenames`, which are regular expressions, and `include_filename`. Raises ValueError for an invalid value,
    AttributeError for an unknown name.
    """

    NAMES = (
        "skip_funcs", "skip_files", "only_funcs", "only_files", "include_file", "include_line", "include_args", "full_filepath", "trace_c", "max_stack_depth",
    )

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Restores the defaults."""
        self.skip_funcs, self.skip_files, self.only_funcs, self.only_files = (), SKIPPED_FILES, (), ()
        self.include_file = self.include_line = True
        self.include_args = self.full_filepath = self.trace_c = False
        self.max_stack_depth = 65535
        self.verbosity = 0

    def values(self) -> Dict[str, Any]:
        return {name: getattr(self, name) for name in self.NAMES}

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in (*self.NAMES, "verbosity") and not isinstance(getattr(type(self), name, None), property):
            raise AttributeError(f"profiles have no {name}; there are {', '.join(self.NAMES)}")
        if name in self.NAMES[:4] and isinstance(value, (str, re.Pattern)):
            raise ValueError(f"{name} must be a list of patterns, not {value!r}")
        if name == "max_stack_depth" and value < 0:
            raise ValueError(f"max_stack_depth must be a number of at least 0, not {value!r}")
        super().__setattr__(name, value)

    only_functions, skip_functions = _expressions("only_funcs"), _expressions("skip_funcs")
    only_filenames, skip_filenames = _expressions("only_files"), _expressions("skip_files")

    @property
    def include_filename(self) -> bool:
        """`include_file`."""
        return self.include_file

    @include_filename.setter
    def include_filename(self, value: bool) -> None:
        self.include_file = value

    @property
    def include_internal(self) -> bool:
        """False: functions of timemory itself are never measured."""
        return False

    @include_internal.setter
    def include_internal(self, value: bool) -> None:
        if value:
            warnings.warn("functions of timemory itself are never measured: include_internal has no effect", RuntimeWarning, 3)

    @property
    def _is_running(self) -> bool:
        return hook.is_running


config = Config()
