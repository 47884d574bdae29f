"""Runs programs of several ranks under each installed MPI library, with libtimemory-mpip.so preloaded, and reads each rank's results."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Dict, List, NamedTuple, Optional

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "common/test"))

from tests.optional import require, which  # noqa: E402
from tools import HEADERS, LIBRARIES, NATIVE, TIMEOUT, Node, build, clean_environment, nodes  # noqa: E402

# The names that Debian gives to the files of one library.
KINDS = ["openmpi", "mpich"]
THOROUGH = os.environ.get("THOROUGH") == "true"
COMPILERS = {".c": "mpicc", ".f90": "mpif90"}


class Rank(NamedTuple):
    out: str
    directory: Path

    def nodes(self, component: str) -> Dict[str, Node]:
        return nodes(self.directory, component)


def has(kind: str) -> bool:
    return which(f"mpirun.{kind}") is not None and which(f"mpicc.{kind}") is not None


def kind_of_mpi4py() -> Optional[str]:
    """The library that mpi4py was built for, identified by the first word of its version."""
    script = "from mpi4py import MPI; print(MPI.Get_library_version())"
    ended = subprocess.run([*TIMEOUT, require("python3"), "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    name = ended.stdout.decode()
    return None if ended.returncode != 0 else "openmpi" if name.startswith("Open MPI") else "mpich" if name.startswith("MPICH") else None


def compiled(directory: Path, kind: str, source: str, *arguments: str) -> List[str]:
    """The program of a source file in this folder, for one library; a Python program is run as it is."""
    if source.endswith(".py"):
        if kind_of_mpi4py() != kind:
            raise unittest.SkipTest(f"there is no mpi4py for {kind}")
        return [require("python3"), str(HERE / source)]
    program = directory / f"{source}.{kind}"
    compiler = f"{COMPILERS[Path(source).suffix]}.{kind}"
    if which(compiler) is None:
        raise unittest.SkipTest(f"there is no {compiler}")
    build(program, [compiler, "-O1", "-w", str(HERE / source), "-I", str(HEADERS), *arguments])
    return [str(program)]


def environment_of_ranks(home: Path) -> Dict[str, str]:
    """Each rank writes its own results."""
    return {**clean_environment(home), "TIMEMORY_MPI_JOIN_TIMEOUT": "0"}


def launcher(kind: str, ranks: int) -> List[str]:
    options = ["--oversubscribe", "--allow-run-as-root"] if kind == "openmpi" else []
    return [*TIMEOUT, f"mpirun.{kind}", *options, "-n", str(ranks)]


class MpiTest(unittest.TestCase):
    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory(prefix="timemory-mpi-")
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)
        self.runs = 0

    def run_ranks(self, kind: str, ranks: int, program: List[str], preloaded: bool = True, status: int = 0, **environment: str) -> List[Rank]:
        """Each rank's results, with settings from the environment. Fails if the program's status differs."""
        self.runs += 1
        folder = self.directory / f"run{self.runs}"
        folder.mkdir()
        variables = {**environment_of_ranks(folder), **environment}
        # Only those of ranks: the launcher's own processes are not measured.
        preload = f"LD_PRELOAD={LIBRARIES / 'libtimemory-mpip.so'} " if preloaded else ""
        of_rank = "rank=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}; "
        each = ["sh", "-c", of_rank + preload + 'TIMEMORY_OUTPUT_PATH=$rank exec "$@" >$rank.out 2>&1', "sh", *program]
        log = folder / "log"
        with log.open("wb") as out:
            ended = subprocess.run([*launcher(kind, ranks), *each], cwd=folder, env=variables, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        outs = [(folder / f"{rank}.out") for rank in range(ranks)]
        printed = log.read_text() + "".join(out.read_text(errors="replace") for out in outs if out.exists())
        if (ended.returncode == 0) != (status == 0):
            self.fail(f"{kind}, {ranks} ranks: status {ended.returncode}: {printed}")
        return [Rank(outs[rank].read_text(errors="replace"), folder / str(rank)) for rank in range(ranks)]


def with_each_library(*sources: str, arguments: List[str] = [], everywhere: bool = False):
    """
    A test that receives the library and the program, once for each combination; skipped if there is none. In the gate, tests not marked
    `everywhere` run with one library only, and of several programs the second library has the first.
    """

    def decorate(test):
        def run(self: MpiTest) -> None:
            kinds = [kind for kind in KINDS if has(kind)]
            if not kinds:
                self.skipTest("neither Open MPI nor MPICH is installed (mpirun.openmpi, mpirun.mpich)")
            for kind in kinds if everywhere or THOROUGH else kinds[:1]:
                for source in sources if kind == kinds[0] or THOROUGH else sources[:1]:
                    with self.subTest(kind, source=source):
                        test(self, kind, compiled(self.directory, kind, source, *arguments))

        run.__name__ = test.__name__
        return run

    return decorate
