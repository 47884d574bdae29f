import threading
import unittest
import warnings
from concurrent.futures import ThreadPoolExecutor

import timemory
from tests import below, laps, program
from timemory.util import auto_timer, auto_tuple, marker, rss_usage


@marker("wall_clock")
def at_top():
    return 42


class Solver:
    @marker("wall_clock")
    def step(self, by):
        return by + 1

    @staticmethod
    @marker("wall_clock")
    def below_static():
        return 1

    @marker("wall_clock")
    @staticmethod
    def above_static():
        return 2

    @marker("wall_clock")
    @classmethod
    def of_class(cls):
        return cls


class DecoratedTest(unittest.TestCase):
    def test_a_function_is_labelled_by_its_qualified_name(self):
        self.assertEqual(42, at_top())
        solver = Solver()
        self.assertEqual(3, solver.step(by=2))
        self.assertEqual([1, 2, Solver], [solver.below_static(), Solver.above_static(), Solver.of_class()])
        found = laps()
        for label in ("at_top", "Solver.step", "Solver.below_static", "Solver.above_static", "Solver.of_class"):
            self.assertEqual(1, found[label], label)

    def test_it_stays_what_it_was(self):
        self.assertEqual(("at_top", at_top.__module__), (at_top.__name__, __name__))

    def test_parentheses_are_for_arguments_only(self):
        @marker
        def bare():
            pass

        @auto_timer
        def timed():
            pass

        @rss_usage
        def memory():
            pass

        @timemory.region
        def region():
            pass

        for function in (bare, timed, memory, region):
            function()
        prefix = "DecoratedTest.test_parentheses_are_for_arguments_only."
        self.assertEqual({1}, {laps()[prefix + name] for name in ("bare", "timed", "region")})
        self.assertEqual({1}, {laps(component)[prefix + "memory"] for component in ("peak_rss", "page_rss")})
        self.assertEqual({1}, {laps(component)[prefix + "timed"] for component in ("cpu_clock", "cpu_util", "peak_rss")})

    def test_an_exception_closes_the_region_and_passes_through(self):
        @marker("wall_clock", key="inner")
        def failing():
            raise KeyError("passed")

        with self.assertRaisesRegex(KeyError, "passed"):
            with timemory.region("failing outer"):
                failing()
        with timemory.region("after failing"):
            pass
        self.assertEqual([1, 1], [count for path, count in laps().items() if path.startswith("failing outer")])
        self.assertIn("after failing", laps())

    def test_a_function_may_call_itself(self):
        @marker("wall_clock, trip_count", key="deep", mode="blank")
        def down(n):
            return n and down(n - 1)

        down(3)
        self.assertEqual([1, 1, 1, 1], list(below("deep", "trip_count").values()))

    def test_labels_have_three_forms(self):
        def f():
            pass

        line = f.__code__.co_firstlineno
        name = "DecoratedTest.test_labels_have_three_forms.f"
        for mode in (None, "blank", "basic", "full"):
            marker("wall_clock", key="k", mode=mode)(f)()
        marker("wall_clock", mode="full")(f)()
        found = laps()
        self.assertEqual(2, found[name + "/k"], "without a mode, as basic")
        self.assertEqual(1, found["k"])
        self.assertEqual(1, found[f"{name}@test_measured.py:{line}/k"])
        self.assertEqual(1, found[f"{name}@test_measured.py:{line}"])

    def test_arguments_can_be_part_of_labels_and_are_shortened(self):
        @marker("wall_clock", add_args=True)
        def f(*args, **kwargs):
            pass

        f(1, text="x" * 1000)
        label = next(path for path in laps() if ".f(1, text=" in path)
        self.assertLess(len(label), 200)

    def test_what_cannot_be_decorated_is_refused(self):
        for wrong in (5, Solver):
            with self.assertRaisesRegex(TypeError, "marker decorates functions and methods"):
                marker("wall_clock")(wrong)

    def test_wrong_arguments_name_the_way_out(self):
        with self.assertRaisesRegex(ValueError, "'full_' is not one of blank, basic, full"):
            marker("wall_clock", mode="full_")
        with self.assertRaisesRegex(ValueError, "there is no component 'wall_clok'; the nearest is 'wall_clock'"):
            marker("wall_clok")(lambda: None)()
        with self.assertRaisesRegex(TypeError, "not by 5"):
            marker(5)
        with self.assertRaisesRegex(ValueError, "needs a component"):
            timemory.bundle([])
        with self.assertRaisesRegex(TypeError, "add_args needs a decorated function"):
            with marker("wall_clock", add_args=True):
                pass


