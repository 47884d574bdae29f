"""Which parallel regions are measured, and with which components."""

from typing import List

from omp import LINKED, OpenMpTest, assert_components_are_chosen, runtime_directory

TEAM = "ompt_parallel"
TASK = f"{TEAM}/ompt_implicit_task"
WAIT = f"{TEAM}/ompt_sync_region_barrier_implicit"


def teams(n: int, below: str = ""):
    return {below + TEAM: n, below + TASK: 3 * n, below + WAIT: 3 * n}


class Control(OpenMpTest):
    def program(self) -> List[str]:
        return self.compiled(self.kinds()[-1], "control.c", *LINKED)

    def test_a_program_that_is_linked_measures_between_start_and_stop(self) -> None:
        program = self.program()
        found = self.run_program([*program, "start"], by=None)
        self.assertEqual((found.out, found.laps()), ("001\n", teams(2)))
        self.assertEqual(self.run_program([*program, "register"], by=None).laps(), teams(1))
        self.assertEqual(self.run_program([*program, "start"], by=None, TIMEMORY_ENABLE_OMPT="false").laps(), {})
        self.assertEqual(self.run_program([*program, "nothing"], by=None).laps(), {})

    def test_who_names_the_library_measures_until_the_program_says_otherwise(self) -> None:
        program = self.program()
        for by in ("LD_PRELOAD", "OMP_TOOL_LIBRARIES"):
            self.assertEqual(self.run_program([*program, "nothing"], by=by).laps(), teams(1))
            # The program makes its choice before the runtime starts.
            self.assertEqual(self.run_program([*program, "register"], by=by).laps(), teams(1))
            self.assertEqual(self.run_program([*program, "nothing"], by=by, TIMEMORY_ENABLE_OMPT="false").laps(), {})

    def test_what_is_stopped_in_the_midst_ends_and_what_is_started_there_begins_with_the_next(self) -> None:
        found = self.run_program([*self.program(), "midst"], by=None)
        laps = found.laps()
        self.assertEqual((laps[TEAM], laps[TASK]), (2, 6))
        # Each thread ends its own with its next event, and may be late: its work need not fit into the time of the team. At least the first
        # of three barriers was measured on each thread.
        self.assertGreaterEqual(laps[f"{TASK}/ompt_sync_region_barrier"], 3)
        self.assertLessEqual(laps[f"{TASK}/ompt_sync_region_barrier"], 9)
        self.assertEqual({path for path in laps if not path.startswith(TEAM)}, set())

    def test_teams_hang_below_the_region_of_the_program(self) -> None:
        expected = {"solve": 1, **teams(2, "solve/"), f"solve/{TASK}/part": 3, **teams(1)}
        self.assertEqual(self.run_program([*self.program(), "region"]).laps(), expected)

    def test_the_component_measures_while_its_region_is_open(self) -> None:
        program = self.program()
        self.assertEqual(self.run_program([*program, "handle"], by=None).laps(), {"solve": 1, **teams(1, "solve/")})
        self.assertEqual(self.run_program([*program, "handle"], by=None, TIMEMORY_ENABLE_OMPT="false").laps(), {"solve": 1})

    def test_nothing_is_recorded_after_the_end_of_measuring(self) -> None:
        found = self.run_program([*self.program(), "finalize"])
        self.assertEqual(found.laps(), teams(1))
        self.assertNotIn("not recorded", found.err)

    def test_what_is_open_at_the_end_of_measuring_ends_without_a_word(self) -> None:
        found = self.run_program([*self.program(), "finalize-inside"])
        self.assertEqual((found.laps()[TEAM], found.laps()[TASK], found.err), (1, 3, ""))

    def test_components_are_those_of_the_first_setting_that_names_any(self) -> None:
        program = self.program()
        found = self.run_program(program, TIMEMORY_OMPT_COMPONENTS="trip_count", TIMEMORY_TRACE_COMPONENTS="cpu_clock")
        self.assertEqual((found.laps(), found.laps("cpu_clock"), found.err), ({}, {}, ""))
        self.assertEqual(found.laps("trip_count")[TASK], 3)
        self.assertEqual(found.stored(), {"ompt_thread_initial": 1, "ompt_thread_worker": 2})
        found = self.run_program(program, TIMEMORY_TRACE_COMPONENTS="wall_clock,cpu_clock")
        # Waits are recorded only by the wall clock.
        self.assertEqual({path: laps for path, laps in found.laps("cpu_clock").items() if laps > 0}, {TEAM: 1, TASK: 3})
        self.assertEqual(found.laps(), teams(1))
        found = self.run_program(program, TIMEMORY_OMPT_COMPONENTS="none", TIMEMORY_TRACE_COMPONENTS="wall_clock")
        self.assertEqual((found.laps(), found.stored()["ompt_thread_initial"]), ({}, 1))
        found = self.run_program(program, TIMEMORY_OMPT_COMPONENTS="wall_clok")
        self.assertEqual(found.laps(), teams(1))
        self.assertEqual(found.err.count("timemory: TIMEMORY_OMPT_COMPONENTS: there is no component 'wall_clok'"), 1, found.err)

    def test_components_are_chosen_as_everywhere(self) -> None:
        program = self.program()
        assert_components_are_chosen(self, lambda **chosen: self.run_program(program, **chosen), "OMPT_COMPONENTS", "PROFILER_COMPONENTS", own=["ompt_data_tracker"])


