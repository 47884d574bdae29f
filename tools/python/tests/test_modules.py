"""signals, options, hardware_counters, mpi, plotting and roofline: what timemory for C++ has in separate modules."""

import argparse
import json
import os
import re
import signal
import stat
import sys
import tempfile
import unittest
import warnings
from pathlib import Path
from unittest import mock

import timemory
from tests import below, program
from timemory import _command, hardware_counters, mpi, options, plotting, roofline, signals
from timemory.profiler import Config, config, profile


class SignalsTest(unittest.TestCase):
    def test_results_are_written_before_a_signal_has_its_effect(self):
        for action, status in ("SIG_DFL", -signal.SIGUSR1), ("lambda number, frame: print('own')", 0):
            ended = program(
                self,
                f"""
                import os, signal, timemory
                from timemory.signals import Signal
                signal.signal(signal.SIGUSR1, {action if action.startswith("lambda") else "signal." + action})
                timemory.signals.set_exit_action(lambda number: print("action", number, flush=True))
                timemory.enable_signal_detection([Signal.User1])
                with timemory.region("before"):
                    pass
                os.kill(os.getpid(), signal.SIGUSR1)
                print("after")
                """,
            )
            self.assertEqual((status, ""), (ended.status, ended.err))
            expected = f"action {int(signal.SIGUSR1)}\n"
            printed = [line + "\n" for line in ended.out.splitlines() if line.startswith(("action", "own", "after"))]
            self.assertEqual(expected + ("own\nafter\n" if status == 0 else ""), "".join(printed))
            self.assertEqual({"before": 1}, ended.laps())

    def test_signals_are_handled_as_before_afterwards(self):
        before = signal.getsignal(signal.SIGUSR2)
        signals.enable([signals.Signal.User2])
        self.assertNotEqual(before, signal.getsignal(signal.SIGUSR2))
        signals.disable()
        self.assertEqual(before, signal.getsignal(signal.SIGUSR2))

    def test_what_cannot_be_handled_is_refused_and_nothing_changed(self):
        before = signal.getsignal(signal.SIGUSR2)
        for wrong, why in (signals.Signal.SegFault, "enable_all_signals"), (9, "Kill cannot be handled"), (1000, "1000 is not a signal"):
            with self.assertRaisesRegex(ValueError, why):
                signals.enable([signals.Signal.User2, wrong])
        self.assertEqual(before, signal.getsignal(signal.SIGUSR2))
        with self.assertRaisesRegex(TypeError, "3 cannot be called"):
            signals.set_exit_action(3)


class OptionsTest(unittest.TestCase):
    def test_a_renamed_setting_is_known_by_its_former_name_too(self):
        self.addCleanup(setattr, timemory.settings, "console_max_rows", timemory.settings.console_max_rows)
        timemory.settings.cout_rows = 7
        self.assertEqual((7, 7), (timemory.settings.console_max_rows, timemory.settings.cout_rows))
        timemory.add_arguments(argparse.ArgumentParser(), subparser=False).parse_args(["--timemory-cout-rows=8"])
        self.assertEqual(8, timemory.settings.console_max_rows)

    def test_settings_are_taken_and_the_rest_is_left_for_the_program(self):
        precision = timemory.settings.precision
        self.addCleanup(setattr, timemory.settings, "precision", precision)
        with mock.patch.object(sys, "argv", ["program", "--timemory-precision", "7", "--own", "x"]):
            options.add_args_and_parse_known(None, subparser=False)
            self.assertEqual(["program", "--own", "x"], sys.argv)
        self.assertEqual(7, timemory.settings.precision)
        with mock.patch.object(sys, "argv", ["program", "--own", "x"]):
            parser = argparse.ArgumentParser()
            parser.add_argument("--own")
            self.assertEqual("x", options.add_args_and_parse(parser, False).own)

    def test_folders_are_made(self):
        with tempfile.TemporaryDirectory() as folder:
            options.ensure_directory_exists(os.path.join(folder, "a", "b", "file.txt"))
            options.ensure_directory_exists("file.txt")
            options.safe_mkdir(os.path.join(folder, "a", "b"))
            self.assertTrue(os.path.isdir(os.path.join(folder, "a", "b")))


