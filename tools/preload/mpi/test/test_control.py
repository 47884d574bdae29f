"""Which calls are measured, and what remains of them however the program continues."""

import json
import subprocess
from typing import Dict, List

from mpi import HERE, LIBRARIES, TIMEOUT, MpiTest, Rank, compiled, environment_of_ranks, with_each_library

LINKED = [f"-L{LIBRARIES}", "-ltimemory-mpip", "-ltimemory", f"-Wl,-rpath,{LIBRARIES}"]


def laps(rank: Rank) -> Dict[str, int]:
    return {label: node.laps for label, node in rank.nodes("wall_clock").items()}


class Control(MpiTest):
    @with_each_library("control.c", arguments=LINKED)
    def test_a_program_that_is_linked_measures_between_start_and_stop(self, kind: str, program: List[str]) -> None:
        for rank in self.run_ranks(kind, 2, [*program, "start"], preloaded=False):
            self.assertEqual(laps(rank), {"MPI_Barrier": 2})
            self.assertEqual(rank.out.splitlines()[0], "001")
        for rank in self.run_ranks(kind, 2, [*program, "register"], preloaded=False):
            self.assertEqual(laps(rank), {"MPI_Barrier": 1})
        for rank in self.run_ranks(kind, 2, [*program, "start"], preloaded=False, TIMEMORY_ENABLE_MPIP="false"):
            self.assertEqual(laps(rank), {})

    @with_each_library("control.c", arguments=LINKED)
    def test_the_component_measures_while_its_regions_are_open(self, kind: str, program: List[str]) -> None:
        for rank in self.run_ranks(kind, 2, [*program, "handle"], preloaded=False):
            expected = {"measured": 1, "measured/within": 1, "measured/within/MPI_Barrier": 1, "measured/MPI_Comm_size": 1}
            self.assertEqual(laps(rank), expected)
        for rank in self.run_ranks(kind, 2, [*program, "handle"], preloaded=False, TIMEMORY_ENABLE_MPIP="false"):
            self.assertEqual(laps(rank), {"measured": 1, "measured/within": 1})

    @with_each_library("control.c", arguments=LINKED)
    def test_what_preloading_began_goes_on_until_it_is_deregistered(self, kind: str, program: List[str]) -> None:
        for rank in self.run_ranks(kind, 2, [*program, "register"]):
            self.assertEqual(laps(rank), {"MPI_Init": 1, "MPI_Comm_rank": 1, "MPI_Barrier": 1})
        for rank in self.run_ranks(kind, 2, [*program, "register"], TIMEMORY_ENABLE_MPIP="false"):
            self.assertEqual(laps(rank), {})

    @with_each_library("control.c", arguments=LINKED)
    def test_pcontrol_pauses_and_resumes(self, kind: str, program: List[str]) -> None:
        for rank in self.run_ranks(kind, 2, [*program, "pcontrol"]):
            self.assertEqual(laps(rank), {"MPI_Init": 1, "MPI_Comm_rank": 1, "MPI_Barrier": 2})

    @with_each_library("control.c", arguments=LINKED)
    def test_another_tool_sees_what_it_would_see_alone(self, kind: str, program: List[str]) -> None:
        tool = compiled(self.directory, kind, "another_tool.c", "-shared", "-fPIC")[0]
        for rank in self.run_ranks(kind, 2, ["env", f"LD_PRELOAD={LIBRARIES / 'libtimemory-mpip.so'}:{tool}", *program, "pcontrol"], preloaded=False):
            self.assertEqual(laps(rank), {"MPI_Init": 1, "MPI_Comm_rank": 1, "MPI_Barrier": 2})
            self.assertIn("another tool: 1 104 1", rank.out)

    @with_each_library("control.c", arguments=LINKED)
    def test_functions_hang_below_the_region_that_calls_them(self, kind: str, program: List[str]) -> None:
        for rank in self.run_ranks(kind, 2, [*program, "region"]):
            expected = {"MPI_Init": 1, "MPI_Comm_rank": 1, "solve": 1, "solve/MPI_Barrier": 1, "solve/MPI_Comm_size": 1, "MPI_Barrier": 1}
            self.assertEqual(laps(rank), expected)

    @with_each_library("control.c", arguments=LINKED)
    def test_lists_permit_and_reject_functions(self, kind: str, program: List[str]) -> None:
        for rank in self.run_ranks(kind, 2, [*program, "region"], TIMEMORY_MPIP_PERMIT_LIST="MPI_Comm*;mpi_barrier", TIMEMORY_MPIP_REJECT_LIST="MPI_Comm_size"):
            self.assertEqual(laps(rank), {"MPI_Comm_rank": 1, "solve": 1, "solve/MPI_Barrier": 1, "MPI_Barrier": 1})
        for rank in self.run_ranks(kind, 1, [*program, "region"], TIMEMORY_MPIP_REJECT_LIST="MPI_Sned"):
            self.assertIn("TIMEMORY_MPIP_REJECT_LIST: 'MPI_Sned' is not a measured function of MPI", rank.out)

    @with_each_library("control.c", arguments=LINKED)
    def test_components_are_those_of_the_first_setting_that_names_any(self, kind: str, program: List[str]) -> None:
        settings = {"TIMEMORY_MPIP_COMPONENTS": "trip_count", "TIMEMORY_TRACE_COMPONENTS": "cpu_clock"}
        for rank in self.run_ranks(kind, 2, [*program, "peers"], **settings):
            self.assertEqual(laps(rank), {})
            self.assertEqual(rank.nodes("cpu_clock"), {})
            self.assertEqual(rank.nodes("trip_count")["MPI_Sendrecv"].laps, 1)
            self.assertEqual(rank.nodes("mpi_comm_data")["MPI_Sendrecv"].sum, 32)
            self.assertNotIn("user bundle", rank.out)
        for rank in self.run_ranks(kind, 2, [*program, "peers"], TIMEMORY_MPIP_COMPONENTS="none"):
            self.assertEqual(laps(rank), {})
            self.assertEqual(rank.nodes("mpi_comm_data")["MPI_Sendrecv"].sum, 32)
        settings = {"TIMEMORY_MPIP_COMPONENTS": "trip_count,fallthrough", "TIMEMORY_PROFILER_COMPONENTS": "cpu_clock"}
        for rank in self.run_ranks(kind, 2, [*program, "peers"], **settings):
            self.assertEqual([rank.nodes(component)["MPI_Sendrecv"].laps for component in ("trip_count", "cpu_clock")], [1, 1])
        for rank in self.run_ranks(kind, 2, [*program, "peers"], TIMEMORY_MPIP_COMM_DATA="false"):
            self.assertEqual(rank.nodes("mpi_comm_data"), {})
            self.assertEqual(laps(rank)["MPI_Sendrecv"], 1)

    @with_each_library("control.c", arguments=LINKED)
    def test_what_is_no_component_is_named_and_the_others_are_measured(self, kind: str, program: List[str]) -> None:
        for rank in self.run_ranks(kind, 2, [*program, "peers"], TIMEMORY_MPIP_COMPONENTS="trip_count, trip_cuont;cpu_clock"):
            self.assertIn("timemory: TIMEMORY_MPIP_COMPONENTS: there is no component 'trip_cuont'", rank.out)
            self.assertEqual([rank.nodes(component)["MPI_Sendrecv"].laps for component in ("trip_count", "cpu_clock")], [1, 1])
            self.assertEqual(laps(rank), {})
        for rank in self.run_ranks(kind, 2, [*program, "peers"], TIMEMORY_MPIP_COMPONENTS="trip_cuont", TIMEMORY_COMPONENTS="cpu_clock"):
            self.assertEqual(rank.nodes("cpu_clock")["MPI_Sendrecv"].laps, 1)
            self.assertEqual(laps(rank), {})

    @with_each_library("control.c", arguments=LINKED)
    def test_nothing_is_recorded_nor_said_between_sessions(self, kind: str, program: List[str]) -> None:
        for rank in self.run_ranks(kind, 2, [*program, "end"]):
            self.assertNotIn("not recorded", rank.out)
            graphs = [json.loads(file.read_text())["timemory"]["wall_clock"]["ranks"][0]["graph"] for file in rank.directory.rglob("wall*.json")]
            barriers = [node["entry"]["laps"] for graph in graphs for node in graph if node["prefix"] == ">>> MPI_Barrier"]
            self.assertEqual(sorted(barriers), [1, 2], rank.out)

    @with_each_library("control.c", arguments=LINKED)
    def test_peers_are_labels_of_their_own_where_they_are_asked_for(self, kind: str, program: List[str]) -> None:
        for me, rank in enumerate(self.run_ranks(kind, 3, [*program, "peers"], TIMEMORY_MPIP_PEERS="true")):
            sums = {label: node.sum for label, node in rank.nodes("mpi_comm_data").items()}
            expected = {"MPI_Sendrecv": 32, f"MPI_Sendrecv/MPI_Sendrecv_dst_{(me + 1) % 3}": 16, f"MPI_Sendrecv/MPI_Sendrecv_src_{(me + 2) % 3}": 16}
            expected.update({"MPI_Bcast": 8, "MPI_Bcast/MPI_Bcast_root_1": 8})
            self.assertEqual(sums, expected)

    @with_each_library("control.c", arguments=LINKED)
    def test_each_rank_keeps_what_it_has_when_one_aborts(self, kind: str, program: List[str]) -> None:
        # Open MPI's launcher gives ranks a second from SIGTERM to SIGKILL, too little on a busy machine. It waits as long in any case.
        patient = {f"{name}_MCA_odls_base_sigkill_timeout": "10" for name in ("OMPI", "PRTE")}
        ranks = self.run_ranks(kind, 3, [*program, "abort"], status=3, **patient)
        self.assertEqual(laps(ranks[1]), {"MPI_Init": 1, "MPI_Comm_rank": 1, "MPI_Comm_size": 1, "MPI_Barrier": 1, "MPI_Recv": 2})
        # MPICH's launcher ends the others by SIGKILL at once, which leaves no time to write anything.
        for rank in ranks if kind == "openmpi" else []:
            self.assertGreaterEqual(laps(rank).get("MPI_Barrier", 0), 1, rank.out)

    @with_each_library("control.c", arguments=LINKED)
    def test_a_rank_that_aborts_after_it_ended_measuring_keeps_what_it_has(self, kind: str, program: List[str]) -> None:
        rank = self.run_ranks(kind, 2, [*program, "abort", "ended"], status=3, TIMEMORY_MPI_JOIN_TIMEOUT="300")[1]
        self.assertEqual(laps(rank), {"MPI_Init": 1, "MPI_Comm_rank": 1, "MPI_Comm_size": 1, "MPI_Barrier": 1}, rank.out)

    @with_each_library("control.c", arguments=LINKED)
    def test_a_call_that_fails_moves_nothing(self, kind: str, program: List[str]) -> None:
        for rank in self.run_ranks(kind, 1, [*program, "error"]):
            self.assertNotIn("sent", rank.out)
            self.assertEqual(rank.nodes("wall_clock")["MPI_Send"].laps, 2)
            self.assertEqual(rank.nodes("mpi_comm_data")["MPI_Send"].sum, 0)

    @with_each_library("threads.c", arguments=["-pthread"])
    def test_threads_that_come_and_go_are_measured(self, kind: str, program: List[str]) -> None:
        ranks = self.run_ranks(kind, 2, program)
        if "one thread only" in ranks[0].out:
            self.skipTest(f"{kind} has no MPI_THREAD_MULTIPLE")
        sent, received = (rank.nodes("wall_clock") for rank in ranks)
        self.assertEqual((sent["MPI_Send"].laps, received["MPI_Recv"].laps), (600, 600), ranks[0].out)
        self.assertEqual(ranks[0].nodes("mpi_comm_data")["MPI_Send"].sum, 600 * 32)

    @with_each_library("abandoned.c")
    def test_a_call_that_an_error_handler_leaves_ends_when_the_next_begins(self, kind: str, program: List[str]) -> None:
        for rank in self.run_ranks(kind, 1, program):
            self.assertEqual(laps(rank), {"MPI_Init": 1, "MPI_Comm_create_errhandler": 1, "MPI_Comm_set_errhandler": 1, "MPI_Send": 3, "MPI_Comm_rank": 3})


