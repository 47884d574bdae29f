"""Programs with MPI: who this process is, and functions of MPI measured without touching the program.

    import timemory.mpi
    timemory.mpi.enable_mpip()          # before mpi4py is imported
    from mpi4py import MPI

docs/mpi.md tells how results of all ranks become one.
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
    """Whether functions of MPI can be measured: the library for it lies beside libtimemory.so."""
    return _path().is_file()


def enable_mpip(permit: Iterable[str] = (), reject: Iterable[str] = ()) -> None:
    """Measures functions of MPI from now on: those that `permit` names or all, without those that `reject` names; a name may end with `*`.

    Once for all: afterwards the choice cannot be changed. To be called before mpi4py is imported, as its calls are found by the linker then; RuntimeError afterwards,
    unless the library was preloaded.
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
    """Ends what `enable_mpip` began; does nothing where that was not called."""
    global _running
    if _library_of_mpip is not None and _running is not None:
        _library_of_mpip.timemory_stop_mpip(_running)
    _running = None


def _number(names: Iterable[str]) -> Optional[int]:
    return next((int(os.environ[name]) for name in names if os.environ.get(name, "").isdigit()), None)


def rank() -> int:
    """The rank of this process: as MPI says where mpi4py has begun it, or as its launcher does; 0 without."""
    mpi = _begun()
    return mpi.COMM_WORLD.Get_rank() if mpi is not None else _number(_RANKS) or 0


def size() -> int:
    """How many ranks there are, as `rank` knows; 1 without."""
    mpi = _begun()
    return mpi.COMM_WORLD.Get_size() if mpi is not None else _number(_SIZES) or 1


def _begun():
    mpi = sys.modules.get("mpi4py.MPI")
    return mpi if mpi is not None and mpi.Is_initialized() and not mpi.Is_finalized() else None
