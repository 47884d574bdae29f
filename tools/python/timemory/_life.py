"""Start and end of measuring, and the current components."""

import atexit
import os
import re
import sys
from ctypes import c_char_p
from typing import Any, Iterable, List, Optional, Sequence, Union

from . import _catalogue, _labels, _library
from ._settings import settings


def init(argv: Optional[Sequence[str]] = None, **values: Any) -> List[str]:
    """Starts measuring unless it has started; the calling thread becomes the primary one. Without this call, the first region starts it.

    Settings come from `argv` (`--timemory-output-path=results`) and by name (`output_path="results"`). Returns the arguments that are not
    settings, as in `sys.argv = timemory.init(sys.argv)`.
    """
    for name, value in values.items():
        setattr(settings, name, value)
    arguments = list(argv or ())
    encoded = [argument.encode("utf-8", "surrogateescape") for argument in arguments]
    _library.init_library(len(encoded), (c_char_p * (len(encoded) + 1))(*encoded, None))
    if _library.setting("SUPPRESS_PARSING") == "true":
        return arguments
    end = arguments.index("--") if "--" in arguments else len(arguments)
    return [argument for argument in arguments[:end] if not argument.startswith("--timemory-")] + arguments[end:]


def initialize(argv: Sequence[str] = (), prefix: str = "timemory-", suffix: str = "-output") -> None:
    """Like `init`, with timemory for C++'s default: results go to a directory named after the program unless settings say otherwise.

    `initialize(["solve.py"])` writes them to `timemory-solve-output`. Without arguments it does nothing.
    """
    if not argv:
        return
    if "TIMEMORY_OUTPUT_PATH" not in os.environ and settings.output_path == "timemory-output" and not _library.is_initialized():
        program = re.sub(r"\.(py|exe)$", "", os.path.basename(argv[0])).replace(" ", "_")
        settings.output_path = re.sub("--+", "-", prefix + program + suffix)
    init(argv)


def _flush() -> None:
    # Tables are printed by the library, bypassing Python's buffer.
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()


def finalize() -> None:
    """Writes the results, which otherwise happens when the process ends; `init` starts a new measurement."""
    _flush()
    _library.finalize_library()


def _before_interrupt() -> None:
    """An uncaught Ctrl-C: Python ends by the signal after its own handlers, so that C's exit handlers are never called."""
    interrupted = getattr(sys, "last_type", None)
    if interrupted is not None and issubclass(interrupted, KeyboardInterrupt) and is_initialized() and _library.setting("AUTO_OUTPUT") == "true":
        finalize()


atexit.register(_before_interrupt)


def report(filename: str = "") -> None:
    """Prints the results so far and writes them to files, like `finalize`, according to the settings. Measuring continues.

    The files go to the directory `filename`, or to the configured one; later results go to a separate folder and do not replace them.
    Raises RuntimeError if nothing is measured, or if nothing can be written.
    """
    _flush()
    if not _library.report(os.fsencode(filename) if filename else None):
        raise RuntimeError(_library.error())


def clear(components: Iterable = ()) -> None:
    """Discards everything that was recorded so far without writing it, and continues measuring with the same settings.

    Open regions are discarded too: close them first. Single components cannot be discarded: naming any raises ValueError.
    """
    if components:
        raise ValueError("clear: data of individual components cannot be cleared; call it without arguments, or leave them out of get(components=[...])")
    _library.clear()


def toggle(on: bool = True) -> None:
    """Calls `resume` or `pause`."""
    (resume if on else pause)()


def is_initialized() -> bool:
    """Whether measuring has started and not ended."""
    return _library.is_initialized()


def enabled() -> bool:
    """Whether regions are recorded."""
    return _library.enabled() != 0


def enable() -> None:
    """Same as `resume`."""
    resume()


def disable() -> None:
    """Same as `pause`."""
    pause()


def pause() -> None:
    """Stops recording regions until `resume`. Regions that are open are still recorded when they end."""
    _library.pause()


def resume() -> None:
    """Records regions again."""
    _library.resume()


_Components = Union[str, type, Iterable]


def _encoded(components: _Components) -> bytes:
    return _labels.encoded(",".join(_catalogue.ids(components)))


def set_default(components: _Components) -> None:
    """Sets the components of regions on threads that have not pushed any, unless TIMEMORY_COMPONENTS or TIMEMORY_GLOBAL_COMPONENTS name
    others.

    Starts measuring, because the library reads those variables only then.
    """
    _library.init_library(0, None)
    _library.set_default(_encoded(components))


def push_components(components: _Components) -> None:
    """Replaces the current components of this thread until `pop_components`."""
    _library.push_components(_encoded(components))


def pop_components() -> None:
    """Restores the components from before the last push."""
    _library.pop_components()


def add_components(components: _Components) -> None:
    """Adds components to the current ones of this thread."""
    _library.add_components(_encoded(components))


def remove_components(components: _Components) -> None:
    """Removes components from the current ones of this thread."""
    _library.remove_components(_encoded(components))


def push_region(name: str) -> None:
    """Opens the region `name` below the innermost open one on this thread, until `pop_region(name)`."""
    _library.push_region(_labels.encoded(name))


def pop_region(name: str) -> None:
    """Closes the region `name` that was pushed last on this thread."""
    _library.pop_region(_labels.encoded(name))
