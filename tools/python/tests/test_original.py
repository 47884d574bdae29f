"""The names, behaviour and examples that programs written for timemory's own Python package use."""

import os
import unittest
import warnings

import timemory
from tests import below, laps, program
from timemory import component


class NamesTest(unittest.TestCase):
    def test_modules_are_found_as_modules_and_stay_what_they_are(self):
        ended = program(
            self,
            """
            from timemory.bundle import auto_timer, auto_tuple, marker, rss_usage, timer, base_decorator
            from timemory.region import push, pop
            from timemory.trace import trace, Tracer
            from timemory.profiler import profile, Profiler, FakeProfiler
            import timemory, timemory.bundle, timemory.region
            assert timemory.bundle.auto_timer is auto_timer and timemory.region.push is push
            assert isinstance(timemory.bundle("wall_clock"), timemory.bundle)
            push("pushed")
            id = timemory.region.begin("begun")
            with timemory.bundle("wall_clock").region("block"), timemory.region("region"):
                pass
            timemory.region.end(id)
            pop("pushed")
            """,
        )
        self.assertEqual((0, ""), (ended.status, ended.err))
        self.assertEqual({"pushed": 1, "pushed/begun": 1, "pushed/begun/block": 1, "pushed/begun/block/region": 1}, ended.laps())

    def test_functions_have_the_names_that_timemory_gave_them(self):
        ended = program(
            self,
            """
            import sys, timemory
            timemory.timemory_init([__file__, "--timemory-precision=4"])
            assert timemory.settings.output_path == "out" and timemory.settings.precision == 4  # the environment's
            timemory.toggle(False)
            assert not timemory.is_enabled()
            with timemory.region("unrecorded"):
                pass
            timemory.enable()
            assert timemory.is_enabled()
            with timemory.region("main"):
                pass
            assert timemory.size() == timemory.size(["wall_clock"]) == 1, timemory.size()
            assert ">>> main" in timemory.get_text(["wall_clock"]) and timemory.get_text(["peak_rss"]) == ""
            timemory.timemory_finalize()
            assert timemory.size() == 0 and timemory.get_text() == ""
            """,
        )
        self.assertEqual((0, ""), (ended.status, ended.err))
        self.assertEqual({"main": 1}, ended.laps())

    def test_initialize_names_the_output_after_the_program(self):
        ended = program(
            self,
            """
            import os, timemory
            del os.environ["TIMEMORY_OUTPUT_PATH"]
            timemory.initialize([])
            assert not timemory.is_initialized()
            timemory.initialize([__file__])
            with timemory.region("main"):
                pass
            timemory.finalize()
            assert os.path.exists("timemory-program-output/results.timemory.json"), os.listdir(".")
            """,
        )
        self.assertEqual((0, ""), (ended.status, ended.err))

    def test_report_writes_and_goes_on_and_clear_forgets(self):
        ended = program(
            self,
            """
            import timemory
            with timemory.region("first"):
                pass
            print("before")
            timemory.report("early")
            assert timemory.Results.load("early").find("first").laps == 1
            timemory.clear()
            assert timemory.size() == 0
            with timemory.region("second"):
                pass
            try:
                timemory.clear(["wall_clock"])
            except ValueError as why:
                print(why)
            """,
        )
        self.assertEqual((0, ""), (ended.status, ended.err))
        self.assertLess(ended.out.index("before"), ended.out.index("first  "))
        self.assertIn("data of individual components cannot be cleared", ended.out)
        self.assertEqual({"second": 1}, ended.laps())

    def test_units_are_nanoseconds_and_bytes(self):
        self.assertEqual((10**9, 60 * 10**9, 10**6, 2**20), (timemory.units.sec, timemory.units.min, timemory.units.megabyte, timemory.units.mebibyte))

    def test_hashes_stand_for_names(self):
        self.assertEqual(timemory.get_hash("solve"), timemory.add_hash_id("solve"))
        self.assertEqual("solve", timemory.get_hash_identifier(timemory.get_hash("solve")))
        with self.assertRaisesRegex(KeyError, "timemory.add_hash_id"):
            timemory.get_hash_identifier(17)

    def test_settings_that_are_not_offered_are_taken_with_a_warning(self):
        with self.assertWarnsRegex(RuntimeWarning, "DART_OUTPUT is a setting of timemory for C.* that is not supported here: results for CDash"):
            timemory.settings.dart_output = True
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            timemory.settings.dart_output = False
        self.assertIs(False, timemory.settings.dart_output)

    def test_settings_look_at_the_environment_again(self):
        before = timemory.settings.precision
        os.environ["TIMEMORY_PRECISION"] = "7"
        try:
            timemory.settings.parse()
            self.assertEqual(7, timemory.settings.precision)
            os.environ["TIMEMORY_PRECISION"] = "99"
            with self.assertWarnsRegex(RuntimeWarning, "from -1 to 17"):
                timemory.settings.parse()
        finally:
            del os.environ["TIMEMORY_PRECISION"]
            timemory.settings.precision = before

    def test_settings_can_be_arguments_of_a_program(self):
        import argparse

        parser = argparse.ArgumentParser()
        parser.add_argument("-n", type=int)
        sub = parser.add_subparsers().add_parser("timemory-config")
        timemory.add_arguments(parser, subparser=sub)
        before = timemory.settings.precision, timemory.settings.cout_output
        try:
            self.assertEqual(3, parser.parse_args(["-n", "3", "timemory-config", "--precision=5", "--cout-output"]).n)
            self.assertEqual((5, True), (timemory.settings.precision, timemory.settings.cout_output))
            plain = timemory.add_arguments(argparse.ArgumentParser(), subparser=False)
            plain.parse_args(["--timemory-precision=6"])
            self.assertEqual(6, timemory.settings.precision)
        finally:
            timemory.settings.precision, timemory.settings.cout_output = before


