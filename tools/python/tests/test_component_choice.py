"""Profilers and tracers choose components as every tool of timemory does."""

import subprocess
import sys
import unittest
from typing import List

import timemory
from timemory.line_profiler import LineProfiler
from timemory.profiler import profile
from timemory.trace import trace

from . import ROOT, below, program

sys.path.insert(0, str(ROOT.parents[1] / "verification/component-choice"))

from cases import cases  # noqa: E402

SOURCE = """
import builtins
def work():
    return 1
getattr(builtins, "profile", lambda function: function)(work)()
"""
MODULES = {"timemory.profiler": "PROFILER_COMPONENTS", "timemory.trace": "TRACE_COMPONENTS", "timemory.line_profiler": "TRACE_COMPONENTS"}


class ComponentChoiceTest(unittest.TestCase):
    def test_settings_choose_components_as_everywhere(self):
        for module, setting in MODULES.items():
            for case in cases():
                with self.subTest(module, case=case):
                    ended = program(self, SOURCE, command=["-m", module, "--"], **case.environment(setting, "COMPONENTS"))
                    self.assertEqual(0, ended.status, ended.err)
                    written = ended.directory.exists() and any(ended.directory.rglob("*.json"))
                    found = timemory.Results.load(ended.directory).components if written else []
                    self.assertEqual(case.ids("wall_clock"), sorted(found))
                    self.assertEqual(1 if case.unknown else 0, ended.err.count("there is no component"), ended.err)

    def test_the_command_line_goes_before_settings(self):
        for given, expected in {"trip_count": ["trip_count"], "none": [], "trip_count,fallthrough": ["peak_rss", "trip_count"]}.items():
            for module in MODULES:
                with self.subTest(module, given=given):
                    ended = program(self, SOURCE, command=["-m", module, "-c", given, "--"], TIMEMORY_GLOBAL_COMPONENTS="peak_rss")
                    self.assertEqual(0, ended.status, ended.err)
                    written = any(ended.directory.rglob("*.json"))
                    self.assertEqual(expected, sorted(timemory.Results.load(ended.directory).components) if written else [])

    def test_none_measures_nothing_and_what_is_measured_goes_on(self):
        def inner():
            return 1

        for made in (profile("none"), trace(["none"]), LineProfiler(inner, components="None")):
            with self.subTest(type(made)), timemory.region("around none"):
                with made, made:
                    inner()
                with made:
                    inner()
                with self.assertRaises(RuntimeError):
                    made.stop()
        self.assertEqual({"around none": 3}, below("around none"))

    def test_unknown_names_are_errors(self):
        for make in (profile, trace):
            with self.assertRaisesRegex(ValueError, "there is no component 'wall_clok'; the nearest is 'wall_clock'"):
                make("wall_clok").start()


class CommandsTest(unittest.TestCase):
    def test_what_the_package_installs_are_commands_that_run(self):
        commands = self.commands()
        self.assertEqual(["timemory-python-line-profiler", "timemory-python-profiler", "timemory-python-trace"], sorted(line.split(" = ")[0] for line in commands))
        for line in commands:
            module, function = line.split(" = ")[1].strip('"').split(":")
            with self.subTest(line):
                # Like the script that an installer generates from it.
                start = f"import sys; from {module} import {function}; sys.exit({function}())"
                ended = subprocess.run([sys.executable, "-c", start, "--help"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                self.assertEqual((0, b""), (ended.returncode, ended.stderr))
                self.assertIn(b"[--] script.py [arguments]", ended.stdout)

    @staticmethod
    def commands() -> List[str]:
        # tomllib is there from Python 3.11 on.
        lines = (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("[project.scripts]\n")[2].splitlines()
        return lines[: lines.index("")]
