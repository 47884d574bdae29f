"""The laps and bytes of programs whose traffic is known exactly."""

from pathlib import Path
from typing import Dict, List, Optional, Tuple

from mpi import LIBRARIES, MpiTest, Rank, with_each_library

PYTHON = Path(__file__).resolve().parents[3] / "python"

# Laps, and bytes if the function moves any.
Expected = Dict[str, Tuple[int, Optional[int]]]


def found(rank: Rank) -> Expected:
    data = rank.nodes("mpi_comm_data")
    return {label: (node.laps, data[label].sum if label in data else None) for label, node in rank.nodes("wall_clock").items()}


def of_collectives(n: int, me: int) -> Expected:
    """The calls of collectives.c as rank `me` of `n`; sizes of a double and an int are 8 and 4."""
    rising = 8 * n * (n + 1) // 2  # 1, 2, ... n doubles
    first, last = me == 0, me == n - 1
    lines = (not first) + (not last)  # neighbors along a line
    kinds = sum(4 if (me + i) % 2 else 8 for i in range(n))
    expected: Expected = {
        "MPI_Init": (1, None),
        "MPI_Comm_rank": (1, None),
        "MPI_Comm_size": (1, None),
        "MPI_Bcast": (1, 24),
        "MPI_Reduce": (2, 80),
        "MPI_Allreduce": (2, 32),
        "MPI_Scan": (1, 8),
        "MPI_Exscan": (1, 8),
        "MPI_Gather": (1, 16 + (16 * n if last else 0)),
        "MPI_Gatherv": (1, rising - 8 if first else 8 * (me + 1)),
        "MPI_Scatter": (1, 16 * (n - 1) if first else 16),
        "MPI_Scatterv": (1, 8 * (me + 1) + (rising if last else 0)),
        "MPI_Allgather": (2, 16 + 16 * n + 16 + 16 * (n - 1)),
        "MPI_Allgatherv": (2, 8 * (me + 1) + rising + rising),
        "MPI_Alltoall": (2, 2 * 8 * n + 2 * 8 * (n - 1)),
        "MPI_Alltoallv": (1, 8 * n * (me + 1) + rising),
        "MPI_Alltoallw": (1, 2 * kinds),
        "MPI_Reduce_scatter": (1, rising),
        "MPI_Reduce_scatter_block": (1, 16 * n),
        "MPI_Ibcast": (1, 24),
        "MPI_Ialltoall": (1, 2 * 8 * n),
        "MPI_Ibarrier": (1, None),
        "MPI_Waitall": (5, None),
        "MPI_Sendrecv": (1, 32 * lines),
        "MPI_Sendrecv_replace": (1, 16 * lines),
        "MPI_Type_vector": (1, None),
        "MPI_Type_commit": (1, None),
        "MPI_Isend": (1, 0 if last else 80),
        "MPI_Recv": (1, 0 if first else 80),
        "MPI_Wait": (1, None),
        "MPI_Type_free": (1, None),
        "MPI_Barrier": (1, None),
        "MPI_Send_init": (1, None),
        "MPI_Recv_init": (1, None),
        "MPI_Startall": (3, 3 * 64),
        "MPI_Start": (2, 64),
        "MPI_Request_free": (2, None),
        "MPI_Cart_create": (1, None),
        "MPI_Neighbor_allgather": (1, 24 * lines + (24 if lines else 0)),
        "MPI_Neighbor_alltoallv": (1, 2 * 16 * lines),
        "MPI_Dist_graph_create_adjacent": (1, None),
        "MPI_Neighbor_alltoall": (1, 40 * (n - 1) if first else 40),
        "MPI_Comm_free": (2, None),
        "MPI_Win_create": (1, None),
        "MPI_Win_fence": (4, None),
        "MPI_Put": (1, 16),
        "MPI_Get": (1, 24),
        "MPI_Accumulate": (1, 32),
        "MPI_Fetch_and_op": (2, 16 + 8),
        "MPI_Compare_and_swap": (1, 24),
        "MPI_Win_free": (1, None),
        "MPI_Op_create": (1, None),
        "MPI_Op_free": (1, None),
    }
    if me % 2 == 0 and not last:
        expected["MPI_Ssend"] = (1, 48)
    if me % 2 == 1:
        expected.update({"MPI_Mprobe": (1, None), "MPI_Mrecv": (1, 48)})
    return expected


