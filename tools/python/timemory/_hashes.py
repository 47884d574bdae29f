"""Hashes of names, which can identify traces: `timemory.trace.push(timemory.add_hash_id("solve"))`."""

from typing import Dict

from . import _labels, _library

_names: Dict[int, str] = {}


def get_hash(key: str) -> int:
    """The hash of a name: FNV-1a of its UTF-8, 64 bits. The same in every process."""
    hash = 0xCBF29CE484222325
    for byte in _labels.encoded(key):
        hash = (hash ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return hash


def add_hash_id(key: str) -> int:
    """Returns the hash of a name and registers it, so that the hash can be used in place of the name."""
    hash = get_hash(key)
    if hash not in _names:
        _names[hash] = key
        _library.add_hash_id(hash, _labels.encoded(key))
    return hash


def get_hash_identifier(hash_id: int) -> str:
    """Returns the name that `add_hash_id` registered for a hash. Raises KeyError if there is none."""
    try:
        return _names[hash_id]
    except KeyError:
        raise KeyError(f"no name was added for hash {hash_id} by timemory.add_hash_id") from None
