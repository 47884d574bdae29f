"""The laps and the call graphs of programs whose events are known exactly, and the behaviour of the programs themselves."""

import unittest
from typing import Dict, List

from omp import OpenMpTest, with_each_compiler

TEAM = "ompt_parallel"
TASK = f"{TEAM}/ompt_implicit_task"
WAIT = f"{TEAM}/ompt_sync_region_barrier_implicit"


class Events(OpenMpTest):
    @with_each_compiler("events.c")
    def test_a_team_hangs_below_its_parallel_region(self, kind: str, program: List[str]) -> None:
        for n in (1, 2, 3, 4):
            found = self.run_program([*program, "barriers", str(n), "5"])
            expected: Dict[str, int] = {
                TEAM: 5,
                TASK: 5 * n,
                f"{TASK}/ompt_mutex_critical": 5 * n,
                f"{TASK}/ompt_sync_region_barrier": 5 * n * (1 if kind == "clang" else 2),
            }
            if kind == "clang":
                expected[f"{TASK}/ompt_work_loop"] = 5 * n
                expected[f"{TASK}/ompt_sync_region_barrier_implicit"] = 5 * n
            if n > 1:
                expected[WAIT] = 5 * n
            else:
                # A team of one has no barriers to wait in.
                expected = {path: laps for path, laps in expected.items() if "barrier" not in path}
            laps = found.laps()
            if n == 1:
                laps = {path: count for path, count in laps.items() if "barrier" not in path}
            self.assertEqual(laps, expected, f"{kind}, {n} threads")
            workers = {"ompt_thread_worker": n - 1} if n > 1 else {}
            self.assertEqual(found.stored(), {"ompt_thread_initial": 1, **workers})
            self.assert_within_teams(found, n)

    @with_each_compiler("events.c")
    def test_idle_workers_count_for_nothing(self, kind: str, program: List[str]) -> None:
        found = self.run_program([*program, "unbalanced", "4"])
        nodes = found.nodes()
        self.assertEqual(found.laps(), {TEAM: 1, TASK: 4, WAIT: 4})
        self.assertLessEqual(nodes[WAIT].max, nodes[TEAM].sum)
        self.assert_within_teams(found, 4)
        # One sleeps for 100 ms in its implicit task. How long the others wait depends on when they get a processor.
        self.assertGreaterEqual(nodes[TASK].max, 100_000_000)

    @with_each_compiler("events.c")
    def test_nested_teams_hang_below_the_region_that_their_thread_opened(self, kind: str, program: List[str]) -> None:
        for n in (1, 2, 3):
            found = self.run_program([*program, "nested", str(n), "4"])
            inner = f"{TASK}/ompt_parallel"
            expected = {
                TEAM: 4,
                TASK: 4 * n,
                inner: 4 * n,
                f"{inner}/ompt_implicit_task": 8 * n,
                f"{inner}/ompt_implicit_task/ompt_sync_region_barrier": 8 * n,
                f"{inner}/ompt_sync_region_barrier_implicit": 8 * n,
            }
            if n > 1:
                expected[WAIT] = 4 * n
            self.assertEqual(found.laps(), expected)
            self.assert_within_teams(found, n)
            self.assert_within_teams(found, 2, inner)

    @with_each_compiler("events.c")
    def test_each_task_is_created_and_run_once(self, kind: str, program: List[str]) -> None:
        for n in (1, 2, 4):
            found = self.run_program([*program, "tasks", str(n), "12"])
            self.assertEqual(found.out, "144\n")
            laps = found.laps_by_label()
            # fibonacci(12) calls itself 464 times, and 232 times it waits for two of these.
            self.assertEqual((found.stored()["ompt_task_create"], laps["ompt_task_schedule"]), (464, 464), f"{kind}, {n} threads")
            self.assertEqual(laps["ompt_sync_region_taskwait"], 232)
            self.assertEqual((laps[TEAM], laps["ompt_implicit_task"]), (1, n))

    @with_each_compiler("events.c")
    def test_tasks_in_the_last_barrier_hang_beside_the_wait(self, kind: str, program: List[str]) -> None:
        found = self.run_program([*program, "last_tasks", "3", "30"])
        laps = {path: count for path, count in found.laps().items() if "work" not in path}
        # GCC's code may run them in the thread that creates them if it has none to spare.
        self.assertEqual(found.laps_by_label()["ompt_task_schedule"], 30)
        self.assertEqual({path: laps[path] for path in (TEAM, TASK, WAIT)}, {TEAM: 1, TASK: 3, WAIT: 3})
        self.assertIn(f"{TEAM}/ompt_task_schedule", laps)
        self.assert_within_teams(found, 3)

    @with_each_compiler("events.c")
    def test_untied_tasks_have_a_lap_for_each_part(self, kind: str, program: List[str]) -> None:
        found = self.run_program([*program, "untied", "3", "20"])
        self.assertEqual(found.stored()["ompt_task_create"], 40)
        self.assertGreaterEqual(found.laps_by_label()["ompt_task_schedule"], 40)
        self.assert_within_teams(found, 3)

    @with_each_compiler("events.c")
    def test_waiting_for_dependences_is_a_wait_and_no_task(self, kind: str, program: List[str]) -> None:
        for n in (1, 3):
            found = self.run_program([*program, "dependences", str(n), "10"])
            laps = found.laps_by_label()
            self.assertEqual((found.stored()["ompt_task_create"], laps["ompt_task_schedule"]), (20, 20), f"{kind}, {n} threads")
            # Each time one for the dependence, and one for both.
            self.assertEqual(laps["ompt_sync_region_taskwait"], 20, f"{kind}, {n} threads")

    @with_each_compiler("events.c")
    def test_waits_for_locks_are_those_that_were_got(self, kind: str, program: List[str]) -> None:
        found = self.run_program([*program, "locks", "3", "10"])
        laps = found.laps()
        self.assertEqual(laps["ompt_mutex_lock"], 1)  # and not that which was only tested, and not got
        self.assertEqual(laps[f"{TASK}/ompt_mutex_lock"], 30)
        self.assertEqual(laps[f"{TASK}/ompt_mutex_nest_lock"], 30)
        self.assertEqual(laps[f"{TASK}/ompt_nested_lock"], 30)
        self.assertEqual(set(laps), {TEAM, TASK, WAIT, "ompt_mutex_lock"} | {path for path in laps if path.startswith(f"{TASK}/ompt_")})

    @with_each_compiler("events.c")
    def test_cancelled_regions_end(self, kind: str, program: List[str]) -> None:
        found = self.run_program([*program, "cancelled", "3", "20"], OMP_CANCELLATION="true")
        laps = found.laps()
        self.assertEqual((laps[TEAM], laps[TASK]), (40, 120), kind)
        self.assert_within_teams(found, 3)

    @with_each_compiler("events.c")
    def test_teams_may_change_in_size(self, kind: str, program: List[str]) -> None:
        found = self.run_program([*program, "varying", "4"])
        self.assertEqual(found.laps(), {TEAM: 4, TASK: 1 + 2 + 3 + 4, WAIT: 2 + 3 + 4})
        dynamic = self.run_program([*program, "varying", "4"], OMP_DYNAMIC="true").laps()
        self.assertEqual(dynamic[TEAM], 4)
        self.assertLessEqual(dynamic[TASK], 10)

    @with_each_compiler("events.c")
    def test_threads_that_end_leave_what_they_measured(self, kind: str, program: List[str]) -> None:
        found = self.run_program([*program, "threads", "4", "25"])
        laps = found.laps_by_label()
        self.assertEqual((laps["ompt_parallel"], laps["ompt_implicit_task"]), (100, 200))
        self.assertEqual(laps["ompt_sync_region_barrier_implicit"], 200)

    @with_each_compiler("events.c")
    def test_many_regions_are_all_recorded(self, kind: str, program: List[str]) -> None:
        found = self.run_program([*program, "empty", "2", "3000"])
        self.assertEqual(found.laps(), {TEAM: 3_000, TASK: 6_000, WAIT: 6_000})
        self.assert_within_teams(found, 2)


