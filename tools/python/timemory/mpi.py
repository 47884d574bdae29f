"""MPI programs: this process's rank, and MPI functions measured without changing the program.

    import timemory.mpi
    timemory.mpi.enable_mpip()          # before mpi4py is imported
    from mpi4py import MPI

See docs/mpi.md for how to merge the results of all ranks.
"""

import ctypes
import os
import sys
from pathlib import Path
from typing import Iterable, Optional

from . import _library

__all__ = ["disable_mpip", "enable_mpip", "is_supported", "rank", "size"]

_NAME = "libtimemory-mpip.so"
_RANKS = ("OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID")
_SIZES = ("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS")

_library_of_mpip: Optional[ctypes.CDLL] = None
_running: Optional[int] = None


def _path() -> Path:
    return Path(os.path.realpath(_library.path)).with_name(_NAME)


def is_supported() -> bool:
    """Whether MPI functions can be measured, that is, whether the library for it is next to libtimemory.so."""
    return _path().is_file()


def enable_mpip(permit: Iterable[str] = (), reject: Iterable[str] = ()) -> None:
    """Starts measuring MPI functions: those in `permit` or all, except those in `reject`; a name may end with `*`.

    The choice cannot be changed afterwards. Call this before mpi4py is imported, because the linker resolves its calls then; later calls
    raise RuntimeError unless the library was preloaded.
    """
    global _library_of_mpip, _running
    if _running is not None:
        return
    if _library_of_mpip is None:
        if "mpi4py.MPI" in sys.modules and _NAME not in os.environ.get("LD_PRELOAD", ""):
            raise RuntimeError(f"mpi4py was already imported, and its calls cannot be measured. Call enable_mpip() first, or preload {_path()}")
        for name, functions in (("PERMIT", permit), ("REJECT", reject)):
            names = ",".join(functions)
            if names and not _library.change_setting(f"MPIP_{name}_LIST".encode(), names.encode()):
                raise ValueError(_library.error())
        if not is_supported():
            raise RuntimeError(f"there is no {_path()}: copy it next to libtimemory.so (mvn package builds it if MPI is installed)")
        _library_of_mpip = ctypes.CDLL(str(_path()), mode=ctypes.RTLD_GLOBAL)
        _library_of_mpip.timemory_start_mpip.restype = ctypes.c_uint64
        _library_of_mpip.timemory_stop_mpip.argtypes = [ctypes.c_uint64]
    _running = _library_of_mpip.timemory_start_mpip()


def disable_mpip() -> None:
    """Reverses `enable_mpip`; does nothing if that was not called."""
    global _running
    if _library_of_mpip is not None and _running is not None:
        _library_of_mpip.timemory_stop_mpip(_running)
    _running = None


def _number(names: Iterable[str]) -> Optional[int]:
    return next((int(os.environ[name]) for name in names if os.environ.get(name, "").isdigit()), None)


def rank() -> int:
    """Returns the rank of this process: from MPI if mpi4py has initialized it, else from the launcher, else 0."""
    mpi = _begun()
    return mpi.COMM_WORLD.Get_rank() if mpi is not None else _number(_RANKS) or 0


def size() -> int:
    """Returns the number of ranks, from the same source as `rank`; else 1."""
    mpi = _begun()
    return mpi.COMM_WORLD.Get_size() if mpi is not None else _number(_SIZES) or 1


def _begun():
    mpi = sys.modules.get("mpi4py.MPI")
    return mpi if mpi is not None and mpi.Is_initialized() and not mpi.Is_finalized() else None
