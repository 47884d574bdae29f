"""Settings as attributes: `timemory.settings.output_path = "results"`."""

from typing import Any, List, Union

from . import _catalogue, _library


class Settings:
    """The settings in force, by their names in lower case, as docs/settings.md lists them.

    Before measuring begins, setting one is for when it begins; afterwards some can be changed at once, and others, which are looked at only
    then, raise ValueError. Flags are bool, numbers int, everything else str; lists may be assigned where several things are named.
    """

    __slots__ = ()

    def __getattr__(self, name: str) -> Union[bool, int, str]:
        if name.startswith("__"):
            raise AttributeError(name)
        text = _library.setting(name)
        if text is None:
            raise AttributeError(_library.error())
        kind = _catalogue.settings().get(name.lower(), {}).get("kind")
        return text == "true" if kind == "flag" else int(text) if kind == "number" else text

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, bool):
            text = str(value).lower()
        elif isinstance(value, (list, tuple)):
            text = ",".join(str(one) for one in value)
        else:
            text = str(value)
        # As bytes of a file name would be: output paths are settings.
        if not _library.change_setting(name.encode(), text.encode("utf-8", "surrogateescape")):
            raise (ValueError if _library.setting(name) is not None else AttributeError)(_library.error())

    def __dir__(self) -> List[str]:
        return sorted(_catalogue.settings())

    def __repr__(self) -> str:
        return "settings(" + ", ".join(f"{name}={getattr(self, name)!r}" for name in _catalogue.settings()) + ")"


settings = Settings()
