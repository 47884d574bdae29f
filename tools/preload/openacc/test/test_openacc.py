"""The measurement of OpenACC, with GCC's runtime and with one that reports more."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "common/test"))

from tools import LIBRARIES, ToolTest, assert_components_are_chosen, compiled  # noqa: E402

TOOL = str(LIBRARIES / "libtimemory-openacc.so")


class OpenAcc(ToolTest):
    def program(self) -> str:
        command = ["gcc", "-fopenacc", "-x", "c", "-", "-o", "/dev/null"]
        probe = subprocess.run(command, input=b"int main(void) { return 0; }", stderr=subprocess.PIPE)
        if probe.returncode != 0:
            self.skipTest(f"this gcc has no OpenACC: {probe.stderr.decode(errors='replace')}")
        return compiled(self.directory, "constructs", "gcc", "-fopenacc", str(HERE / "constructs.c"))

    def test_constructs_and_moved_data_are_measured(self) -> None:
        run = self.run_program([self.program()], ACC_PROFLIB=TOOL)
        self.assertEqual(run.out, "999\n")
        expected = {"acc_device_init": 1, "acc_parallel": 4, "acc_enter_data": 2, "acc_exit_data": 2, "acc_update": 1}
        self.assertEqual(run.laps(), expected)

    def test_components_are_those_that_the_settings_name(self) -> None:
        run = self.run_program([self.program()], ACC_PROFLIB=TOOL, TIMEMORY_GLOBAL_COMPONENTS="trip_count")
        self.assertEqual((run.laps(), run.laps("trip_count")["acc_parallel"]), ({}, 4))

    def test_components_are_chosen_as_everywhere(self) -> None:
        program = [compiled(self.directory, "runtime", "gcc", "-Wextra", str(HERE / "runtime.c"), "-ldl"), TOOL]
        assert_components_are_chosen(self, lambda **chosen: self.run_program(program, **chosen), "TRACE_COMPONENTS", "PROFILER_COMPONENTS")

    def test_names_and_places_in_the_source_are_part_of_labels_where_they_are_known(self) -> None:
        run = self.run_program([compiled(self.directory, "runtime", "gcc", "-Wextra", str(HERE / "runtime.c"), "-ldl"), TOOL])
        self.assertEqual(run.out, "done\n")
        within = "acc_serial@solver.c:17/"
        expected = {"acc_serial@solver.c:17": 1, f"{within}acc_launch/stencil@solver.c:20": 1, f"{within}acc_launch/stencil": 1}
        expected.update({f"{within}acc_launch@plain.c:3": 1, f"{within}acc_launch": 1})
        expected.update({"acc_compute": 2, "acc_kernels": 1, "acc_kernels/acc_wait": 1})
        self.assertEqual(run.laps(), expected)
