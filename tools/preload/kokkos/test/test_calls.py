"""The behaviour of the functions that Kokkos calls, in whichever order, by a program that calls them itself."""

import json
from typing import Optional

from kokkos import FILTER, HERE, TOOL, Run, ToolTest, assert_components_are_chosen, compiled


class Calls(ToolTest):
    def called(self, how: str, *arguments: str, tool: str = TOOL, **environment: Optional[str]) -> Run:
        program = compiled(self.directory, "caller", "gcc", "-Wextra", "-Werror", str(HERE / "caller.c"), "-pthread", "-ldl")
        run = self.run_program([program, tool, how, *arguments], **{"TIMEMORY_KOKKOSP_COMPONENTS": "wall_clock", **environment})
        self.assertIn("done", run.out.splitlines())
        return run

    def test_each_thread_has_its_kernels_and_no_number_comes_twice(self) -> None:
        run = self.called("threads")
        self.assertEqual(run.out, "done\n")
        expected = {"on a thread": 4, "on a thread/kokkos/dev0/work": 4000, "on a thread/kokkos/dev0/work/kokkos/dev0/fence": 4000}
        self.assertEqual(run.laps(), expected)

    def test_kernels_may_end_in_any_order(self) -> None:
        laps = self.called("interleaved").laps()
        # Each is below the one that was open when it began.
        within = ["kokkos/dev0/a", "kokkos/dev0/b", "kokkos/dev0/a", "kokkos/dev0/c"]
        self.assertEqual(laps, {**{"/".join(within[:i]): 1 for i in range(1, 5)}, "kokkos/dev0/d": 1})

    def test_hundreds_may_be_open_at_once(self) -> None:
        laps = self.called("many").laps()
        self.assertEqual(len(laps), 501)
        self.assertEqual(set(laps.values()), {1})
        self.assertEqual(laps["kokkos/last"], 1)

    def test_a_kernel_that_another_thread_ends_is_lost_and_nothing_else(self) -> None:
        run = self.called("elsewhere")
        laps = {label.rsplit("/", 1)[1]: count for label, count in run.laps().items()}
        self.assertEqual(laps, {"taken away": 3, "kept": 1})
        self.assertIn("kokkos/dev0/taken away", run.error)
        self.assertIn("its lap is not recorded", run.error)
        self.assertIn("kokkosp_end_parallel_for: nothing with number 1 is running", run.error)

    def test_ends_that_race_leave_no_trace_but_laps_that_are_lost(self) -> None:
        laps = self.called("raced").laps()
        self.assertLessEqual(laps.pop("kokkos/dev0/raced", 0), 20_000)
        self.assertEqual(sum(count for label, count in laps.items() if label.endswith("kokkos/dev0/after")), 1)

    def test_what_an_exception_leaves_open_ends_with_the_region_around_it(self) -> None:
        copy = "tries/kokkos/across/kokkos/dev0/throws/kokkos/deep_copy/Host=to/Host=from"
        laps = self.called("abandoned").laps()
        ends = {label.rsplit("dev0/", 1)[-1] for label in laps if "dev0" in label}
        self.assertEqual(ends, {"throws", "after", f"throws/{copy.split('throws/')[1]}"})
        self.assertEqual(sum(count for label, count in laps.items() if label.endswith("tries")), 3)
        self.assertEqual(sum(count for label, count in laps.items() if label.endswith("throws")), 3)
        self.assertEqual(laps[copy], 1)

    def test_what_a_thread_leaves_open_ends_with_it(self) -> None:
        run = self.called("thread_ends")
        self.assertEqual(run.laps(), {"kokkos/dev0/left": 1, "kokkos/dev0/left/left region": 1, "kokkos/dev0/after": 1})
        self.assertIn("nothing with number 1 is running", run.error)

    def test_what_is_open_ends_when_kokkos_does(self) -> None:
        self.assertEqual(self.called("open_at_the_end").laps(), {"open": 1, "open/kokkos/dev0/open kernel": 1})

    def test_wrong_calls_are_reported_once_and_change_nothing(self) -> None:
        run = self.called("wrong")
        for message in (
            "kokkosp_end_parallel_for: nothing with number 999 is running",
            "a profile region was popped on a thread that has not pushed one",
            "kokkosp_end_deep_copy: this thread has not started one",
            "kokkosp_start_profile_section: there is no section with number 77",
            "kokkosp_stop_profile_section: there is no section with number 77",
            "profile section 'once' was stopped without a start: nothing is recorded",
            "profile section 'once' was started twice without a stop: the first start counts",
        ):
            self.assertEqual(run.error.count(message), 1, f"{message}: {run.error}")
        laps = run.laps()
        self.assertEqual(laps["kokkos/once"], 2)
        self.assertEqual(laps["kokkos/dev0/"], 1)
        self.assertEqual(run.sums("kokkos_memory"), {"kokkos/allocate/Host/": 7})

    def test_sections_are_made_again_and_again_and_end_when_they_are_destroyed(self) -> None:
        run = self.called("sections")
        self.assertEqual(run.out, "highest 0\ndone\n")
        self.assertEqual(run.laps(), {"kokkos/even": 2500, "kokkos/odd": 2500})

    def test_labels_have_the_device_where_it_is_an_index(self) -> None:
        expected = {"kokkos/dev0/kernel": 1, "kokkos/dev7/kernel": 1, "kokkos/dev65535/kernel": 1, "kokkos/kernel": 2}
        self.assertEqual(self.called("devices").laps(), expected)

    def test_bytes_are_those_of_each_allocation_and_copy(self) -> None:
        run = self.called("data")
        copy = "kokkos/deep_copy/Cuda=to/Host=from"
        wide = "w" * 63
        expected = {
            f"kokkos/allocate/{wide}/a": 1,
            "kokkos/allocate/Host/large": 2**63 - 1,
            "kokkos/allocate/Host/b": 30,
            copy: 3000,
            f"{copy}/kokkos/allocate/Host/scratch": 15,
        }
        self.assertEqual(run.sums("kokkos_memory"), expected)
        self.assertEqual(run.laps(), {"copies": 1, f"copies/{copy}": 3, f"copies/{copy}/within": 3})

    def test_long_names_are_kept_apart_to_their_end(self) -> None:
        run = self.called("long_names")
        self.assertEqual(len(run.laps()), 3)
        self.assertEqual(set(run.laps().values()), {1})

    def test_components_are_those_of_the_first_setting_that_names_any(self) -> None:
        def found(**settings: str) -> list:
            run = self.called("devices", **{"TIMEMORY_KOKKOSP_COMPONENTS": "", **settings})
            self.assertEqual(run.error, "")
            return [component for component in ("wall_clock", "peak_rss", "cpu_clock", "trip_count") if run.nodes(component)]

        self.assertEqual(found(), ["wall_clock", "peak_rss"])
        self.assertEqual(found(TIMEMORY_GLOBAL_COMPONENTS="cpu_clock"), ["cpu_clock"])
        self.assertEqual(found(TIMEMORY_KOKKOS_COMPONENTS="trip_count", TIMEMORY_GLOBAL_COMPONENTS="cpu_clock"), ["trip_count"])
        self.assertEqual(found(KOKKOS_TIMEMORY_COMPONENTS="cpu_clock", TIMEMORY_KOKKOS_COMPONENTS="trip_count"), ["cpu_clock"])
        self.assertEqual(found(TIMEMORY_KOKKOSP_COMPONENTS="trip_count", KOKKOS_TIMEMORY_COMPONENTS="cpu_clock"), ["trip_count"])
        self.assertEqual(found(TIMEMORY_KOKKOSP_COMPONENTS="none", TIMEMORY_KOKKOS_COMPONENTS="trip_count"), [])

    def test_components_are_chosen_as_everywhere(self) -> None:
        def run(**settings: str) -> Run:
            return self.called("devices", **{"TIMEMORY_KOKKOSP_COMPONENTS": "", **settings})

        for second in ("KOKKOS_COMPONENTS", "PROFILER_COMPONENTS"):
            assert_components_are_chosen(self, run, "KOKKOSP_COMPONENTS", second, usual="peak_rss,wall_clock", own=["kokkos_memory"])

    def test_the_variable_of_timemory_for_kokkos_goes_before_other_settings(self) -> None:
        given = {"KOKKOS_TIMEMORY_COMPONENTS": "trip_count,fallthrough", "TIMEMORY_KOKKOSP_COMPONENTS": "", "TIMEMORY_COMPONENTS": "cpu_clock"}
        run = self.called("devices", **given)
        self.assertEqual((bool(run.laps("trip_count")), bool(run.laps("cpu_clock")), run.laps(), run.error), (True, True, {}, ""))
        run = self.called("devices", **{**given, "KOKKOS_TIMEMORY_COMPONENTS": "trip_cuont"})
        self.assertIn("there is no component 'trip_cuont'", run.error)
        self.assertEqual((bool(run.laps("cpu_clock")), run.laps()), (True, {}))

    def test_an_unknown_component_is_reported_once(self) -> None:
        run = self.called("threads", TIMEMORY_KOKKOSP_COMPONENTS="wall_clok,trip_count")
        self.assertEqual(run.error.count("TIMEMORY_KOKKOSP_COMPONENTS: there is no component 'wall_clok'"), 1, run.error)
        self.assertEqual(run.laps(), {})
        self.assertGreater(len(run.laps("trip_count")), 0)

    def test_arguments_for_tools_are_settings(self) -> None:
        for how in ("named", "bare"):
            where = self.directory / how
            run = self.called(how, f"--timemory-output-path={where}", "--help")
            self.assertEqual(run.laps(), {})
            self.assertEqual(sum(Run("", "", where).laps().values()), 5)
            self.assertIn(": usage: PROGRAM --kokkos-tools-args=", run.error)

    def test_what_kokkos_says_of_itself_is_among_the_metadata(self) -> None:
        files = list(self.called("devices").directory.rglob("metadata.json"))
        self.assertEqual([json.loads(file.read_text())["timemory"]["metadata"]["info"].get("Kokkos Version") for file in files], ["4.7"])

    def test_each_event_is_printed_where_that_is_wanted(self) -> None:
        run = self.called("data", TIMEMORY_KOKKOS_KERNEL_LOGGER="true")
        self.assertEqual(run.out, "done\n")
        self.assertEqual(run.error.count("kp_timemory: kokkosp_begin_deep_copy/Cuda/to/[(nil)]/Host/from/[(nil)]/1000\n"), 3)
        self.assertEqual(run.error.count("kp_timemory: kokkosp_end_deep_copy\n"), 3)
        self.assertNotIn("kokkosp_", self.called("data").error)

    def test_tables_are_printed_and_folders_not_named_after_the_time_where_settings_say_so(self) -> None:
        run = self.called("devices", TIMEMORY_COUT_OUTPUT="true", TIMEMORY_KOKKOSP_COMPONENTS="trip_count")
        self.assertIn("kokkos/dev7/kernel", run.out)
        self.assertEqual([file.parent for file in run.directory.rglob("trip_count.json")], [run.directory])

    def test_otherwise_nothing_is_printed_and_each_run_has_a_folder(self) -> None:
        run = self.called("devices", TIMEMORY_COUT_OUTPUT=None, TIMEMORY_TIME_OUTPUT=None)
        self.assertEqual(run.out, "done\n")
        self.assertEqual([file.parent.parent for file in run.directory.rglob("wall.json")], [run.directory])


