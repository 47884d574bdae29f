import asyncio
import os
import sys
import tempfile
import threading
import unittest

import timemory
from tests import below, laps, program
from timemory.profiler import profile

QUALIFIED = sys.version_info >= (3, 11)


def leaf():
    return 1


def branch(n):
    return leaf() + (branch(n - 1) if n else 0)


class Tree:
    def grow(self):
        return branch(0)


def failing():
    try:
        branch(0)
        raise KeyError("passed")
    finally:
        leaf()


def failing_with(kind):
    branch(0)
    return kind


PLAIN = {"only_files": ["test_profiler.py"], "include_file": False, "include_line": False}


class ProfileTest(unittest.TestCase):
    def test_calls_are_regions(self):
        with timemory.region("profiled"), profile("wall_clock", **PLAIN):
            branch(1)
            Tree().grow()
        grow = "profiled/" + ("Tree.grow" if QUALIFIED else "grow")
        self.assertEqual(
            {"profiled": 1, "profiled/branch": 1, "profiled/branch/leaf": 1, "profiled/branch/branch": 1, "profiled/branch/branch/leaf": 1,
             grow: 1, grow + "/branch": 1, grow + "/branch/leaf": 1},
            below("profiled"),
        )

    def test_what_was_learned_is_measured_and_the_rest_as_before(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "app.functions")
            with open(path, "w") as file:
                file.write("timemory-functions 1\n# by hand\n-\t9\t0.1\t90\tleaf@test_profiler.py\n+\t1\t99\t0.1\tbranch@test_profiler.py\n")
            with timemory.region("learned"), profile("wall_clock", learned=path, **PLAIN):
                failing_with(KeyError)
            self.assertEqual({"learned": 1, "learned/failing_with": 1, "learned/failing_with/branch": 1}, below("learned"))
            with timemory.region("learned alone"), profile("wall_clock", learned=path, **{**PLAIN, "only_funcs": ["leaf"]}):
                failing_with(KeyError)
            self.assertEqual({"learned alone": 1, "learned alone/branch": 1}, below("learned alone"))
            with open(path, "w") as file:
                file.write("notes")
            with self.assertRaisesRegex(ValueError, "app.functions is not a learned-functions file"):
                profile("wall_clock", learned=path)
            with open(path, "w") as file:
                file.write("timemory-functions 1\n+\tleaf\n")
            with self.assertRaisesRegex(ValueError, "app.functions, line 2: expected"):
                profile("wall_clock", learned=path)

    def test_labels_tell_the_place(self):
        line = leaf.__code__.co_firstlineno
        with profile("wall_clock", only_funcs=["leaf"]):
            leaf()
        with profile("wall_clock", only_funcs=["leaf"], full_filepath=True, include_line=False):
            leaf()
        with profile("wall_clock", only_funcs=["branch"], include_file=False, include_args=True):
            branch(0)
        found = laps()
        self.assertEqual(1, found[f"leaf@test_profiler.py:{line}"])
        self.assertEqual(1, found[f"leaf@{__file__}"])
        self.assertEqual(1, found[f"branch(n=0)@{branch.__code__.co_firstlineno}"])

    def test_functions_and_files_are_chosen_by_patterns(self):
        with timemory.region("without leaves"), profile("wall_clock", skip_funcs=["le?f"], **PLAIN):
            branch(0)
        with timemory.region("without this file"), profile("wall_clock", skip_files=["*/test_prof*"], **{**PLAIN, "only_files": ["*"]}):
            branch(0)
        self.assertEqual({"without leaves": 1, "without leaves/branch": 1}, below("without leaves"))
        self.assertEqual({"without this file": 1}, below("without this file"))

    def test_deep_calls_can_be_left_out(self):
        with timemory.region("shallow"), profile("wall_clock", max_stack_depth=2, **PLAIN):
            branch(5)
            leaf()
        found = {path: count for path, count in below("shallow").items()}
        self.assertEqual({"shallow": 1, "shallow/branch": 1, "shallow/branch/leaf": 1, "shallow/branch/branch": 1, "shallow/leaf": 1}, found)

    def test_exceptions_close_regions_and_pass_through(self):
        profiled = profile("wall_clock", **PLAIN)(failing)
        with timemory.region("profiled failure"):
            with self.assertRaisesRegex(KeyError, "passed"):
                profiled()
            with timemory.region("afterwards"):
                pass
        self.assertIsNone(sys.getprofile())
        self.assertEqual(1, laps()["profiled failure/afterwards"])
        self.assertEqual(1, laps()["profiled failure/failing/branch/leaf"])

    def test_threads_that_begin_meanwhile_are_profiled(self):
        with timemory.region("profiled threads"), profile("wall_clock", **PLAIN):
            threads = [threading.Thread(target=branch, args=(0,)) for _ in range(3)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(3, below("profiled threads")["profiled threads/branch"])

    def test_a_thread_that_goes_on_after_the_end_is_left_alone(self):
        entered, go_on, seen = threading.Event(), threading.Event(), []

        def lasting():
            entered.set()
            go_on.wait(30)
            leaf()
            seen.append(sys.getprofile())

        with timemory.region("profile that ended"), profile("wall_clock", **PLAIN):
            thread = threading.Thread(target=lasting)
            thread.start()
            entered.wait(30)
        go_on.set()
        thread.join()
        self.assertEqual([None], seen)
        self.assertEqual([], [path for path in below("profile that ended") if path.endswith("leaf")])

    def test_it_can_run_inside_itself(self):
        profiler = profile("wall_clock", **PLAIN)
        with timemory.region("profiled twice"), profiler:
            with profiler:
                leaf()
            leaf()
        self.assertEqual({"profiled twice": 1, "profiled twice/leaf": 2}, below("profiled twice"))
        with self.assertRaisesRegex(RuntimeError, "no profile was started"):
            profiler.stop()

    def test_built_in_functions_on_request(self):
        with timemory.region("builtins profiled"), profile("wall_clock", trace_c=True, **PLAIN):
            sorted([leaf(), 0], key=lambda number: abs(number))
            with self.assertRaises(ValueError):
                int("x" * 3)
        found = below("builtins profiled")
        self.assertEqual(1, found["builtins profiled/builtins.sorted"])
        self.assertEqual([2], [count for path, count in found.items() if path.startswith("builtins profiled/builtins.sorted/") and path.endswith("<lambda>/builtins.abs")])
        self.assertEqual(1, found["builtins profiled/leaf"])

    def test_steps_of_coroutines_are_laps(self):
        async def turns():
            for _ in range(2):
                await asyncio.sleep(0)

        with timemory.region("profiled loop"), profile("wall_clock", only_funcs=["turns"], **{**PLAIN, "only_files": ()}):
            asyncio.run(turns())
        self.assertEqual(3, sum(count for path, count in below("profiled loop").items() if path.endswith("turns")))

    def test_another_profiler_is_put_back(self):
        def other(*event):
            pass

        sys.setprofile(other)
        try:
            with profile("wall_clock", **PLAIN):
                leaf()
            self.assertIs(other, sys.getprofile())
        finally:
            sys.setprofile(None)

    def test_what_cannot_be_profiled_is_refused(self):
        with self.assertRaisesRegex(TypeError, "profile decorates functions"):
            profile("wall_clock")(5)
        with self.assertRaisesRegex(ValueError, "nearest is 'wall_clock'"):
            profile("wall_clok").start()
        self.assertIsNone(sys.getprofile())


class CommandTest(unittest.TestCase):
    SCRIPT = """
        import sys
        def fib(n):
            return n if n < 2 else fib(n - 1) + fib(n - 2)
        if __name__ == "__main__":
            print(sys.argv[1:], sys.modules["__main__"].__file__ == sys.argv[0])
            fib(2)
            sys.exit(3)
        """

    def run_profiler(self, *options, source=SCRIPT, **environment):
        return program(self, source, "a", "--b", command=["-m", "timemory.profiler", *options, "--"], **environment)

    def test_a_program_runs_as_without(self):
        ended = self.run_profiler("-c", "wall_clock", "trip_count", "-l", "no")
        self.assertEqual(3, ended.status, ended.err)
        self.assertTrue(ended.out.startswith("['a', '--b'] True\n"), ended.out)
        self.assertEqual({"<module>@program.py": 1, "<module>@program.py/fib@program.py": 1, "<module>@program.py/fib@program.py/fib@program.py": 2}, ended.laps("trip_count"))

    def test_components_of_the_environment(self):
        ended = self.run_profiler("--only-funcs", "fib", "-f", "no", "-l", "no", TIMEMORY_PROFILER_COMPONENTS="trip_count")
        self.assertEqual(["trip_count"], timemory.Results.load(ended.directory).components)
        self.assertEqual({"fib": 1, "fib/fib": 2}, ended.laps("trip_count"))

    def test_output_has_a_place_of_its_own(self):
        ended = self.run_profiler("-d", "elsewhere")
        self.assertTrue((ended.directory.parent / "elsewhere" / "results.timemory.json").exists())

    def test_only_what_the_program_says(self):
        source = """
            def work(): pass
            @profile
            def chosen(): work()
            work()
            chosen()
            """
        ended = self.run_profiler("-b", "-f", "no", "-l", "no", source=source)
        self.assertEqual({"chosen": 1, "chosen/work": 1}, ended.laps())

    def test_mistakes_are_told(self):
        self.assertIn("put -- before the script", program(self, "", command=["-m", "timemory.profiler", "-c", "wall_clock"]).err)
        missing = program(self, "", command=["-m", "timemory.profiler", "--", "nowhere.py"])
        self.assertIn("there is no script nowhere.py", missing.err)
        self.assertIn("'perhaps' is neither yes nor no", program(self, "", command=["-m", "timemory.profiler", "--trace-c", "perhaps", "--"]).err)
