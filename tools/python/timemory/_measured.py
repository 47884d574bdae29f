"""Common code of `marker`, `region` and similar classes: regions around functions and blocks."""

import inspect
import reprlib
import sys
import warnings
from collections import defaultdict
from functools import partial, wraps
from threading import get_ident
from types import CodeType
from typing import Any, Callable, Dict, List, Optional, Union

from . import _labels, _library, _steps


class Source:
    """Opens and closes records with a label each."""

    __slots__ = ("begin", "end")

    def __init__(self, begin: Callable[[bytes], Any], end: Callable[[Any], None] = _library.end_record):
        self.begin = begin
        self.end = end


IN_FORCE = Source(_library.get_begin_record)
AUTO_TIMER = Source(_library.create_auto_timer, _library.delete_auto_timer)


class Measured:
    """A region around the decorated function, or around a `with` block.

    One object may be used repeatedly, nested in itself, and by several threads at once. It can decorate a function, a method, a generator
    function or an asynchronous one; for the latter three each step is a lap. An exception closes the region and passes through.
    """

    def __init__(self, source: Source, key: str, mode: Optional[str], add_args: bool):
        if mode == "defer":  # as timemory for C++ treats None
            mode = None
        if mode is not None and mode not in _labels.MODES:
            raise ValueError(f"mode: {mode!r} is not one of {', '.join(_labels.MODES)}")
        _labels.encoded(key)
        self._source = source
        self._key = key
        self._mode = mode
        self._add_args = add_args
        self._label = _labels.encoded(key) if key and mode in (None, "blank") and not add_args else None
        self._open: Dict[int, List[Any]] = defaultdict(list)  # for each thread, the records of its open blocks

    def __enter__(self):
        # The label first: it may be rejected, and nothing must be open then.
        label = self._label or self._label_of_block(sys._getframe(1))
        self._open[get_ident()].append(self._source.begin(label))
        return self

    def __exit__(self, *exception: Any) -> None:
        try:
            record = self._open[get_ident()].pop()
        except IndexError:
            warnings.warn(f"{self!r} ended on another thread than it started on, and its lap is not recorded: does the block await?", RuntimeWarning, 2)
        else:
            self._source.end(record)

    def _label_of_block(self, frame) -> bytes:
        if self._add_args:
            raise TypeError("add_args needs a decorated function: a block has no arguments")
        return _labels.encoded(_labels.made(self._mode or "basic", self._key, _labels.of_code(frame.f_code), frame.f_code, frame.f_lineno))

    def __call__(self, function: Callable) -> Callable:
        if isinstance(function, (staticmethod, classmethod)):
            return type(function)(self(function.__func__))
        if isinstance(function, type) or not callable(function):
            raise TypeError(f"{type(self).__name__} decorates functions and methods, not {function!r}")
        return _wrapped(function, self._source, self._label_for(function))

    def _label_for(self, function: Callable) -> Union[bytes, Callable[[tuple, dict], bytes]]:
        """The label of all calls, or a function that creates that of one from its arguments."""
        name = _labels.plain(getattr(function, "__qualname__", type(function).__name__))
        code: Optional[CodeType] = _labels.code_of(inspect.unwrap(function))
        mode = self._mode or "basic"
        if not self._add_args:
            return _labels.encoded(_labels.made(mode, self._key, name, code))
        return lambda args, kwargs: _labels.encoded(_labels.made(mode, self._key, name + _arguments(args, kwargs), code))

    def __repr__(self) -> str:
        return f"{type(self).__name__}(key={self._key!r})"


def _arguments(args: tuple, kwargs: dict) -> str:
    """Shortened, because each text of arguments is a separate region."""
    return "(" + ", ".join([reprlib.repr(value) for value in args] + [f"{name}={reprlib.repr(value)}" for name, value in kwargs.items()]) + ")"


def _wrapped(function: Callable, source: Source, label: Union[bytes, Callable[[tuple, dict], bytes]]) -> Callable:
    end = source.end
    fixed = label if isinstance(label, bytes) else None

    def label_of(args: tuple, kwargs: dict) -> bytes:
        return fixed or label(args, kwargs)

    if inspect.iscoroutinefunction(function):

        async def wrapper(*args, **kwargs):
            return await _steps.Awaited(source.begin, end, label_of(args, kwargs), function(*args, **kwargs))

    elif inspect.isasyncgenfunction(function):
        wrapper = _steps.async_generator_function(source.begin, end, label_of, function)

    elif inspect.isgeneratorfunction(function):
        wrapper = _steps.generator_function(source.begin, end, label_of, function)

    elif fixed is not None:

        def wrapper(*args, **kwargs):
            record = source.begin(fixed)
            try:
                return function(*args, **kwargs)
            finally:
                end(record)

    else:

        def wrapper(*args, **kwargs):
            record = source.begin(label(args, kwargs))
            try:
                return function(*args, **kwargs)
            finally:
                end(record)

    return wraps(function)(wrapper)


def is_function(value: Any) -> bool:
    """Whether a decorator was written without parentheses, and received the decorated object."""
    return inspect.isroutine(value) or isinstance(value, (staticmethod, classmethod, partial))