class StandardInterface(MpiTest):
    def test_a_library_with_the_standard_binary_interface_is_known_by_it(self) -> None:
        def build(*arguments: str) -> None:
            subprocess.run(["gcc", "-O1", "-Wall", "-I", str(HERE), *arguments], cwd=self.directory, check=True)

        build("-shared", "-fPIC", str(HERE / "fake_pmpi_abi.c"), "-o", "libpmpi_abi.so")
        build("-shared", "-fPIC", str(HERE / "fake_mpi_abi.c"), "-L.", "-lpmpi_abi", "-Wl,-rpath,$ORIGIN", "-o", "libmpi_abi.so")
        build(str(HERE / "abi_program.c"), "-L.", "-lmpi_abi", f"-Wl,-rpath-link,{self.directory}", "-Wl,-rpath,$ORIGIN", "-o", "program")
        command = [*TIMEOUT, "env", f"LD_PRELOAD={LIBRARIES / 'libtimemory-mpip.so'}", "TIMEMORY_OUTPUT_PATH=0", "./program"]
        variables = environment_of_ranks(self.directory)
        out = subprocess.run(command, cwd=self.directory, env=variables, stdout=subprocess.PIPE, check=True).stdout.decode()
        self.assertIn("0 1 5 7", out)
        data = {label: (node.laps, node.sum) for label, node in Rank("", self.directory / "0").nodes("mpi_comm_data").items()}
        self.assertEqual(data, {"MPI_Send": (2, 40), "MPI_Recv": (2, 80), "MPI_Allgather": (1, 8), "MPI_Allreduce": (1, 12)})
