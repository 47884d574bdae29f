import asyncio
import io
import threading
import time
import unittest

import timemory
from tests import program
from timemory.line_profiler import LineProfiler


def helper(n):
    total = 0
    for i in range(n):
        total += i
    return total


def waits():
    time.sleep(0.02)
    return helper(3)


class Shape:
    @property
    def area(self):
        return helper(2)

    @classmethod
    def make(cls):
        return cls()


def numbers(n):
    for i in range(n):
        yield i


def hits(profiler, function):
    first = function.__code__.co_firstlineno
    return {line.number - first: line.hits for line in profiler.lines() if line.function == function.__name__}


class LineProfilerTest(unittest.TestCase):
    def test_lines_are_counted_each_time_they_are_come_to(self):
        profiler = LineProfiler(components="wall_clock")
        measured = profiler(helper)
        self.assertEqual(10, measured(5))
        self.assertEqual(0, measured(0))
        self.assertEqual({1: 2, 2: 7, 3: 5, 4: 2}, hits(profiler, helper))

    def test_a_line_has_what_it_calls_but_for_functions_that_are_measured_themselves(self):
        profiler = LineProfiler(waits, components="wall_clock")
        self.assertEqual(3, profiler.runcall(waits))
        first = waits.__code__.co_firstlineno
        values = {line.number - first: line.value for line in profiler.lines()}
        self.assertGreater(values[1], values[2])
        unit = timemory.Results(timemory.get(components="wall_clock"))["wall_clock"][0].unit
        self.assertGreaterEqual(values[1] * {"nsec": 1, "usec": 1e3, "msec": 1e6, "sec": 1e9}[unit], 20e6)

    def test_methods_properties_generators_coroutines_and_threads(self):
        profiler = LineProfiler(components="wall_clock")
        profiler.add_function(Shape)
        profiler.add_function(helper)
        with profiler:
            self.assertEqual(1, Shape.make().area)
        self.assertEqual({1: 1, 2: 3, 3: 2, 4: 1}, hits(profiler, helper))
        generated = profiler(numbers)
        self.assertEqual([0, 1, 2], list(generated(3)))
        self.assertEqual({1: 4, 2: 3}, hits(profiler, numbers))

        async def later(n):
            await asyncio.sleep(0)
            return n

        self.assertEqual(4, asyncio.run(profiler(later)(4)))
        self.assertEqual({1: 1, 2: 1}, hits(profiler, later))
        with profiler:
            threads = [threading.Thread(target=helper, args=(10,)) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual({1: 5, 2: 47, 3: 42, 4: 5}, hits(profiler, helper))

    def test_what_is_printed_stands_beside_the_source(self):
        profiler = LineProfiler(components=["wall_clock", "trip_count"])
        profiler(helper)(2)
        profiler.add_function(waits)
        stream = io.StringIO()
        profiler.print_stats(stream, stripzeros=True)
        printed = stream.getvalue()
        self.assertIn(f"Function: helper at line {helper.__code__.co_firstlineno}", printed)
        self.assertRegex(printed, r"\n +\d+ +3 +[0-9.e+-]+ +[0-9.e+-]+ +[0-9.]+      for i in range\(n\):\n")
        self.assertRegex(printed, r"\n +\d+ {40,}def helper\(n\):\n")
        self.assertIn("trip_count: ", printed)
        self.assertNotIn("Function: waits", printed)
        everything = io.StringIO()
        profiler.print_stats(everything, "wall_clock")
        self.assertIn("Function: waits", everything.getvalue())

    def test_what_is_no_function_of_python_is_refused(self):
        with self.assertRaisesRegex(TypeError, "written in Python, not <built-in function len>"):
            LineProfiler(len)

    def test_a_program_is_measured_where_it_says(self):
        script = """
            import sys
            @profile
            def square(n):
                return n * n
            def other():
                return 3
            print(square(int(sys.argv[1])), other())
            """
        command = ["-m", "timemory.line_profiler", "-l", "-v", "-c", "wall_clock", "--"]
        ended = program(self, script, "7", command=command, TIMEMORY_COUT_OUTPUT="false")
        self.assertEqual(0, ended.status, ended.err)
        self.assertTrue(ended.out.startswith("49 3\n"), ended.out)
        self.assertRegex(ended.out, r"(?s)Function: square at line \d+.*1 .*return n \* n")
        self.assertNotIn("return 3", ended.out)
        self.assertIn("Function: square", (ended.directory / "program.lines").read_text())
        self.assertIn("missing script", program(self, "", command=["-m", "timemory.line_profiler", "-c", "wall_clock"]).err)
