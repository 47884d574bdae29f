"""Beginning and ending, and the components in force."""

import sys
from ctypes import c_char_p
from typing import Any, Iterable, List, Optional, Sequence, Union

from . import _catalogue, _labels, _library
from ._settings import settings


def init(argv: Optional[Sequence[str]] = None, **values: Any) -> List[str]:
    """Begins measuring, unless it has begun; the calling thread becomes the primary one. Without, the first region begins it.

    Settings come from `argv` (`--timemory-output-path=results`) and by name (`output_path="results"`). Returns the arguments that are no
    settings, as `sys.argv = timemory.init(sys.argv)` wants them.
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


def finalize() -> None:
    """Writes the results, which otherwise happens when the process ends; `init` begins anew."""
    # The table is printed by the library, past Python's buffer.
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    _library.finalize_library()


def is_initialized() -> bool:
    """Whether measuring has begun and not ended."""
    return _library.is_initialized()


def enabled() -> bool:
    """Whether regions are recorded."""
    return _library.enabled() != 0


def pause() -> None:
    """Stops recording regions until `resume`; those that are open are recorded when they end."""
    _library.pause()


def resume() -> None:
    """Records regions again."""
    _library.resume()


_Components = Union[str, type, Iterable]


def _encoded(components: _Components) -> bytes:
    return _labels.encoded(",".join(_catalogue.ids(components)))


def set_default(components: _Components) -> None:
    """The components of regions on threads that pushed none, unless TIMEMORY_COMPONENTS or TIMEMORY_GLOBAL_COMPONENTS name others.

    Begins measuring, as the library knows only then what those say.
    """
    _library.init_library(0, None)
    _library.set_default(_encoded(components))


def push_components(components: _Components) -> None:
    """Replaces the components in force on this thread until `pop_components`."""
    _library.push_components(_encoded(components))


def pop_components() -> None:
    """Goes back to what was in force before the last push."""
    _library.pop_components()


def add_components(components: _Components) -> None:
    """Adds to the components in force on this thread."""
    _library.add_components(_encoded(components))


def remove_components(components: _Components) -> None:
    """Takes away from the components in force on this thread."""
    _library.remove_components(_encoded(components))


def push_region(name: str) -> None:
    """Opens the region called `name` below the one that is open on this thread, until `pop_region` of that name."""
    _library.push_region(_labels.encoded(name))


def pop_region(name: str) -> None:
    """Closes the region called `name` that was pushed last on this thread."""
    _library.pop_region(_labels.encoded(name))
