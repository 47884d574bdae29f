import os
import unittest
from pathlib import Path

import timemory
from tests import ROOT, program


class LifeTest(unittest.TestCase):
    def test_results_are_written_at_the_end_without_asking(self):
        for ending in ("", "raise KeyError", "import sys; sys.exit(3)"):
            ended = program(self, f"import timemory\nwith timemory.region('main'):\n    pass\n{ending}\n")
            self.assertEqual({"main": 1}, ended.laps(), ending)

    def test_results_are_written_on_an_interrupt_that_nobody_catches(self):
        source = """
            import os, signal, timemory
            signal.signal(signal.SIGINT, signal.default_int_handler)
            with timemory.region("main"):
                os.kill(os.getpid(), signal.SIGINT)
            """
        ended = program(self, source)
        self.assertEqual((-2, {"main": 1}), (ended.status, ended.laps()))
        self.assertFalse(program(self, source, TIMEMORY_AUTO_OUTPUT="false").directory.exists())

    def test_init_takes_settings_and_returns_the_other_arguments(self):
        ended = program(
            self,
            """
            import sys, timemory
            assert not timemory.is_initialized()
            sys.argv = timemory.init(sys.argv, output_prefix="p-", cout_output=False)
            assert timemory.is_initialized()
            assert sys.argv[1:] == ["input", "--", "--timemory-x"], sys.argv
            assert timemory.settings.precision == 5
            with timemory.region("main"):
                pass
            timemory.finalize()
            assert not timemory.is_initialized()
            assert timemory.get() == {"timemory": {}}
            timemory.init(output_prefix="again-")
            with timemory.region("second"):
                pass
            """,
            "--timemory-precision=5",
            "input",
            "--",
            "--timemory-x",
        )
        self.assertEqual((0, ""), (ended.status, ended.err))
        self.assertEqual({"main": 1}, {node.label: node.laps for node in timemory.Results.load(ended.directory / "p-results.timemory.json")})
        self.assertEqual({"second": 1}, {node.label: node.laps for node in timemory.Results.load(ended.directory / "again-results.timemory.json")})

    def test_the_table_comes_after_what_was_printed_before(self):
        ended = program(self, "import timemory\nwith timemory.region('main'):\n    print('first')\ntimemory.finalize()\nprint('last')\n")
        self.assertLess(ended.out.index("first"), ended.out.index("main  "))
        self.assertLess(ended.out.index("main  "), ended.out.index("last"))

    def test_default_components_and_those_of_the_environment(self):
        source = """
            import timemory
            timemory.set_default(["trip_count"])
            with timemory.region("main"):
                pass
            print(timemory.Results().components)
            """
        self.assertIn("['trip_count']", program(self, source).out)
        self.assertIn("['cpu_clock']", program(self, source, TIMEMORY_COMPONENTS="cpu_clock").out)

    def test_switched_off_nothing_is_recorded(self):
        ended = program(
            self,
            """
            import timemory
            from timemory.util import auto_timer, marker
            with marker("wall_clock"), timemory.region("x"), auto_timer("y"), timemory.component.WallClock("z") as clock:
                pass
            print(timemory.enabled(), timemory.Results(), clock.get())
            """,
            TIMEMORY_ENABLED="false",
        )
        self.assertEqual(("False <Results: 0 nodes of no component> None\n", ""), (ended.out, ended.err))


class SettingsTest(unittest.TestCase):
    def test_settings_have_the_types_of_what_they_are(self):
        self.assertIs(False, timemory.settings.auto_output)
        self.assertEqual(65535, timemory.settings.max_depth)
        self.assertIsInstance(timemory.settings.output_path, str)
        self.assertIn("output_path", dir(timemory.settings))
        self.assertIn("max_depth=65535", repr(timemory.settings))

    def test_what_can_be_changed_is(self):
        timemory.settings.timing_units = "msec"
        self.assertEqual("msec", timemory.settings.timing_units)
        timemory.settings.timing_units = ""
        timemory.settings.output_formats = ["csv", "svg"]
        self.assertEqual("csv,svg", timemory.settings.output_formats)
        timemory.settings.output_formats = ""

    def test_what_cannot_is_told(self):
        with timemory.region("begun"):
            pass
        with self.assertRaisesRegex(ValueError, "FLAT_PROFILE cannot be changed once measuring has started: pass it to timemory.init"):
            timemory.settings.flat_profile = True
        timemory.settings.flat_profile = False  # as it is
        with self.assertRaisesRegex(ValueError, "from -1 to 17"):
            timemory.settings.precision = 99
        with self.assertRaisesRegex(AttributeError, "nearest is TIMEMORY_OUTPUT_PATH"):
            timemory.settings.outptu_path = "x"
        with self.assertRaisesRegex(AttributeError, "nearest is TIMEMORY_OUTPUT_PATH"):
            timemory.settings.outptu_path