class Programs(OpenMpTest):
    """They behave as without the library."""

    def test_output_and_status_stay_as_they_are(self) -> None:
        for kind in self.kinds():
            program = self.compiled(kind, "events.c")
            for arguments in ("barriers 3 2", "tasks 4 8", "locks 2", "forking 3 2", "exit 3 0", "exit 3 1"):
                with self.subTest(kind, arguments=arguments):
                    status = 7 if arguments.startswith("exit") else 0
                    command = [*program, *arguments.split()]
                    plain = self.run_program(command, status, by=None)
                    for by in ("LD_PRELOAD", "OMP_TOOL_LIBRARIES"):
                        measured = self.run_program(command, status, by)
                        self.assertEqual((measured.out, measured.err), (plain.out, ""), by)

    def test_a_region_that_the_program_leaves_by_exit_is_still_open(self) -> None:
        for kind in self.kinds():
            found = self.run_program([*self.compiled(kind, "events.c"), "exit", "3", "1"], 7)
            self.assertIn(TEAM, found.laps())

    def test_a_forked_process_measures_nothing(self) -> None:
        for kind in self.kinds():
            found = self.run_program([*self.compiled(kind, "events.c"), "forking", "3", "2"])
            self.assertEqual(found.out, "3\n")
            self.assertEqual(found.laps(), {TEAM: 4, TASK: 12, WAIT: 12})


if __name__ == "__main__":
    unittest.main()
