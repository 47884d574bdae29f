import random
import re
import sys
import tempfile
import threading
import types
import unittest
from collections import Counter
from pathlib import Path

import timemory
from tests import below, laps
from timemory import _monitoring
from timemory.line_profiler import LineProfiler
from timemory.profiler import profile
from timemory.profiler._calls import Calls
from timemory.trace import trace

STATEMENTS = (
    ["f{j}(d)"],
    ["try:", "    f{j}(d)", "    raise KeyError(d)", "except KeyError:", "    f{k}(d)"],
    ["try:", "    r{j}(d)", "except ValueError:", "    pass"],
    ["for x in g{j}(d): pass"],
    ["for x in g{j}(d):", "    f{k}(d)"],
    ["it = g{j}(d)", "next(it)", "it.close()"],
    ["it = g{j}(d)", "next(it)", "try:", "    it.throw(ValueError)", "except ValueError:", "    pass"],
    ["it = g{j}(d)", "try:", "    it.throw(ValueError)", "except ValueError:", "    pass"],
    ["list(h{j}(d))"],
    ["sorted([2, 1], key=lambda v: f{j}(d) or v)"],
    ["[f{j}(d) for _ in range(2)]"],
    ["sum(1 for _ in range(3))"],
    ["n = 3", "while n: n -= 1"],
    ["[].append(len([1]))", "min(3, 4)"],
    ["try:", "    int('no number')", "except ValueError:", "    f{j}(d)"],
    ["c = c{j}(d)", "try:", "    while True: c.send(None)", "except StopIteration:", "    pass"],
    ["c = c{j}(d)", "c.send(None)", "c.close()"],
    ["with W(d):", "    f{j}(d)"],
    ["W(d).value"],
    ["exec('f{j}(d)')"],
)

HEADS = {
    "f": ["def f{i}(d):", "    if d <= 0: return 0", "    d -= 1"],
    "r": ["def r{i}(d):", "    d -= 1", "    if d <= 0: raise ValueError"],
    "g": ["def g{i}(d):", "    d -= 1", "    yield 1", "    if d <= 0: return"],
    "h": ["def h{i}(d):", "    d -= 1", "    yield from g{i}(d)", "    if d <= 0: return"],
    "c": ["async def c{i}(d):", "    d -= 1", "    await A()", "    if d <= 0: return"],
}

PRELUDE = """\
import types
class A:
    def __await__(self):
        yield
class W:
    def __init__(self, d):
        self.d = d
    def __enter__(self):
        return self
    def __exit__(self, *_):
        f0(self.d)
    @property
    def value(self):
        return f1(self.d)
"""


def program(seed):
    """The source of a program that is full of ways for functions to start and end."""
    choice = random.Random(seed)
    lines = PRELUDE.splitlines()
    for i in range(5):
        for head in HEADS.values():
            lines += [line.format(i=i) for line in head]
            for _ in range(choice.randint(1, 3)):
                names = {name: choice.randrange(5) for name in "jk"}
                lines += ["    " + line.format(**names) for line in choice.choice(STATEMENTS)]
            if head is HEADS["r"]:
                lines += ["    raise ValueError"]
    return "\n".join(lines + ["def main():", "    for i in range(2): f0(3)", "    f1(3)", ""])


class Occupied:
    """No tool id is left, so callbacks are used."""

    def __enter__(self):
        self.taken = [tool for tool in _monitoring._TOOLS if sys.monitoring.get_tool(tool) is None]
        for tool in self.taken:
            sys.monitoring.use_tool_id(tool, "test")

    def __exit__(self, *_):
        for tool in self.taken:
            sys.monitoring.free_tool_id(tool)


def nothing():
    pass


def calls_nothing(times):
    for _ in range(times):
        nothing()