class BlockTest(unittest.TestCase):
    def test_blocks_nest(self):
        with marker(["wall_clock", "trip_count"], key="block outer"):
            for _ in range(3):
                with auto_tuple([timemory.component.WallClock], key="inner"):
                    pass
        self.assertEqual({"block outer": 1, "block outer/inner": 3}, below("block outer"))
        self.assertEqual({"block outer": 1}, below("block outer", "trip_count"))

    def test_a_block_without_a_key_is_named_after_the_function_around_it(self):
        def surrounding():
            with marker("wall_clock"):
                pass

        surrounding()
        self.assertEqual(1, sum(count for path, count in laps().items() if path.endswith("surrounding")))

    def test_one_object_may_be_entered_inside_itself_and_by_several_threads(self):
        shared = marker("wall_clock", key="shared block")
        together = threading.Barrier(4)

        def work():
            with shared:
                together.wait(30)
                with shared:
                    together.wait(30)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual({"shared block": 4, "shared block/shared block": 4}, below("shared block"))

    def test_a_block_that_ends_on_another_thread_is_told(self):
        block = marker("wall_clock", key="wandering")
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            thread = threading.Thread(target=block.__exit__, args=(None, None, None))
            with block:
                thread.start()
                thread.join()
        self.assertIn("ended on another thread than it started on", str(told[0].message))

    def test_bundles_are_chosen_once_and_used_often(self):
        tools = timemory.bundle("wall_clock trip_count")
        with tools.region("of bundle"):
            tools.push("pushed")
            tools.push("inside")
            tools.pop("inside")
            tools.pop("pushed")
        self.assertEqual({"of bundle": 1, "of bundle/pushed": 1, "of bundle/pushed/inside": 1}, below("of bundle", "trip_count"))

    def test_a_bundle_has_optional_components_user_bundles_and_percentiles(self):
        ended = program(
            self,
            """
            import timemory

            tools = timemory.bundle("wall_clock", optional=["trip_count", "cuda_event"], user_bundles="BUILT", percentiles=[50, 99.9], scope="flat")
            with timemory.region("around"):
                for _ in range(10):
                    with tools.region("built"):
                        pass
            print(tools)
            print(timemory.get_text(["wall_clock"]))
            """,
            TIMEMORY_BUILT_COMPONENTS="num_minor_page_faults",
        )
        self.assertEqual(0, ended.status, ended.err)
        self.assertNotIn("cuda_event", ended.err)
        self.assertIn("percentiles=['50.0', '99.9']", ended.out)
        self.assertIn("P99.9", ended.out)
        for component in ("trip_count", "num_minor_page_faults"):
            self.assertEqual({"built": 10}, ended.laps(component))

    def test_options_of_a_bundle_are_checked(self):
        for options, why in [
            ({"percentiles": 101}, "at most 100"),
            ({"optional": "wal_clock"}, "wall_clock"),
            ({"user_bundles": ["no-label"]}, "letters"),
            ({"scope": "round"}, "tree, flat or timeline"),
        ]:
            with self.assertRaisesRegex(ValueError, why):
                timemory.bundle("wall_clock", **options).push("never")
        with self.assertRaisesRegex(ValueError, "needs a component"):
            timemory.bundle(percentiles=[50])

    def test_components_in_force_are_those_of_the_thread(self):
        timemory.push_components("trip_count")
        try:
            with timemory.region("in force"):
                pass
            timemory.add_components(["cpu_clock"])
            with timemory.region("in force, more"):
                timemory.remove_components("trip_count")
                with timemory.region("less"):
                    pass
        finally:
            timemory.pop_components()
        self.assertNotIn("in force", laps())
        self.assertEqual(["in force", "in force, more"], [path for path in laps("trip_count") if path.startswith("in force")])
        self.assertEqual(["in force, more", "in force, more/less"], [path for path in laps("cpu_clock") if path.startswith("in force")])

    def test_regions_by_name(self):
        timemory.push_region("by name")
        timemory.push_region("inner")
        timemory.pop_region("inner")
        timemory.pop_region("by name")
        self.assertEqual({"by name": 1, "by name/inner": 1}, below("by name"))

    def test_nothing_is_recorded_while_paused(self):
        measured = marker("wall_clock", key="paused", mode="blank")
        timemory.pause()
        self.assertFalse(timemory.enabled())
        with measured:
            timemory.resume()
        self.assertTrue(timemory.enabled())
        self.assertEqual({}, below("paused"))
        measured(lambda: None)()
        self.assertEqual({"paused": 1}, below("paused"))


class LabelTest(unittest.TestCase):
    def assertLabel(self, expected, label):
        with timemory.region(label):
            pass
        self.assertEqual(1, laps().get(expected), expected[:100])

    def test_any_text_is_a_label(self):
        for label in ('"quoted" \\ \'label\'', "emoji \U0001f600 \u00e9\u4e2d", "a\nb\tc\x1b[31m", ">>> |_looks like a tree", "l" * 10_000, "]}{[,"):
            self.assertLabel(label, label)

    def test_what_the_library_cannot_take_is_shown_as_its_escape(self):
        self.assertLabel("cut\\x00off", "cut\0off")
        self.assertLabel("half \\udc80 pair", "half \udc80 pair")

    def test_a_label_is_text(self):
        for wrong in (5, None, b"bytes"):
            with self.assertRaisesRegex(TypeError, "a str, not"):
                timemory.region(wrong)
            with self.assertRaisesRegex(TypeError, "a str, not"):
                timemory.push_region(wrong)


class ThreadsTest(unittest.TestCase):
    def test_each_thread_of_a_pool_measures(self):
        @marker("wall_clock", key="pooled", mode="blank")
        def work(n):
            with timemory.region("part"):
                return n

        with timemory.region("pool"):
            with ThreadPoolExecutor(4) as pool:
                self.assertEqual(list(range(200)), list(pool.map(work, range(200))))
        self.assertEqual({"pool": 1, "pool/pooled": 200, "pool/pooled/part": 200}, below("pool"))

    def test_threads_come_and_go(self):
        def work():
            with timemory.region("short thread"):
                pass

        for _ in range(100):
            thread = threading.Thread(target=work)
            thread.start()
            thread.join()
        self.assertEqual({"short thread": 100}, below("short thread"))

    def test_results_can_be_read_while_threads_measure(self):
        stop = threading.Event()

        def work():
            while not stop.is_set():
                with timemory.region("busy thread"):
                    pass

        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        seen = [sum(below("busy thread").values()) for _ in range(4)]
        stop.set()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(seen), seen)
        self.assertGreater(seen[-1], 0)
