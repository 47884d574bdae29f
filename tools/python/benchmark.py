"""The overhead of a region in Python, in nanoseconds: `python3 benchmark.py` after the library was built. The minimum of forty rounds
each."""

import timeit

import timemory
from timemory.component import WallClock
from timemory.profiler import profile
from timemory.util import marker


class Empty:
    def __enter__(self):
        pass

    def __exit__(self, *exception):
        pass


def nothing():
    pass


def wrapped(function):
    def wrapper(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        finally:
            pass

    return wrapper


NAMES = dict(
    empty=Empty(),
    nothing=nothing,
    wrapped=wrapped(nothing),
    block=marker("wall_clock", key="block"),
    decorated=marker("wall_clock")(nothing),
    marker=marker,
    clock=WallClock("clock"),
    timemory=timemory,
)


def show(what: str, statement: str) -> None:
    def least(code: str) -> float:
        return min(timeit.repeat(code, globals=NAMES, number=20_000, repeat=40)) / 20_000 * 1e9

    print(f"{what:55} {least(statement) - least('pass'):7.0f}")


timemory.init(auto_output=False)
timemory.set_default("wall_clock")
show("an empty context manager", "with empty: pass")
show("with a marker that is kept", "with block: pass")
show("with marker(...) made on the spot", "with marker('wall_clock', key='block'): pass")
show("a call of an empty function", "nothing()")
show("the same, wrapped by a Python function", "wrapped()")
show("the same, decorated by a marker", "decorated()")
show("start and stop of a component", "clock.start(); clock.stop()")
show("push_region and pop_region", "timemory.push_region('name'); timemory.pop_region('name')")
with profile("wall_clock"):
    show("a call of an empty function while profiled", "nothing()")
with profile("wall_clock", skip_funcs=["nothing"]):
    show("the same while it is left out", "nothing()")
timemory.pause()
show("with a marker that is kept, while paused", "with block: pass")
show("a decorated call, while paused", "decorated()")