class HardwareCountersTest(unittest.TestCase):
    def test_events_say_whether_they_can_be_counted(self):
        found = hardware_counters.find("page-faults")
        self.assertEqual(("perf", "page-faults"), (found.api, found.symbol))
        self.assertTrue(found.description)
        for one in hardware_counters.events():
            self.assertEqual(one.available, one.reason == "", one)
        self.assertEqual([one for one in hardware_counters.events() if one.available], hardware_counters.events(available=True))

    def test_presets_are_those_of_papi(self):
        for one in hardware_counters.presets():
            self.assertTrue(one.symbol.startswith("PAPI_"), one)

    def test_without_papi_there_are_no_presets(self):
        absent = {"name": "(PAPI)", "category": "PAPI preset", "description": "Presets", "available": False, "reason": "no libpapi"}
        hardware_counters._by_symbol.cache_clear()
        self.addCleanup(hardware_counters._by_symbol.cache_clear)
        with mock.patch.object(hardware_counters._library, "hardware_events", return_value=json.dumps([absent])):
            self.assertEqual([], hardware_counters.presets())
            self.assertEqual(["no libpapi"], [one.reason for one in hardware_counters.events()])

    def test_an_unknown_event_is_reported_with_the_nearest(self):
        with self.assertRaisesRegex(KeyError, "there is no event page-fault; the nearest is page-faults"):
            hardware_counters.find("page-fault")


class MpiTest(unittest.TestCase):
    def test_ranks_are_those_of_the_launcher(self):
        with mock.patch.dict(os.environ, {"OMPI_COMM_WORLD_RANK": "3", "OMPI_COMM_WORLD_SIZE": "8"}):
            self.assertEqual((3, 8), (mpi.rank(), mpi.size()))
        with mock.patch.dict(os.environ, {"PMI_RANK": "x"}):
            self.assertEqual((0, 1), (mpi.rank(), mpi.size()))

    def test_what_came_too_late_says_so(self):
        with mock.patch.dict(sys.modules, {"mpi4py.MPI": mock.Mock()}):
            with self.assertRaisesRegex(RuntimeError, "mpi4py was already imported.*preload .*libtimemory-mpip.so"):
                mpi.enable_mpip()
        mpi.disable_mpip()


class CommandsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.command = Path(folder.name) / "timemory"
        self.command.write_text("""#!/bin/sh
            if [ "$1" = fail ]; then echo "timemory: no such thing" >&2; exit 2; fi
            echo "timemory: wrote '$*'"; echo "else"
            """.replace("            ", ""))
        self.command.chmod(self.command.stat().st_mode | stat.S_IXUSR)
        patched = mock.patch.object(_command, "found", lambda: str(self.command))
        patched.start()
        self.addCleanup(patched.stop)

    def test_pictures_are_drawn_by_the_command(self):
        self.assertEqual(["plot --metric wall_clock,peak_rss --dark --top 5 out"],
                         plotting.plot("out", metric=["wall_clock", "peak_rss"], dark=True, top=5, flat=False, output=None))
        self.assertEqual(["roofline plot --roofs ert.json timemory-output"], roofline.plot(roofs="ert.json"))
        self.assertEqual(["roofline ert --output e.json --device gpu"], roofline.ert(Path("e.json"), device="gpu"))

    def test_notebooks_show_pictures_in_frames_of_their_own(self):
        def drawn(results, **options):
            self.assertEqual(["wall_clock"], list(json.loads(Path(results).read_text())["timemory"]))
            self.assertEqual((900, "bars", "svg"), (options["width"], options["kind"], options["format"]))
            name = Path(results).with_name("wall.svg")
            name.write_text('<?xml version="1.0"?>\n<svg xmlns="x" width="900" height="138">it\'s & <text/></svg>')
            return [str(name)]

        with mock.patch.object(plotting, "plot", drawn):
            pictures = plotting.show({"timemory": {"wall_clock": {}}}, kind="bars")
        self.assertRegex(pictures._repr_html_(), "^<iframe sandbox='' style='[^'<]*height: 158px' srcdoc='[^'<]*it&#x27;s &amp;amp; [^'<]*'></iframe>$".replace("&amp;amp;", "&amp;"))
        self.assertEqual("<p>nothing to draw</p>", plotting.Pictures([])._repr_html_())

    def test_other_formats_are_read_by_the_command(self):
        self.command.write_text("""#!/bin/sh
            [ "$1 $2 $3 $4" = "report --format tree --output" ] || exit 9
            if [ "${6##*/}" = bad ]; then echo "timemory report: bad: is of no format" >&2; exit 1; fi
            echo '{"timemory": {"samples": {"unit_repr": "", "graph": []}}}' > "$5/samples.tree.json"
            """.replace("            ", ""))
        read = Path(self.command.parent) / "run.collapsed"
        read.write_text("main;solve 5\n")
        self.assertEqual(0, len(timemory.Results.load(read)))
        (read.parent / "bad").write_text("bad")
        with self.assertRaisesRegex(ValueError, "bad: is of no format"):
            timemory.Results.load(read.parent / "bad")

    def test_what_the_command_refuses_is_raised(self):
        with self.assertRaisesRegex(RuntimeError, "timemory: no such thing"):
            _command.run(["fail"])

    def test_without_the_command_it_is_said_where_it_comes_from(self):
        mock.patch.stopall()
        with mock.patch.object(_command, "__file__", "/a/b/c/d/e.py"), mock.patch.dict(os.environ, {"PATH": "/nowhere"}):
            with self.assertRaisesRegex(FileNotFoundError, "the command timemory is not on the PATH: install it"):
                _command.found()


def inner():
    return 1


def outer():
    return inner()


class ConfigTest(unittest.TestCase):
    def setUp(self):
        self.addCleanup(config.reset)

    def test_profiles_do_what_the_configuration_says_unless_they_are_asked_for_something_else(self):
        config.include_line = config.include_filename = False
        config.only_functions = ["^(inner|outer)$"]
        with timemory.region("configured"), profile("wall_clock"):
            self.assertTrue(config._is_running)
            outer()
        self.assertFalse(config._is_running)
        self.assertEqual({"configured": 1, "configured/outer": 1, "configured/outer/inner": 1}, below("configured"))
        with timemory.region("configured anew"), profile("wall_clock", only_funcs=[re.compile("^in")]):
            outer()
        self.assertEqual({"configured anew": 1, "configured anew/inner": 1}, below("configured anew"))
        config.max_stack_depth = 1
        with timemory.region("configured shallow"), profile("wall_clock"):
            outer()
        self.assertEqual({"configured shallow": 1, "configured shallow/outer": 1}, below("configured shallow"))

    def test_what_makes_no_sense_is_refused(self):
        with self.assertRaisesRegex(AttributeError, "profiles have no only_func; there are skip_funcs"):
            config.only_func = ["x"]
        with self.assertRaisesRegex(ValueError, "only_funcs must be a list of patterns, not 'x'"):
            config.only_funcs = "x"
        with self.assertRaisesRegex(ValueError, "a number of at least 0, not -1"):
            config.max_stack_depth = -1
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            config.include_internal = True
            config.include_internal = False
        self.assertEqual(["functions of timemory itself are never measured: include_internal has no effect"], [str(one.message) for one in caught])
        config.only_functions = ["^a", "b$"]
        self.assertEqual(["^a", "b$"], config.only_functions)
        self.assertEqual(set(Config.NAMES), set(Config().values()))


class PackageTest(unittest.TestCase):
    def test_each_package_is_installed(self):
        package = Path(timemory.__file__).parent
        packages = {"timemory", *(f"timemory.{file.parent.name}" for file in package.glob("*/__init__.py"))}
        named = re.search(r"^packages = \[(.*)\]$", (package.parent / "pyproject.toml").read_text(), re.MULTILINE).group(1)
        self.assertEqual(packages, {name.strip(' "') for name in named.split(",")})