class ComponentsTest(unittest.TestCase):
    def test_push_and_pop_go_around_start_and_stop(self):
        clock = component.WallClock("pushed component").push().start()
        self.assertTrue(clock.is_running())
        clock.stop().pop()
        component.WallClock("pushed component").push().start().pop()
        self.assertEqual({"pushed component": 2}, below("pushed component"))

    def test_measure_reads_the_source_without_a_lap(self):
        peak = component.PeakRss("measured").measure()
        self.assertGreater(peak.get(), 1.0)
        self.assertEqual((0, {}), (peak.laps(), below("measured", "peak_rss")))
        with peak:
            pass
        self.assertLess(peak.get(), 1.0)
        with self.assertRaisesRegex(TypeError, "cpu_util has no reading without a lap"):
            component.CpuUtil("x").measure()

    def test_trackers_store_numbers(self):
        steps = component.DataTrackerInteger("steps")
        steps.store(3).store(4)
        self.assertEqual((2, 7.0), (steps.laps(), steps.get()))
        with steps:
            steps.store(5).store(6)
        self.assertEqual((3, 6.0), (steps.laps(), steps.last()))
        self.assertEqual({"steps": 3}, below("steps", "data_tracker_integer"))
        error = component.DataTrackerFloating("error")
        with error:
            error.mark_begin(1.5).mark_end(4)
        self.assertEqual(2.5, error.get())

    def test_numbers_that_a_tracker_does_not_take_are_refused(self):
        for tracker, value, why in [
            (component.DataTrackerInteger, 0.5, "use data_tracker_floating"),
            (component.DataTrackerUnsigned, -1, "use data_tracker_integer"),
            (component.DataTrackerInteger, 2**63, "64-bit"),
        ]:
            with self.assertRaisesRegex(ValueError, why):
                tracker("refused").store(value)
        with self.assertRaisesRegex(ValueError, "not started"):
            component.DataTrackerInteger("refused").mark_end(1)
        with self.assertRaisesRegex(TypeError, "WallClock does not store data: use DataTrackerInteger"):
            component.WallClock("refused").store(1)

    def test_components_are_added_and_subtracted(self):
        one, two = component.DataTrackerFloating("one"), component.DataTrackerFloating("two")
        one.store(5.0)
        two.store(2.0).store(1.0)
        both = one + two
        self.assertEqual((8.0, 3, "one"), (both.get(), both.laps(), both.key()))
        self.assertEqual((1.0, 5.0), (both.totals()[0].min, both.totals()[0].max))
        self.assertEqual((2.0, -1), ((one - two).get(), (one - two).laps()))
        self.assertEqual((5.0, 3.0), (one.get(), two.get()))
        self.assertEqual(0.0, (one - one).get())
        one += two
        one -= two
        one += two
        self.assertEqual((8.0, 3), (one.get(), one.laps()))
        one.store(1.0)
        self.assertEqual((9.0, 4), (one.get(), one.laps()))
        self.assertIsNone(one.reset().get())
        with self.assertRaises(TypeError):
            one + component.WallClock("x")

    def test_a_quotient_of_several_is_that_of_their_sums(self):
        one, two = component.CpuUtil("util one"), component.CpuUtil("util two")
        for each in (one, two):
            with each:
                sum(range(200_000))
        both = (one + two).get()
        self.assertTrue(min(one.get(), two.get()) - 1e-9 <= both <= max(one.get(), two.get()) + 1e-9, (one.get(), both, two.get()))

    def test_values_are_in_the_units_of_the_settings(self):
        clock = component.WallClock("units of settings")
        with clock:
            pass
        seconds = clock.get()
        timemory.settings.timing_units = "usec"
        try:
            self.assertEqual(("usec", "usec"), (clock.unit(), clock.display_unit()))
            self.assertAlmostEqual(seconds * 1e6, clock.get(), places=6)
        finally:
            timemory.settings.timing_units = ""
        self.assertEqual(seconds, clock.get())

    def test_a_component_gets_another_label(self):
        count = component.TripCount("first label")
        with count:
            pass
        with count.rekey("second label"):
            with self.assertRaisesRegex(RuntimeError, "is running"):
                count.rekey("third label")
        self.assertEqual((1, timemory.get_hash("second label")), (count.laps(), count.hash()))
        self.assertEqual({"second label": 1}, below("second label", "trip_count"))

    def test_components_are_found_by_name(self):
        self.assertTrue(component.is_available("wall_clock") and component.is_available(component.WallClock))
        self.assertFalse(component.is_available("no_such_clock"))
        self.assertIs(component.WallClock, component.get_generator("wall_clock"))
        self.assertIs(component.SystemClock, component.SysClock)
        self.assertIn("user_global_bundle", component.get_types())
        self.assertTrue(set(component.get_available_types(arithmetic=True)) < set(component.get_available_types()))
        self.assertTrue(component.WallClock.available and component.WallClock.has_value)

    def test_user_bundles_stand_for_the_components_chosen_for_them(self):
        ended = program(
            self,
            """
            import timemory
            from timemory.util import marker
            from timemory.component import user_global_bundle, UserTraceBundle
            with marker(["wall_clock", user_global_bundle, "global_bundle"], key="main"):
                pass
            with UserTraceBundle("nothing") as nothing:
                pass
            assert nothing.get() is None and timemory.Results().components == ["wall_clock", "trip_count"], timemory.Results().components
            """,
            TIMEMORY_GLOBAL_COMPONENTS="trip_count, wall_clock",
            TIMEMORY_TRACE_COMPONENTS="none",
        )
        self.assertEqual((0, ""), (ended.status, ended.err))


