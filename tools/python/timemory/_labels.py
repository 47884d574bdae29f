"""Labels of regions in the form that the library accepts."""

import os
from functools import lru_cache
from types import CodeType
from typing import Callable, Optional


@lru_cache(maxsize=4096)
def encoded(label: str) -> bytes:
    """The label in UTF-8. NUL, which would end it, and unpaired surrogates, which are not characters, are shown as escapes.

    The same object for the same label, as long as it is in use: the library recognises a label by its address.
    """
    if not isinstance(label, str):
        raise TypeError(f"the label of a region must be a str, not {label!r}")
    return label.encode("utf-8", "backslashreplace").replace(b"\0", b"\\x00")


def plain(qualified_name: str) -> str:
    """Converts `outer.<locals>.inner` to `outer.inner`."""
    return qualified_name.replace("<locals>.", "")


def of_code(code: CodeType) -> str:
    """Returns the name of a function by its code: with its class since Python 3.11, because it is not available before."""
    return plain(getattr(code, "co_qualname", code.co_name))


MODES = ("blank", "basic", "full")


def made(mode: str, key: str, function: str, code: Optional[CodeType], line: Optional[int] = None) -> str:
    """`key`; `function/key`; `function@file:line/key`."""
    if mode == "blank":
        return key or function
    if mode == "full" and code is not None:
        function = f"{function}@{os.path.basename(code.co_filename)}:{line or code.co_firstlineno}"
    return f"{function}/{key}" if key else function


def code_of(function: Callable) -> Optional[CodeType]:
    return getattr(function, "__code__", None)
