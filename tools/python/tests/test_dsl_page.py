import os
import unittest
import zlib

import timemory
from tests import laps
from timemory.gotcha import Gotcha


def work():
    return os.environ, zlib.compress(b"work" * 10_000)


class DslPageTest(unittest.TestCase):
    """The Python examples of docs/dsl.md, verbatim."""

    def test_it_does_what_it_says(self):
        tools = timemory.bundle("wall_clock, thread_cpu_clock", optional="read_bytes", user_bundles="JOBS", percentiles=[50, 99])

        @tools.region("load")
        def load():
            return work()

        packing = Gotcha("wall_clock").wrap("deflate", "i32(ptr, i32)")

        @packing.replace("getenv", "str(str)")
        def in_capitals(getenv, name):
            return getenv(name.upper())

        with tools.region("pack"), packing:
            load()

        found = laps()
        self.assertEqual((1, 1), (found["pack"], found["pack/load"]))
        self.assertLess(0, found["pack/load/deflate"])
