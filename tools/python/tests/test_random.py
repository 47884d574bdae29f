"""Random calls of the package, right and wrong, while another thread has the library's collector run: no process may crash or hang."""

import os
import unittest

from tests import program

SOURCE = """
    import ctypes, random, sys, threading
    import timemory
    from timemory import _library
    from timemory.util import marker

    seed, calls = int(sys.argv[1]), int(sys.argv[2])
    library = ctypes.CDLL(_library.path)
    over = threading.Event()

    def collect():
        while not over.wait(0.05):
            library.timemory_collect_garbage()

    NAMES = ["wall_clock", "peak_rss", "wall_clock,page_rss", "trip_count", "no_such_component", "", "wall_clock;;", "x" * 5000, "\\u00e4"]
    LABELS = ["a", "b", "", "x" * 3000, "a/b", "\\u00fc\\u4e2d", "line\\nend", "nul\\0inside"]
    WRONG = [None, 7, b"bytes", ["wall_clock", None], object()]

    def worker(random):
        def names():
            return random.choice(NAMES) if random.random() < 0.9 else random.choice(WRONG)

        def label():
            return random.choice(LABELS) if random.random() < 0.9 else random.choice(WRONG)

        def regions():
            with timemory.region(label()):
                with timemory.region(label()):
                    pass

        def bundles():
            made = timemory.bundle(names(), key=label())
            made.start()
            made.stop()

        def marked():
            marker([names()], key=label())(lambda: None)()

        ACTIONS = [
            regions, regions, regions, bundles, bundles, marked,
            lambda: timemory.push_components(names()), timemory.pop_components,
            lambda: timemory.add_components(names()), lambda: timemory.remove_components(names()),
            lambda: timemory.set_default(names()),
            lambda: timemory.push_region(label()), lambda: timemory.pop_region(label()),
            timemory.pause, timemory.resume,
            timemory.enable, timemory.disable, timemory.toggle, timemory.is_initialized, lambda: timemory.add_hash_id(label()),
            lambda: timemory.get_hash_identifier(random.randrange(1 << 64)),
        ]
        DEAR = [lambda: timemory.get(components=names()), lambda: timemory.size(names()), lambda: timemory.get(True)]
        for _ in range(calls):
            try:
                random.choice(ACTIONS if random.random() < 0.995 else DEAR)()
            except Exception:
                pass  # what is wrong may be refused, in whichever way

    collector = threading.Thread(target=collect, daemon=True)
    collector.start()
    threads = [threading.Thread(target=worker, args=(random.Random(seed * 100 + i),)) for i in range(2)]
    for thread in threads:
        thread.start()
    worker(random.Random(seed))
    for thread in threads:
        thread.join()
    over.set()
    collector.join()
    timemory.enable()
    print("done")
    """


class RandomCallsTest(unittest.TestCase):
    def test_no_call_ends_the_process(self):
        seeds, calls = (20, 2000) if os.environ.get("THOROUGH") == "true" else (1, 400)
        for seed in range(1, seeds + 1):
            with self.subTest(seed=seed):
                quiet = {"TIMEMORY_COUT_OUTPUT": "false", "TIMEMORY_FILE_OUTPUT": "false", "TIMEMORY_MAX_NODES": "100"}
                ended = program(self, SOURCE, str(seed), str(calls), **quiet)
                self.assertEqual((0, ["done"]), (ended.status, ended.out.splitlines()[-1:]), ended.err)
