"""Settings as attributes: `timemory.settings.output_path = "results"`."""

import os
import warnings
from typing import Any, Dict, List, Union

from . import _catalogue, _library


class Settings:
    """The current settings, by lower-case name; docs/settings.md lists them.

    A setting that is assigned before measuring starts takes effect then. Afterwards some settings can still be changed; the others are read
    only at the start and raise ValueError. Flags are bool, numbers int, everything else str; a list may be assigned to a setting that
    contains several names.

    A setting of timemory for C++ that is not supported here can also be assigned, for programs written for it: it has no effect and emits a
    RuntimeWarning.
    """

    __slots__ = ("_without_effect",)

    def __init__(self) -> None:
        object.__setattr__(self, "_without_effect", {})

    def __getattr__(self, name: str) -> Union[bool, int, str]:
        if name.startswith("__"):
            raise AttributeError(name)
        text = _library.setting(name)
        if text is None:
            if name in self._without_effect:
                return self._without_effect[name]
            raise AttributeError(_library.error())
        kind = _catalogue.setting(name).get("kind")
        return text == "true" if kind == "flag" else int(text) if kind == "number" else text

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, bool):
            text = str(value).lower()
        elif isinstance(value, (list, tuple)):
            text = ",".join(str(one) for one in value)
        else:
            text = str(value)
        # Encoded like file names: output paths are settings.
        if _library.change_setting(name.encode(), text.encode("utf-8", "surrogateescape")):
            return
        why = _library.error()
        if _NOT_OFFERED in why:
            if name not in self._without_effect:
                warnings.warn(why, RuntimeWarning, 2)
            self._without_effect[name] = value
            return
        current = _library.setting(name)
        if current is None:
            raise AttributeError(why)
        # A setting that can no longer be changed may be set to its current value.
        if current.lower() != _as_shown(text, _catalogue.setting(name).get("kind", "text")):
            raise ValueError(why)

    def parse(self) -> None:
        """Reads the environment again, for variables that were set after the library read it, as in `os.environ["TIMEMORY_PRECISION"] =
        "3"`.

        A setting that can no longer be changed keeps its value, with a RuntimeWarning.
        """
        for name, entry in _catalogue.settings().items():
            variables = [entry["variable"], *("TIMEMORY_" + alias for alias in entry["aliases"])]
            text = next((os.environ[one] for one in variables if one in os.environ), None)
            if text is None:
                continue
            try:
                if str(getattr(self, name)).lower() != _as_shown(text, entry["kind"]):
                    setattr(self, name, text)
            except ValueError as wrong:
                warnings.warn(str(wrong), RuntimeWarning, 2)

    def __dir__(self) -> List[str]:
        return sorted(_catalogue.settings())

    def __repr__(self) -> str:
        return "settings(" + ", ".join(f"{name}={getattr(self, name)!r}" for name in _catalogue.settings()) + ")"


# The library's message for settings that timemory for C++ has and this one lacks.
_NOT_OFFERED = "that is not supported here"

_FLAGS: Dict[str, str] = {"on": "true", "yes": "true", "1": "true", "off": "false", "no": "false", "0": "false"}


def _as_shown(text: str, kind: str) -> str:
    text = text.strip().lower()
    return _FLAGS.get(text, text) if kind == "flag" else text


settings = Settings()
