"""GPU streams, as created by Python's GPU packages."""

import ctypes
from typing import Any


def handle_of(stream: Any) -> int:
    """Returns the cudaStream_t of an int, or of a stream of CUDA Python, PyTorch, CuPy, Numba or PyCUDA; 0 is the default stream."""
    if isinstance(stream, int):
        return stream
    described = getattr(stream, "__cuda_stream__", None)
    if described is not None:
        return (described() if callable(described) else described)[1]
    for name in ("cuda_stream", "ptr", "handle"):
        handle = getattr(stream, name, None)
        if isinstance(handle, ctypes.c_void_p):
            return handle.value or 0
        if isinstance(handle, int):
            return handle
    raise TypeError(f"{stream!r} is not a GPU stream: give its handle as an int, or a stream of CUDA Python, PyTorch, CuPy, Numba or PyCUDA")