class Runtimes(OpenMpTest):
    def test_a_runtime_that_reports_nothing_is_said_so_once(self) -> None:
        program = self.compiled("gnu", "events.c")
        found = self.run_program([*program, "barriers", "3", "1"])
        self.assertEqual(found.laps(), {})
        self.assertIn("timemory-ompt: this program uses GCC's OpenMP library (libgomp), which reports nothing to tools", found.err)
        self.assertEqual(len(found.err.splitlines()), 1)
        self.assertEqual(self.run_program(["true"]).err, "")

    def test_a_runtime_that_reports_nothing_is_no_matter_where_openmp_is_not_to_be_measured(self) -> None:
        program = self.compiled("gnu", "events.c")
        for setting in ({"TIMEMORY_ENABLE_OMPT": "false"}, {"TIMEMORY_ENABLE_OMPT": " OFF "}, {"TIMEMORY_ENABLED": "no"}):
            with self.subTest(setting):
                self.assertEqual(self.run_program([*program, "barriers", "3", "1"], **setting).err, "")
        self.assertNotEqual(self.run_program([*program, "barriers", "3", "1"], TIMEMORY_ENABLE_OMPT="true").err, "")

    def test_it_is_said_as_well_where_the_program_wanted_to_measure_a_part_of_itself(self) -> None:
        program = self.compiled("gnu", "control.c", *LINKED)
        for how in ("start", "handle", "register"):
            with self.subTest(how):
                self.assertEqual(self.run_program([*program, how], by=None).err.count("which reports nothing to tools"), 1)
                self.assertEqual(self.run_program([*program, how], by=None, TIMEMORY_ENABLE_OMPT="false").err, "")
        self.assertEqual(self.run_program([*program, "nothing"], by=None).err, "")

    def test_a_program_for_gccs_runtime_is_measured_with_that_of_llvm(self) -> None:
        self.kinds()
        program = self.compiled("gnu", "events.c")
        found = self.run_program([*program, "barriers", "3", "2"], by=None, PRELOADED_BEFORE=str(runtime_directory() / "libomp.so"))
        self.assertEqual((found.laps()[TEAM], found.laps()[TASK]), (2, 6))
        self.assertEqual(found.err, "")
        self.assertEqual(found.out, self.run_program([*program, "barriers", "3", "2"], by=None).out)
