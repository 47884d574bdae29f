"""Generators and coroutines, measured step by step.

A region belongs to a thread, and everything that the thread does while it is open is measured. Between two steps of a generator its caller
continues, and between two of a coroutine the event loop runs others; a region that was open meanwhile would include their time, and their
regions would be below it. So each step, from a resumption to the next `yield` or `await` that suspends, is a separate lap.
"""

from typing import Any, AsyncGenerator, Callable, Coroutine, Generator, List, Optional, Union


def measured(begin: Callable, end: Callable, label: bytes, steps: Union[Generator, Coroutine], closed: Optional[list] = None) -> Generator[Any, Any, Any]:
    """Drives a generator, or the generator of a coroutine, with a region around each of its steps.

    What it returns when it is closed, from Python 3.13 on, is added to `closed`.
    """
    resume, value = steps.send, None
    while True:
        record = begin(label)
        try:
            given = resume(value)
        except StopIteration as stop:
            return stop.value
        finally:
            end(record)
        try:
            value = yield given
            resume = steps.send
        except GeneratorExit:
            record = begin(label)
            try:
                returned = steps.close()
            finally:
                end(record)
            if closed is not None:
                closed.append(returned)
            raise
        except BaseException as thrown:
            resume, value = steps.throw, thrown


class Awaited:
    """A coroutine that is measured while it is awaited."""

    __slots__ = ("steps",)

    def __init__(self, begin: Callable, end: Callable, label: bytes, coroutine: Any):
        self.steps = measured(begin, end, label, coroutine)

    def __await__(self) -> Generator[Any, Any, Any]:
        return self.steps


def generator_function(begin: Callable, end: Callable, label_of: Callable, function: Callable) -> Callable:
    """A generator function that measures the generators of another one."""

    def wrapper(*args, **kwargs):
        closed: List[Any] = []
        try:
            return (yield from measured(begin, end, label_of(args, kwargs), function(*args, **kwargs), closed))
        except GeneratorExit:
            if not closed:
                raise
            return closed[0]

    return wrapper


def async_generator_function(begin: Callable, end: Callable, label_of: Callable, function: Callable) -> Callable:
    """An asynchronous generator function that measures the generators of another one."""

    async def wrapper(*args, **kwargs):
        label = label_of(args, kwargs)
        source: AsyncGenerator = function(*args, **kwargs)
        step = source.asend(None)
        try:
            while True:
                try:
                    item = await Awaited(begin, end, label, step)
                except StopAsyncIteration:
                    return
                try:
                    step = source.asend((yield item))
                except GeneratorExit:
                    raise
                except BaseException as thrown:
                    step = source.athrow(thrown)
        finally:
            await Awaited(begin, end, label, source.aclose())

    return wrapper