class DecoratorsTest(unittest.TestCase):
    def test_a_timer_prints_what_each_lap_took(self):
        ended = program(
            self,
            """
            from timemory.util import auto_timer, marker, timer
            @timer(key="fast")
            def work():
                with timer("inner"):
                    pass
            work()
            with marker(["trip_count", "timestamp"], key="marked", report_at_exit=True), auto_timer("timed", report_at_exit=True):
                pass
            """,
        )
        self.assertEqual((0, ""), (ended.status, ended.err))
        lines = ended.out.splitlines()
        self.assertRegex(lines[0], r"^inner: [-0-9.e]+ sec wall, [-0-9.e]+ sec sys, [-0-9.e]+ sec user, [-0-9.e]+ sec cpu, [-0-9.e]+ % cpu_util, [-0-9.e]+ MB peak_rss$")
        self.assertRegex(lines[1], "^work/fast: .* sec wall")
        self.assertRegex(lines[2], "^timed: .* sec wall, .* sec cpu, ")
        self.assertRegex(lines[3], r"^marked: 1 trip_count, \d{4}-\d\d-\d\dT\S+ timestamp$")

    def test_decorators_of_one_s_own_say_what_a_lap_is(self):
        seen = []

        class noted(timemory.util.base_decorator):
            def begin(self, label):
                seen.append("begin " + label)
                return label

            def end(self, lap):
                seen.append("end " + lap)

        @noted(key="k")
        def outer():
            with noted("inner"):
                pass

        outer()
        name = "DecoratorsTest.test_decorators_of_one_s_own_say_what_a_lap_is.outer/k"
        self.assertEqual(["begin " + name, "begin inner", "end inner", "end " + name], seen)
        self.assertIsInstance(timemory.util.marker("wall_clock"), timemory.util.base_decorator)

    def test_arguments_of_timemory_s_own_are_taken(self):
        @timemory.util.marker(components=lambda: ["trip_count"], key="taken", is_class=True, mode="defer")
        def taken():
            pass

        taken()
        self.assertEqual(1, laps("trip_count")["DecoratorsTest.test_arguments_of_timemory_s_own_are_taken.taken/taken"])


