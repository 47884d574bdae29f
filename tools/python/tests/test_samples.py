"""CPU samples show Python functions, below the region that they were taken in."""

import sys
import unittest
from typing import Dict

from tests import Ended, program

QUALIFIED = sys.version_info >= (3, 11)
HAS_FRAMES = (3, 9) <= sys.version_info[:2] <= (3, 13)

WORK = """
    import sys, time, threading
    import timemory
    from timemory.util import marker

    def alpha():
        return sum(i * 0.5 for i in range(300))

    class Solver:
        def beta(self):
            x = 0.0
            for i in range(500):
                x += i * 0.5
            return x

        def ordered(self):
            return sorted(range(50), key=lambda _: self.beta())

    @marker(["wall_clock"])
    def marked():
        return Solver().beta()

    def page():
        with timemory.region("a"):
            alpha()
            with timemory.region("b"):
                Solver().ordered()
        marked()

    def spend(seconds):
        end = time.thread_time() + seconds
        while time.thread_time() < end:
            page()
"""


def sampled(test: unittest.TestCase, source: str, **environment: str) -> Ended:
    settings = {"TIMEMORY_SAMPLING": "cpu", "TIMEMORY_SAMPLING_FREQ": "1000", "TIMEMORY_OUTPUT_FORMATS": "collapsed", "TIMEMORY_JSON_OUTPUT": "true"}
    ended = program(test, WORK + source, **{**settings, **environment})
    test.assertEqual(0, ended.status, ended.err)
    return ended


def stacks(ended: Ended, component: str = "cpu_samples") -> Dict[str, int]:
    lines = (ended.directory / f"{component}.collapsed").read_text(encoding="utf-8").splitlines()
    return {stack: int(weight) for stack, _, weight in (line.rpartition(" ") for line in lines)}


@unittest.skipUnless(HAS_FRAMES, "the location of this Python's functions is unknown")
class SamplesTest(unittest.TestCase):
    def test_functions_stand_below_the_region_they_ran_in(self):
        found = stacks(sampled(self, "    spend(1.5)\n"))
        beta = "~Solver.beta@" if QUALIFIED else "~beta@"
        ordered = "~Solver.ordered@" if QUALIFIED else "~ordered@"
        weights = {"right": 0, "wrong": 0}
        for stack, weight in found.items():
            regions = [part for part in stack.split(";") if not part.startswith("~")]
            functions = [part for part in stack.split(";") if part.startswith("~")]
            names = [name for name in functions if name.startswith((beta, "~alpha@"))]
            if not names:
                continue
            if names[0].startswith("~alpha@"):
                right = regions == ["a"] and functions[0].startswith("~alpha@program.py:")
            elif regions == ["marked"]:
                right = functions[0].startswith("~marked@program.py:") and functions[1].startswith(beta)
            else:
                right = regions == ["a", "b"] and functions[0].startswith(ordered)
            weights["right" if right else "wrong"] += weight
        self.assertEqual(0, weights["wrong"], found)
        self.assertGreater(weights["right"], 700_000_000, found)

    def test_the_interpreter_is_shown_only_inside_of_them(self):
        found = stacks(sampled(self, "    spend(0.5)\n"))
        for stack in found:
            self.assertNotIn("_PyEval_EvalFrameDefault", stack)
            self.assertNotIn("_measured.py", stack)
        # One may fall into the few instructions by which Python calls C, before the callee can be recognised.
        calls = sum(weight for stack, weight in found.items() if "ffi_call" in stack)
        self.assertLessEqual(calls, sum(found.values()) // 10, found)

    def test_threads_without_regions_have_their_functions(self):
        source = """
    def lonely():
        x = 0.0
        end = time.thread_time() + 1
        while time.thread_time() < end:
            for i in range(1000):
                x += i
    timemory.init()
    thread = threading.Thread(target=lonely)
    thread.start()
    thread.join()
"""
        found = stacks(sampled(self, source))
        lonely = sum(weight for stack, weight in found.items() if ";~lonely@program.py:" in stack)
        self.assertGreater(lonely, 300_000_000, found)

    def test_a_thread_that_waits_has_its_functions(self):
        source = """
    def waits():
        time.sleep(0.7)
    with timemory.region("waiting"):
        waits()
"""
        found = stacks(sampled(self, source, TIMEMORY_SAMPLING="wall", TIMEMORY_SAMPLING_FREQ="50"), "wall_samples")
        waited = sum(weight for stack, weight in found.items() if stack.startswith("waiting;~waits@program.py:"))
        self.assertGreater(waited, 300_000_000, found)

    def test_functions_that_are_gone_have_their_names(self):
        source = """
    end = time.thread_time() + 1
    with timemory.region("made"):
        while time.thread_time() < end:
            names = {}
            exec("def m\u00e4de_\u0431(n):\\n x = 0\\n for i in range(n): x += i\\n return x", names)
            names.pop("m\u00e4de_\u0431")(20000)
"""
        found = stacks(sampled(self, source))
        made = sum(weight for stack, weight in found.items() if stack.startswith("made;~m\u00e4de_\u0431@<string>:1"))
        self.assertGreater(made, 300_000_000, found)

    def test_deep_recursion_is_cut_and_said_so(self):
        source = """
    sys.setrecursionlimit(5000)
    def deep(n):
        if n:
            return deep(n - 1)
        end = time.thread_time() + 0.5
        while time.thread_time() < end:
            Solver().beta()
    with timemory.region("deep"):
        deep(3000)
"""
        found = stacks(sampled(self, source))
        self.assertTrue([stack for stack in found if stack.startswith("deep;~...;")], found)

    def test_the_metadata_say_that_they_are_shown(self):
        ended = sampled(self, "    spend(0.1)\n")
        self.assertIn('"SAMPLING_PYTHON":"Python functions are shown"', (ended.directory / "metadata.json").read_text())


class UnknownPythonTest(unittest.TestCase):
    def test_an_interpreter_that_is_not_known_is_refused_with_a_word(self):
        source = """
    import importlib
    from timemory import _frames
    _frames._LAYOUTS.clear()
    _frames.begin()
    spend(0.5)
"""
        ended = sampled(self, source)
        self.assertIn("samples show the interpreter instead of Python functions: their location", ended.err)
        self.assertTrue([stack for stack in stacks(ended) if "_PyEval_EvalFrameDefault" in stack])

    @unittest.skipUnless(HAS_FRAMES, "the location of this Python's functions is unknown")
    def test_a_layout_that_is_not_true_is_refused(self):
        source = """
    from timemory import _frames
    known = _frames._LAYOUTS[sys.version_info[:2]]
    _frames._LAYOUTS[sys.version_info[:2]] = known._replace(frame_of_frame=known.frame_of_frame + 8)
    _frames.begin()
    spend(0.1)
"""
        metadata = (sampled(self, source).directory / "metadata.json").read_text()
        self.assertIn("this Python has an unknown frame layout", metadata)