@unittest.skipUnless(hasattr(sys, "monitoring"), "Python has events from 3.12 on")
class MonitoringTest(unittest.TestCase):
    def setUp(self):
        self.assertEqual([None, None], [sys.monitoring.get_tool(tool) for tool in _monitoring._TOOLS])

    def tearDown(self):
        self.setUp()

    def both(self, measure, seeds=range(6)):
        sources = {seed: program(seed) for seed in seeds}
        for seed, source in sources.items():
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder, "generated.py")
                file.write_text(source)
                for how in ("events", "callbacks"):
                    module = types.ModuleType("generated")
                    exec(compile(source, str(file), "exec"), module.__dict__)
                    with timemory.region(self.region(how, seed)):
                        if how == "events":
                            measure(module.main)
                        else:
                            with Occupied():
                                measure(module.main)
        measured = laps()  # once, because it takes long: there are thousands of regions
        for seed, source in sources.items():
            by_events, by_callbacks = (self.found(measured, self.region(how, seed)) for how in ("events", "callbacks"))
            self.assertGreater(len(by_events), 1)
            self.assertEqual(by_callbacks, by_events, f"seed {seed}:\n{source}")

    def region(self, how, seed):
        return f"{how} of {self.id()} {seed}"

    @staticmethod
    def found(measured, region):
        found = Counter()
        for path, count in measured.items():
            if path == region or path.startswith(region + "/"):
                found[re.sub("[0-9a-fx]{8,}>", ">", path[len(region):])] += count  # addresses, among arguments
        return found

    def test_calls_are_those_that_callbacks_see(self):
        self.both(profile("wall_clock", only_files=["generated.py"]).runcall)

    def test_calls_of_some_functions_are_those_that_callbacks_see(self):
        self.both(profile("wall_clock", only_files=["generated.py"], skip_funcs=["f1", "g*", "main"], include_args=True).runcall)

    def test_calls_in_c_are_those_that_callbacks_see(self):
        self.both(profile("wall_clock", only_files=["generated.py"], trace_c=True, skip_funcs=["f2"]).runcall, range(3))

    def test_depths_are_those_that_callbacks_see(self):
        self.both(profile("wall_clock", only_files=["generated.py"], max_stack_depth=3, skip_funcs=["f0"]).runcall)

    def test_lines_are_those_that_callbacks_see(self):
        def measure(main):
            with trace("wall_clock", only_files=["generated.py"]):
                main()

        self.both(measure)

    def test_lines_of_some_functions_are_those_that_callbacks_see(self):
        def measure(main):
            with trace("wall_clock", only_files=["generated.py"], skip_funcs=["f*", "c1"], max_stack_depth=4):
                main()

        self.both(measure)

    def test_functions_that_are_left_out_are_heard_of_once(self):
        heard = []
        events = Calls.events

        def counting(self, watch):
            def counted(callback):
                def count(code, *arguments):
                    heard.append(code)
                    return callback(code, *arguments)

                return count

            return {event: counted(callback) for event, callback in events(self, watch).items()}

        Calls.events = counting
        try:
            with timemory.region("heard"), profile("wall_clock", only_funcs=["calls_nothing"], include_line=False, include_file=False):
                calls_nothing(1000)
        finally:
            Calls.events = events
        self.assertEqual(2, heard.count(nothing.__code__))  # its start and its end
        self.assertEqual({"heard": 1, "heard/calls_nothing": 1}, below("heard"))

    def test_the_next_tool_hears_of_what_was_left_out(self):
        with profile("wall_clock", only_funcs=["no such function"]):
            calls_nothing(10)
        heard = []
        monitoring = sys.monitoring
        for tool in _monitoring._TOOLS:
            monitoring.use_tool_id(tool, "test")
            monitoring.register_callback(tool, monitoring.events.PY_START, lambda code, _: heard.append(code))
            monitoring.set_events(tool, monitoring.events.PY_START)
            calls_nothing(10)
            monitoring.set_events(tool, 0)
            monitoring.register_callback(tool, monitoring.events.PY_START, None)
            monitoring.free_tool_id(tool)
        self.assertEqual(20, heard.count(nothing.__code__))

    def test_as_many_as_one_likes_run_at_once(self):
        """Each on a thread, with a separate selection, two of which receive events."""
        all_there, all_run = threading.Barrier(5), threading.Barrier(5)
        chosen = {"wide": ["*nothing"], "narrow": ["nothing"]}

        def run(number, kind):
            all_there.wait(60)  # no thread starts while another is profiled, whose profile would be that of both
            with timemory.region(f"at once {number}"):
                with profile("wall_clock", only_files=["test_monitoring.py"], only_funcs=chosen[kind], include_line=False, include_file=False):
                    all_run.wait(60)
                    calls_nothing(7)
                    all_run.wait(60)

        threads = [threading.Thread(target=run, args=(i, "wide" if i % 2 else "narrow")) for i in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for i in range(5):
            path = f"at once {i}"
            expected = {path: 1, f"{path}/calls_nothing": 1, f"{path}/calls_nothing/nothing": 7} if i % 2 else {path: 1, f"{path}/nothing": 7}
            self.assertEqual(expected, below(path))

    def test_a_thread_with_open_calls_ends_them_after_the_end(self):
        entered, go_on = threading.Event(), threading.Event()

        def lasting():
            entered.set()
            go_on.wait(60)
            nothing()

        with profile("wall_clock", only_funcs=["lasting", "nothing"], include_line=False, include_file=False):
            thread = threading.Thread(target=lasting)
            thread.start()
            entered.wait(60)
        self.assertEqual("timemory.profile", sys.monitoring.get_tool(_monitoring._TOOLS[0]))
        go_on.set()
        thread.join()
        self.assertEqual(1, laps()["MonitoringTest.test_a_thread_with_open_calls_ends_them_after_the_end.lasting"])

    def test_functions_may_be_added_while_lines_are_measured(self):
        profiler = LineProfiler(components="wall_clock")
        with profiler:
            nothing()
            profiler.add_function(nothing)
            nothing()
        self.assertEqual([1], [line.hits for line in profiler.lines()])