class ProcessesTest(unittest.TestCase):
    def test_a_fork_of_a_process_that_measured_records_nothing_and_does_not_fail(self):
        ended = program(
            self,
            """
            import os, timemory
            from timemory.util import auto_timer, marker
            with timemory.region("parent"):
                pass
            late, clock = marker("cpu_clock", key="child"), timemory.component.WallClock("child")
            child = os.fork()
            if child == 0:
                with late, clock, timemory.region("child"), auto_timer("child"):
                    timemory.push_region("child")
                    timemory.pop_region("child")
                late(lambda: None)()
                assert timemory.get() == {"timemory": {}} and clock.get() is None and not timemory.enabled()
                timemory.finalize()
                os._exit(7)
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
            """,
            command=["-W", "ignore::DeprecationWarning"],  # Python's own, of forking with threads, which the library has
        )
        self.assertEqual((0, ""), (ended.status, ended.err))
        self.assertEqual({"parent": 1}, ended.laps())

    def test_importing_and_decorating_leaves_forks_able_to_measure(self):
        ended = program(
            self,
            """
            import os, timemory
            from timemory.util import marker
            @marker("wall_clock")
            def work():
                pass
            child = os.fork()
            if child == 0:
                work()
                timemory.finalize()
                os._exit(0)
            os.waitpid(child, 0)
            """,
        )
        self.assertEqual({"work": 1}, ended.laps())

    def test_processes_that_are_spawned_measure(self):
        ended = program(
            self,
            """
            import multiprocessing, os, timemory
            from timemory.util import marker

            @marker("wall_clock", key="spawned", mode="blank")
            def work(n):
                return n + 1

            def counted(n):
                timemory.settings.auto_output = False
                work(n)
                return sum(node.laps for node in timemory.Results())

            if __name__ == "__main__":
                with timemory.region("parent"):
                    with multiprocessing.get_context("spawn").Pool(1) as pool:
                        print(pool.map(counted, range(3), 1))
            """,
        )
        self.assertIn("[1, 2, 3]", ended.out)
        self.assertEqual({"parent": 1}, ended.laps())


class LibraryTest(unittest.TestCase):
    def test_a_library_that_is_named_is_the_only_one_tried(self):
        ended = program(self, "import timemory", TIMEMORY_LIBRARY="/nowhere/libtimemory.so")
        self.assertIn("ImportError: timemory needs libtimemory.so, which was not found:\n  /nowhere/libtimemory.so (TIMEMORY_LIBRARY): no such file", ended.err)
        self.assertIn("Set TIMEMORY_LIBRARY to its path, or build it", ended.err)
        self.assertNotIn("a built source tree", ended.err)

    def test_a_file_that_is_no_library_is_told_apart_from_one_that_is_older(self):
        self.assertIn("invalid ELF header", program(self, "import timemory", TIMEMORY_LIBRARY=str(Path(__file__))).err)
        libc = next(path for path in ("/lib/x86_64-linux-gnu/libm.so.6", "/lib64/libm.so.6") if os.path.exists(path))
        self.assertIn("is not libtimemory.so of this version", program(self, "import timemory", TIMEMORY_LIBRARY=libc).err)

    def test_places_are_tried_in_order(self):
        from timemory import _library

        chosen = os.environ.pop("TIMEMORY_LIBRARY", None)
        try:
            places = [path for path, _ in _library.candidates()]
        finally:
            if chosen is not None:
                os.environ["TIMEMORY_LIBRARY"] = chosen
        built = ROOT.parents[1] / "timemory-native" / "target" / "lib" / "libtimemory.so"
        self.assertEqual([str(ROOT / "timemory" / "lib" / "libtimemory.so"), str(built), "libtimemory.so"], places)
