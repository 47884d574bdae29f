"""Objects that own something of the library's, which a copy would own as well."""

from typing import Any


class Owned:
    """Cannot be copied or pickled: a second owner would free what the first one still uses, and in another process there is nothing to own."""

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError(f"{type(self).__name__} objects cannot be copied or pickled, because they own a part of this process: make another one")
