import operator
import threading
import unittest

import timemory
from tests import program
from timemory import component
from timemory.tracker import Tracker


def found(tracker: Tracker, *path: str) -> timemory.Node:
    return timemory.Results(timemory.get(components=tracker.id())).find(*path, component=tracker.id())


class TrackerTest(unittest.TestCase):
    def test_numbers_are_stored_in_the_region_that_is_open(self):
        iterations = Tracker("py_iterations", "Iterations of the solver", int)
        with timemory.bundle(["wall_clock", iterations]).region("tracked solve"):
            self.assertEqual(0, iterations.value())
            with timemory.region("inside"):
                for _ in range(3):
                    iterations.store(1, operator.add)
            self.assertEqual(3, iterations.value())
        self.assertEqual((1, 3.0), (found(iterations, "tracked solve").laps, found(iterations, "tracked solve").value))
        self.assertIn("ITERATIONS OF THE SOLVER", timemory.get_text(iterations.id()))

    def test_marks_and_secondary_values_are_combined(self):
        load = Tracker("py_load", kind=float)
        with timemory.bundle(load).region("tracked load"):
            load.mark_begin(1.5).mark_end(4.0)
            load.mark_begin(8.0).mark_end(2.0, operator.truediv)
            load.add_secondary("warm", 1.0).add_secondary("warm", 2.0)
            load.add_secondary("largest", 3.0, max).add_secondary("largest", 2.0, max)
            self.assertEqual((3.0, None), (load.secondary("warm"), load.secondary("cold")))
        self.assertEqual([6.5, 3.0, 3.0], [found(load, "tracked load", *key).value for key in ((), ("warm",), ("largest",))])

    def test_integers_keep_their_64_bits_and_units_are_converted(self):
        stamp = Tracker("py_stamp", kind=int)
        with timemory.bundle(stamp).region("tracked stamps"):
            stamp.mark_begin(2**62).mark_end(2**62 + 1)
        self.assertEqual(1.0, found(stamp, "tracked stamps").value)
        waited = Tracker("py_waited", kind=int, unit="msec")
        with timemory.bundle(waited).region("tracked waits"):
            waited.store(250)
            self.assertEqual(250, waited.value())
        self.assertEqual(0.25, found(waited, "tracked waits").value)

    def test_a_number_may_be_a_lap_of_its_own(self):
        residual = Tracker("py_residual")
        for value in (4.0, 1.0):
            residual.track("tracked steps", value)
        node = found(residual, "tracked steps")
        self.assertEqual((2, 5.0, 1.0), (node.laps, node.value, node.stats["min"]))

    def test_each_thread_stores_in_its_own_region(self):
        shared = Tracker("py_shared", kind=int)

        def work(number):
            with timemory.bundle(shared).region(f"tracked thread {number}"):
                for _ in range(1000):
                    shared.store(1, operator.add)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([1000.0] * 4, [found(shared, f"tracked thread {number}").value for number in range(4)])

    def test_what_is_wrong_is_said(self):
        pieces = Tracker("py_pieces", "Pieces", "unsigned")
        self.assertEqual(repr(pieces), "Tracker('py_pieces')")
        Tracker("py_pieces", "Pieces", "unsigned")
        for wrong, id, arguments in (("is taken", "py_pieces", ("Others",)), ("lower-case", "Bad Name", ()), ("is taken", "wall_clock", ())):
            with self.assertRaisesRegex(ValueError, wrong):
                Tracker(id, *arguments)
        with self.assertRaisesRegex(TypeError, "none of float, int"):
            Tracker("py_kind", kind=str)
        with timemory.bundle(pieces).region("tracked pieces"):
            for wrong, value in (("below 0", -1), ("not a 64-bit integer", 0.5), ("not a 64-bit integer", 2**64)):
                with self.assertRaisesRegex(ValueError, wrong):
                    pieces.store(value)
            for value in ("1", None, True):
                with self.assertRaisesRegex(TypeError, "stores int and float"):
                    pieces.store(value)
            with self.assertRaises(ZeroDivisionError):
                pieces.store(0, operator.floordiv)

    def test_a_missing_region_is_reported_once(self):
        ended = program(
            self,
            """
            import timemory
            from timemory.tracker import Tracker

            lost = Tracker("lost_numbers")
            for _ in range(3):
                try:
                    with timemory.region("without"):
                        lost.store(1.0)
                except ValueError as why:
                    print(why)
            """,
        )
        self.assertEqual(3, ended.out.count("no region with lost_numbers is open on this thread"), ended.out)
        self.assertEqual(1, ended.err.count("no region with lost_numbers is open on this thread"), ended.err)

    def test_components_take_functions_and_secondary_values_too(self):
        steps = component.DataTrackerInteger("tracked steps by hand")
        with steps:
            steps.store(2).store(3, operator.mul)
            steps.store(5, operator.add).add_secondary("part", 7)
        self.assertEqual(11.0, steps.get())
        node = timemory.Results(timemory.get(components="data_tracker_integer")).find("tracked steps by hand", "part", component="data_tracker_integer")
        self.assertEqual(7.0, node.value)
