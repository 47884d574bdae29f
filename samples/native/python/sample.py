"""The shared sample, in Python: the same regions as in the other languages' programs in this folder.

    PYTHONPATH=tools/python python3 samples/native/python/sample.py
"""

import sys
import threading

import timemory
from timemory.util import marker


@timemory.region("fill")
def fill(values):
    values[:] = [0.5 * i for i in range(len(values))]


@timemory.region("step")
def step(values):
    with marker(key="inner"):  # a record: started and ended by number
        return sum(values)


@timemory.region("solve")
def solve(values):
    return sum(step(values) for _ in range(5))


def work():
    for n in range(10):
        with timemory.region("work"):
            sum(range(100 * n))


def main():
    values = [0.0] * 1000
    with timemory.region("main"):
        for _ in range(3):
            fill(values)
        # The regions of other threads are placed under the region that this thread is in at that moment: main, as long as it waits here.
        workers = [threading.Thread(target=work) for _ in range(2)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        print("solved:", sum(solve(values) for _ in range(2)))


sys.argv = timemory.init(sys.argv)
timemory.set_default(["wall_clock", "trip_count"])  # for all threads, while push_components is for one
main()
timemory.finalize()
