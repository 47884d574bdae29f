"""The measurement of NCCL calls, with a library in its place that has the same functions."""

import sys
from pathlib import Path
from typing import List

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "common/test"))

from tools import LIBRARIES, LINKED, Run, ToolTest, assert_components_are_chosen, compiled  # noqa: E402

WRAPPER = str(LIBRARIES / "libtimemory-ncclp.so")


class Nccl(ToolTest):
    def library(self, *arguments: str) -> None:
        compiled(self.directory, "libnccl.so.2", "gcc", "-shared", "-fPIC", "-Wl,-soname=libnccl.so.2", *arguments, str(HERE / "nccl.c"))

    def program(self) -> str:
        found = ["-L.", "-l:libnccl.so.2", f"-Wl,-rpath,{self.directory}", "-pthread"]
        return compiled(self.directory, "traffic", "gcc", "-Wextra", str(HERE / "traffic.c"), *found)

    def linked(self) -> str:
        """With the library that measures it."""
        found = ["-DLINKED", f"-L{LIBRARIES}", "-ltimemory-ncclp", *LINKED]
        found += ["-L.", "-l:libnccl.so.2", f"-Wl,-rpath,{self.directory}", "-pthread"]
        return compiled(self.directory, "linked", "gcc", "-Wextra", str(HERE / "traffic.c"), *found)

    def preloaded(self, *arguments: str, **environment: str) -> Run:
        self.library()
        return self.run_program([self.program(), *arguments], LD_PRELOAD=WRAPPER, **environment)

    def test_each_function_is_measured_with_the_bytes_of_its_arguments(self) -> None:
        run = self.preloaded()
        self.assertEqual(run.out, "device 3, rank 5, failed 0\ndone\n")
        laps = {"CommCuDevice": 1, "CommUserRank": 1, "Reduce": 1, "Bcast": 1, "Broadcast": 1, "AllReduce": 12, "ReduceScatter": 1}
        laps.update({"AllGather": 1, "GroupStart": 1, "Send": 3, "Recv": 3, "GroupEnd": 1})
        self.assertEqual(run.laps(), {f"nccl{name}": count for name, count in laps.items()})
        sums = {"Reduce": 800, "Bcast": 40, "Broadcast": 7, "AllReduce": 1000 * (1 + 1 + 4 + 4 + 8 + 8 + 2 + 4 + 8 + 2 + 1 + 1)}
        sums.update({"ReduceScatter": 6, "AllGather": 10, "Send": 3 * 64, "Recv": 3 * 72})
        self.assertEqual(run.sums("nccl_comm_data"), {f"nccl{name}": count for name, count in sums.items()})

    def test_the_program_prints_the_same_without(self) -> None:
        self.library()
        run = self.run_program([self.program()])
        self.assertEqual((run.out, run.error), ("device 3, rank 5, failed 0\ndone\n", ""))

    def test_a_call_that_fails_moves_nothing_and_one_in_progress_does(self) -> None:
        run = self.preloaded("fails")
        self.assertEqual(run.out, "4 7\ndone\n")
        self.assertEqual(run.laps(), {"ncclAllReduce": 2})
        self.assertEqual(run.sums("nccl_comm_data"), {"ncclAllReduce": 4000})

    def test_bytes_that_no_number_holds_are_the_largest_one(self) -> None:
        run = self.preloaded("large")
        data = run.nodes("nccl_comm_data")
        self.assertEqual(data["ncclAllGather"], (1, 8 << 40))
        self.assertEqual(data["ncclSend"].laps, 2)
        self.assertGreaterEqual(data["ncclSend"].sum, 2**63 - 1)

    def test_unknown_types_count_nothing_and_are_reported_once(self) -> None:
        run = self.preloaded("unknown")
        self.assertEqual(run.error.count("unknown data type"), 1, run.error)
        self.assertIn("unknown data type 99 of NCCL: its bytes are not counted", run.error)
        self.assertEqual(run.nodes("nccl_comm_data"), {"ncclAllReduce": (5, 10)})

    def test_each_thread_is_measured(self) -> None:
        run = self.preloaded("threads")
        self.assertEqual(run.nodes("nccl_comm_data"), {"ncclAllReduce": (400, 16_000)})

    def test_peers_are_labels_of_their_own_where_they_are_asked_for(self) -> None:
        sums = self.preloaded(TIMEMORY_NCCLP_PEERS="true").sums("nccl_comm_data")
        ways = (("ncclSend", "dst", 64), ("ncclRecv", "src", 72))
        peers = {f"{kind}/{kind}_{way}_{peer}": size for kind, way, size in ways for peer in range(3)}
        peers.update({"ncclReduce/ncclReduce_root_2": 800, "ncclBcast/ncclBcast_root_0": 40, "ncclBroadcast/ncclBroadcast_root_1": 7})
        self.assertEqual({label: size for label, size in sums.items() if "/" in label}, peers)

    def test_settings_choose_functions_components_and_data(self) -> None:
        run = self.preloaded(TIMEMORY_NCCLP_PERMIT_LIST="ncclGroup*;NCCLSEND", TIMEMORY_NCCLP_REJECT_LIST="ncclGroupEnd")
        self.assertEqual(run.laps(), {"ncclGroupStart": 1, "ncclSend": 3})
        run = self.preloaded(TIMEMORY_NCCLP_REJECT_LIST="ncclSned")
        self.assertIn("TIMEMORY_NCCLP_REJECT_LIST: 'ncclSned' is not a measured function of NCCL", run.error)
        settings = {"TIMEMORY_NCCLP_COMPONENTS": "trip_count", "TIMEMORY_NCCLP_COMM_DATA": "false"}
        run = self.preloaded(TIMEMORY_GLOBAL_COMPONENTS="cpu_clock", **settings)
        self.assertEqual((len(run.laps("trip_count")), run.laps(), run.laps("nccl_comm_data"), run.laps("cpu_clock")), (12, {}, {}, {}))
        self.assertEqual(run.error, "")
        run = self.preloaded(TIMEMORY_ENABLE_NCCLP="false")
        self.assertEqual(run.out, "device 3, rank 5, failed 0\ndone\n")
        self.assertEqual(run.laps(), {})

    def test_components_are_chosen_as_everywhere(self) -> None:
        for second in ("TRACE_COMPONENTS", "COMPONENTS"):
            assert_components_are_chosen(self, self.preloaded, "NCCLP_COMPONENTS", second, own=["nccl_comm_data"])

    def test_a_program_that_is_linked_says_what_is_measured(self) -> None:
        self.library()
        command: List[str] = [self.linked()]
        run = self.run_program([*command, "start"])
        self.assertEqual((run.out, run.laps()), ("001\ndone\n", {"ncclGroupStart": 2}))
        self.assertEqual(self.run_program([*command, "register"]).laps(), {"ncclGroupStart": 1})
        self.assertEqual(self.run_program(command).laps(), {})
        self.assertEqual(self.run_program([*command, "register"], TIMEMORY_ENABLE_NCCLP="false").laps(), {})

    def test_the_component_measures_while_its_regions_are_open(self) -> None:
        self.library()
        run = self.run_program([self.linked(), "handle"])
        laps = {label: count for label, count in run.laps().items() if "nccl" in label}
        self.assertEqual(laps, {"measured/within/ncclGroupStart": 1, "measured/ncclGroupEnd": 1})

    def test_a_library_that_only_the_settings_name_is_found(self) -> None:
        self.library()
        # The program knows only the functions of the wrapper.
        found = [f"-L{LIBRARIES}", "-ltimemory-ncclp", *LINKED, "-pthread"]
        program = compiled(self.directory, "unlinked", "gcc", str(HERE / "traffic.c"), *found)
        run = self.run_program([program], TIMEMORY_NCCL_LIBRARY=str(self.directory / "libnccl.so.2"))
        self.assertEqual(run.out, "device 3, rank 5, failed 0\ndone\n")
        run = self.run_program([program, "missing"], TIMEMORY_NCCL_LIBRARY="/nowhere/libnccl.so")
        self.assertEqual(run.out, "3\n3\ndone\n")
        self.assertIn("TIMEMORY_NCCL_LIBRARY: /nowhere/libnccl.so", run.error)

    def test_a_function_that_an_older_library_does_not_have_fails_and_is_reported(self) -> None:
        self.library()
        program = self.program()
        self.library("-DOLD")
        run = self.run_program([program, "missing"], LD_PRELOAD=WRAPPER)
        self.assertEqual(run.out, "3\n3\ndone\n")
        self.assertEqual(run.error.count("NCCL has no ncclRecv, or is not in this process: calls of it fail"), 1, run.error)

    def test_a_library_that_is_closed_and_opened_again_is_called_where_it_is(self) -> None:
        self.library()
        found = ["-L.", "-l:libnccl.so.2", f"-Wl,-rpath,{self.directory}"]
        user = compiled(self.directory, "libuser.so", "gcc", "-DLIBRARY", "-shared", "-fPIC", str(HERE / "reopened.c"), *found)
        program = compiled(self.directory, "reopened", "gcc", "-Wextra", str(HERE / "reopened.c"), "-ldl")
        run = self.run_program([program, user], LD_PRELOAD=WRAPPER)
        self.assertEqual((run.out, run.laps()), ("0\n0\n0\ndone\n", {"ncclGroupStart": 3}))
