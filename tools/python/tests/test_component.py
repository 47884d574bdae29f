import copy
import pickle
import threading
import time
import unittest

import timemory
from tests import below, laps, program
from timemory import component
from timemory.component import Component, PeakRss, Timestamp, TripCount, WallClock
from timemory.gotcha import Gotcha


class ComponentTest(unittest.TestCase):
    def test_what_owns_a_part_of_the_process_is_not_copied(self):
        for owner in (component.WallClock("original"), component.Instance("wall_clock"), Gotcha()):
            for copied in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.assertRaisesRegex(TypeError, f"{type(owner).__name__} objects cannot be copied or pickled"):
                    copied(owner)

    def test_a_component_is_started_and_stopped_as_often_as_wanted(self):
        clock = WallClock("clock by hand")
        self.assertIsNone(clock.get())
        for _ in range(3):
            self.assertFalse(clock.is_running())
            clock.start()
            self.assertTrue(clock.is_running())
            clock.stop()
        self.assertEqual(3, clock.laps())
        self.assertEqual({"clock by hand": 3}, below("clock by hand"))

    def test_the_value_is_in_the_unit_of_files(self):
        with WallClock("sleeping") as clock:
            before = time.monotonic()
            time.sleep(0.05)
            slept = time.monotonic() - before
        self.assertEqual("sec", WallClock.unit())
        self.assertGreaterEqual(clock.get(), slept)
        self.assertEqual(clock.get(), timemory.Results(timemory.get(components=WallClock)).find("sleeping").value)

    def test_totals_are_over_laps_since_the_last_reset(self):
        count = TripCount("trips")
        for _ in range(4):
            with count:
                pass
        self.assertEqual((4, 1.0, 4.0, 1.0, 1.0, 1.0, 0.0), tuple(count.totals()[0]))
        self.assertEqual((4.0, 1.0), (count.get(), count.last()))
        count.reset()
        self.assertEqual((0, None), (count.laps(), count.get()))
        self.assertEqual({"trips": 4}, below("trips", "trip_count"))

    def test_units_are_those_of_results(self):
        # In a separate process: the overhead is determined again for each component that this one has used.
        ended = program(
            self,
            """
            from timemory import component
            for name in dir(component):
                made = getattr(component, name)
                if isinstance(made, type) and made is not component.Component and issubclass(made, component.Component) and made.is_available:
                    with made("units"):
                        pass
            """,
        )
        data = timemory.load(ended.directory)["timemory"]
        self.assertGreater(len(data), 40)
        for id, content in data.items():
            unit = content["unit_repr"]
            self.assertEqual(tuple(unit) if isinstance(unit, list) else unit, getattr(component, id).unit(), id)

    def test_values_are_numbers_tuples_or_texts(self):
        with PeakRss("value") as one, component.NetworkStats("value") as several, Timestamp("value") as text:
            pass
        self.assertIsInstance(one.get(), float)
        self.assertEqual(8, len(several.get()))
        self.assertRegex(text.get(), r"^\d{4}-\d\d-\d\dT")
        self.assertRegex(str(text), r"^value: \d{4}-.* timestamp$")
        self.assertRegex(str(one), r"^value: [-0-9.e]+ MB peak_rss$")
        self.assertRegex(repr(one), r"^PeakRss\('value', laps=1, value=[-0-9.e]+\)$")

    def test_classes_tell_what_they_are(self):
        self.assertEqual(("wall_clock", "wall", "sec"), (WallClock.id(), WallClock.label(), WallClock.unit()))
        self.assertIn("Source: clock_gettime", WallClock.__doc__)
        self.assertIs(WallClock, component.wall_clock)
        self.assertIs(WallClock, component.real_clock)
        self.assertEqual("WallClock", WallClock.__name__)
        self.assertIn("WallClock", dir(component))

    def test_what_cannot_be_measured_says_why(self):
        every = [getattr(component, name) for name in dir(component)]
        for one in (one for one in every if isinstance(one, type) and issubclass(one, Component) and one is not Component):
            self.assertEqual(one.is_available, one.unavailable_reason == "", one)
            if not one.is_available:
                self.assertIn(one.unavailable_reason, one.__doc__)
                with one("missing") as missing:
                    pass
                self.assertIsNone(missing.get())
                self.assertIn(one.unavailable_reason, str(missing))

    def test_an_unknown_component_is_answered_with_the_nearest(self):
        with self.assertRaisesRegex(AttributeError, "nearest is 'wall_clock'"):
            component.wall_clok
        with self.assertRaisesRegex(TypeError, "use one of them"):
            Component("x")

    def test_as_a_decorator_it_may_call_itself_on_any_thread(self):
        @WallClock("decorated by component")
        def down(n):
            return n and down(n - 1)

        thread = threading.Thread(target=down, args=(1,))
        thread.start()
        thread.join()  # first: its regions would be placed below those that this thread has open meanwhile
        down(1)
        path = "decorated by component"
        self.assertEqual({path: 2, f"{path}/{path}": 2}, below(path))

    def test_forgetting_a_component_that_runs_ends_it(self):
        WallClock("forgotten").start()
        with timemory.region("after forgotten"):
            pass
        self.assertIn("after forgotten", laps())

    def test_exceptions_stop_it_and_pass_through(self):
        clock = WallClock("clock that fails")
        with self.assertRaises(KeyError):
            with clock:
                raise KeyError
        self.assertEqual((1, False), (clock.laps(), clock.is_running()))
