import asyncio
import inspect
import unittest

import timemory
from tests import below, laps
from timemory.util import marker


class GeneratorTest(unittest.TestCase):
    def test_each_step_is_a_lap_and_the_consumer_is_outside(self):
        @marker("wall_clock", key="generator", mode="blank")
        def numbers():
            for n in range(3):
                with timemory.region("inside"):
                    pass
                yield n

        self.assertTrue(inspect.isgeneratorfunction(numbers))
        with timemory.region("consumer of generator"):
            found = []
            for n in numbers():
                with timemory.region("between"):
                    found.append(n)
        self.assertEqual([0, 1, 2], found)
        top = "consumer of generator"
        self.assertEqual({top: 1, top + "/generator": 4, top + "/generator/inside": 3, top + "/between": 3}, below(top))

    def test_what_is_sent_thrown_and_returned_passes_through(self):
        @marker("wall_clock", key="talking", mode="blank")
        def talking():
            heard = []
            while True:
                try:
                    word = yield len(heard)
                except KeyError as thrown:
                    heard.append(thrown.args[0])
                else:
                    if word is None:
                        return heard
                    heard.append(word)

        generator = talking()
        self.assertEqual([0, 1, 2], [next(generator), generator.send("a"), generator.throw(KeyError("b"))])
        with self.assertRaises(StopIteration) as stop:
            next(generator)
        self.assertEqual(["a", "b"], stop.exception.value)
        self.assertEqual({"talking": 4}, below("talking"))

    def test_closing_runs_what_is_left_inside_the_region(self):
        @marker("wall_clock", key="closed", mode="blank")
        def closed():
            try:
                yield 1
            finally:
                with timemory.region("cleanup"):
                    pass

        generator = closed()
        next(generator)
        generator.close()
        self.assertEqual({"closed": 2, "closed/cleanup": 1}, below("closed"))


    def test_what_a_closed_generator_returns_is_what_close_returns(self):
        def closed():
            try:
                yield 1
            except GeneratorExit:
                return 7

        def closing(function):
            generator = function()
            next(generator)
            return generator.close()

        self.assertEqual(closing(closed), closing(marker("wall_clock")(closed)))

    def test_an_asynchronous_generator_stays_one(self):
        @marker("wall_clock")
        async def numbers():
            yield 1

        self.assertTrue(inspect.isasyncgenfunction(numbers))


class CoroutineTest(unittest.TestCase):
    def test_coroutines_that_take_turns_are_told_apart(self):
        @marker("wall_clock", key="task", mode="blank")
        async def task(name, turns):
            for _ in range(turns):
                with timemory.region(name):
                    pass
                await asyncio.sleep(0)
            return name

        async def main():
            return await asyncio.gather(task("a", 3), task("b", 2))

        self.assertTrue(inspect.iscoroutinefunction(task))
        with timemory.region("event loop"):
            self.assertEqual(["a", "b"], asyncio.run(main()))
        found = below("event loop")
        self.assertEqual({"event loop": 1, "event loop/task": 7, "event loop/task/a": 3, "event loop/task/b": 2}, found)

    def test_awaited_coroutines_nest(self):
        @marker("wall_clock", key="inner", mode="blank")
        async def inner():
            await asyncio.sleep(0)
            return 1

        @marker("wall_clock", key="outer of await", mode="blank")
        async def outer():
            return await inner() + 1

        self.assertEqual(2, asyncio.run(outer()))
        self.assertEqual({"outer of await": 2, "outer of await/inner": 2}, below("outer of await"))

    def test_time_asleep_is_nobodys(self):
        @marker("wall_clock", key="sleeper", mode="blank")
        async def sleeper():
            await asyncio.sleep(0.2)

        with timemory.region("around sleeper"):
            asyncio.run(sleeper())
        results = timemory.Results()
        around, inside = results.find("around sleeper"), results.find("around sleeper", "sleeper")
        self.assertGreaterEqual(around.value - inside.value, 0.2)

    def test_exceptions_and_cancellation_pass_through(self):
        @marker("wall_clock", key="cancelled", mode="blank")
        async def waiting():
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                with timemory.region("noticed"):
                    raise

        @marker("wall_clock", key="failing coroutine", mode="blank")
        async def failing():
            raise KeyError("passed")

        async def main():
            task = asyncio.ensure_future(waiting())
            await asyncio.sleep(0)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            with self.assertRaisesRegex(KeyError, "passed"):
                await failing()

        asyncio.run(main())
        self.assertEqual({"cancelled": 2, "cancelled/noticed": 1}, below("cancelled"))
        self.assertEqual({"failing coroutine": 1}, below("failing coroutine"))

    def test_asynchronous_generators(self):
        @marker("wall_clock", key="ticks", mode="blank")
        async def ticks():
            try:
                for n in range(3):
                    await asyncio.sleep(0)
                    yield n
            except KeyError:
                yield "caught"
            finally:
                with timemory.region("tidied"):
                    pass

        async def main():
            found = [n async for n in ticks()]
            source = ticks()
            found += [await source.__anext__(), await source.athrow(KeyError())]
            await source.aclose()
            return found

        self.assertEqual([0, 1, 2, 0, "caught"], asyncio.run(main()))
        self.assertEqual(2, laps()["ticks/tidied"])