class Filter(Calls):
    """All of the above, and what is measured by name."""

    def called(self, how: str, *arguments: str, tool: str = FILTER, **environment: Optional[str]) -> Run:
        everything = {} if how == "filtered" else {"KOKKOS_PROFILE_REGEX": ""}
        return super().called(how, *arguments, tool=tool, **{**everything, **environment})

    def test_each_event_is_printed_where_that_is_wanted(self) -> None:
        run = self.called("filtered", TIMEMORY_KOKKOS_KERNEL_LOGGER="true")
        self.assertIn("kp_timemory_filter: kokkosp_begin_parallel_for/Kernel/1\n", run.error)
        self.assertNotIn("1st", run.error)

    def test_names_that_begin_with_a_letter_are_measured(self) -> None:
        run = self.called("filtered")
        self.assertEqual(run.laps(), {"Solve": 1, "Solve/kokkos/dev0/Kernel": 2, "kokkos/Shown": 1, "Event": 1})
        self.assertEqual(run.sums("kokkos_memory"), {"kokkos/allocate/Host/Data": 2})

    def test_names_that_match_the_expression_are_measured(self) -> None:
        run = self.called("filtered", KOKKOS_PROFILE_REGEX="^(1|_h).+$")
        self.assertEqual(run.laps(), {"_hidden": 1, "_hidden/kokkos/dev0/1st": 1, "kokkos/_hidden": 1})

    def test_a_bad_expression_is_reported_and_filters_nothing(self) -> None:
        run = self.called("filtered", KOKKOS_PROFILE_REGEX="(open")
        self.assertEqual(run.error.count("KOKKOS_PROFILE_REGEX: '(open' is not an extended regular expression ("), 1, run.error)
        self.assertEqual(sum(run.laps().values()), 9)