class TraceTest(unittest.TestCase):
    def test_lines_are_regions_side_by_side(self):
        ended = program(
            self,
            """
            from timemory.trace import trace
            def inner(n):
                return n + 1

            def outer():
                a = 0
                for i in range(3):
                    a = inner(a)
                return a

            with trace(["trip_count"]):
                outer()
            outer()
            """,
        )
        self.assertEqual((0, ""), (ended.status, ended.err))
        found = ended.laps("trip_count")
        self.assertEqual(
            {
                "inner@program.py:4 return n + 1": 3,
                "outer@program.py:7 a = 0": 1,
                "outer@program.py:8 for i in range(3):": 4,
                "outer@program.py:9 a = inner(a)": 6,  # three times from the line before, three times back from a call
                "outer@program.py:10 return a": 1,
            },
            found,
        )

    def test_a_program_is_traced_as_a_whole_or_where_it_says(self):
        for option, expected in (["-c", "trip_count"], {"<module>", "f"}), (["-b", "-c", "trip_count"], {"f"}):
            ended = program(
                self,
                """
                import builtins
                traced = getattr(builtins, "trace", None)
                def f():
                    return 1
                f = traced(f) if traced else f
                f()
                """,
                command=["-m", "timemory.trace", *option, "--"],
            )
            self.assertEqual((0, ""), (ended.status, ended.err))
            self.assertEqual(expected, {path.split("@")[0] for path in ended.laps("trip_count")})

    def test_traces_that_are_too_short_are_left_out(self):
        ended = program(
            self,
            """
            import timemory
            timemory.trace.init("wall_clock", False, "test")
            for _ in range(100):
                timemory.trace.push("short")
                timemory.trace.pop("short")
                timemory.trace.push(timemory.add_hash_id("hashed"))
                timemory.trace.pop(timemory.add_hash_id("hashed"))
            assert timemory.trace.is_throttled("short") and timemory.trace.is_throttled("hashed")
            assert not timemory.trace.is_throttled("never")
            timemory.trace.finalize()
            """,
            TIMEMORY_THROTTLE_COUNT="50",
            TIMEMORY_THROTTLE_VALUE="2000000000",
        )
        self.assertEqual(0, ended.status, ended.err)
        self.assertRegex(ended.err, "^timemory: 2 functions were called often and took little time.*'short', 'hashed'\n$")
        self.assertEqual({"short": 50, "hashed": 50}, ended.laps())


class HeadersTest(unittest.TestCase):
    def test_the_header_has_a_type_for_each_component(self):
        import re
        from tests import ROOT

        header = (ROOT.parents[1] / "timemory-native" / "include" / "timemory" / "components.hpp").read_text()
        types = set(re.findall(r"^TIMEMORY_COMPONENT\((\w+)\)$", header, re.MULTILINE))
        self.assertEqual(set(component.get_types()), types)