def of_traffic(n: int, me: int, language: str) -> Expected:
    """The calls of traffic.c as rank `me` of `n`, and of the other programs of that name."""
    expected: Expected = {
        "MPI_Comm_rank": (1, None),
        "MPI_Comm_size": (1, None),
        "MPI_Send": (10, 80_000),
        "MPI_Recv": (10, 80_000),
        "MPI_Bcast": (1, 400),
        "MPI_Allreduce": (1, 80),
        "MPI_Barrier": (1, None),
    }
    if language == "py":
        # And the calls that mpi4py makes itself.
        expected.update({"MPI_Init_thread": (1, None), "MPI_Comm_set_errhandler": (2, None), "MPI_Comm_rank": (2, None)})
        expected.update({"MPI_Type_get_extent": (20, None), "MPI_Comm_test_inter": (2, None)})
        return expected
    expected.update({
        "MPI_Init": (1, None),
        "MPI_Gather": (1, 40 + (40 * n if me == 1 else 0)),
        "MPI_Irecv": (1, 24),
        "MPI_Isend": (1, 24),
        "MPI_Waitall": (4, None),
        "MPI_Send_init": (1, None),
        "MPI_Recv_init": (1, None),
        "MPI_Startall": (3, 192),
        "MPI_Request_free": (2, None),
    })
    if language == "f90":
        expected.update({"MPI_Comm_set_name": (1, None), "MPI_Allgather": (1, 40 * n)})
    return expected


class Traffic(MpiTest):
    def assert_each(self, ranks: List[Rank], expected) -> None:
        for me, rank in enumerate(ranks):
            self.assertEqual(found(rank), expected(len(ranks), me), f"rank {me} of {len(ranks)}: {rank.out}")

    @with_each_library("collectives.c", everywhere=True)
    def test_each_kind_of_function_is_measured_with_the_bytes_that_it_moves(self, kind: str, program: List[str]) -> None:
        for n in (2, 3, 8):
            self.assert_each(self.run_ranks(kind, n, program), of_collectives)

    @with_each_library("traffic.c", "traffic.f90", "traffic_f08.f90", "traffic.py", everywhere=True)
    def test_each_language_is_counted_once(self, kind: str, program: List[str]) -> None:
        language = next(name for name in ("py", "f90", "c") if f".{name}" in program[-1].rsplit("/", 1)[1])
        self.assert_each(self.run_ranks(kind, 4, program), lambda n, me: of_traffic(n, me, language))

    @with_each_library("traffic.py")
    def test_python_may_load_the_library_itself(self, kind: str, program: List[str]) -> None:
        script = f"import ctypes, runpy; ctypes.CDLL('{LIBRARIES}/libtimemory-mpip.so', mode=ctypes.RTLD_GLOBAL).timemory_register_mpip(); "
        command = [program[0], "-c", script + f"runpy.run_path('{program[1]}')"]
        self.assert_each(self.run_ranks(kind, 2, command, preloaded=False), lambda n, me: of_traffic(n, me, "py"))

    @with_each_library("traffic.py")
    def test_the_package_for_python_loads_it_before_mpi4py(self, kind: str, program: List[str]) -> None:
        script = f"import sys; sys.path.insert(0, '{PYTHON}'); import timemory.mpi; timemory.mpi.enable_mpip(reject=['MPI_Barrier']); import runpy; "
        command = [program[0], "-c", script + f"runpy.run_path('{program[1]}'); assert timemory.mpi.size() == 2, timemory.mpi.size()"]
        expected = {name: counts for name, counts in of_traffic(2, 0, "py").items() if name != "MPI_Barrier"}
        expected["MPI_Comm_size"] = (2, None)  # once more, on request
        self.assert_each(self.run_ranks(kind, 2, command, preloaded=False), lambda n, me: expected)
