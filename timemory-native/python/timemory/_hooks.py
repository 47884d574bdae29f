"""What a profiler and a tracer have in common: they run for a while, hooked into the interpreter on their thread and on those that begin meanwhile."""

import threading
from functools import wraps
from types import FrameType
from typing import Any, Callable, Optional, Tuple, TypeVar

Self = TypeVar("Self", bound="Running")

#: What the interpreter calls at each event of a thread, and what closes whatever is open on it.
ThreadHook = Tuple[Callable[[FrameType, str, Any], Any], Callable[[], None]]


class Running:
    """What runs from `start` to `stop`, while a block does, or while the functions do that it decorates."""

    def start(self: Self) -> Self:
        raise NotImplementedError

    def stop(self: Self) -> Self:
        raise NotImplementedError

    def __enter__(self: Self) -> Self:
        return self.start()

    def __exit__(self, *exception: Any) -> None:
        self.stop()

    def __call__(self, function: Callable) -> Callable:
        if isinstance(function, type) or not callable(function):
            raise TypeError(f"{type(self).__name__} decorates functions, not {function!r}")

        @wraps(function)
        def wrapper(*args, **kwargs):
            with self:
                return function(*args, **kwargs)

        return wrapper


class NotRunning(Running):
    """Takes what the other takes, and does nothing."""

    def __init__(self, *_: Any, **__: Any):
        pass

    def start(self: Self) -> Self:
        return self

    def stop(self: Self) -> Self:
        return self

    def __call__(self, function: Callable) -> Callable:
        return function


class Measuring:
    """One choice of functions that is measured by one bundle, on any number of threads."""

    def __init__(self) -> None:
        self.is_active = True

    def for_thread(self) -> ThreadHook:
        """For one more thread, which calls it itself."""
        raise NotImplementedError


class Hook(threading.local):
    """A place of the interpreter where a thread can be looked at, and what the calling thread is looked at by."""

    def __init__(self, name: str, get: Callable[[], Any], put: Callable[[Any], None], kept_by_threading: str, put_in_threads: Callable[[Any], None]):
        self._name = name
        self._get, self._put = get, put
        self._kept_by_threading, self._put_in_threads = kept_by_threading, put_in_threads
        self._running: Optional[Measuring] = None
        #: How often it was begun inside itself.
        self._inside = 0
        self._restore: Callable[[], None] = lambda: None

    def start(self, make: Callable[[], Measuring]) -> None:
        if self._running is not None and self._running.is_active:
            self._inside += 1
            return
        running = make()
        callback, finish = running.for_thread()
        before, before_in_threads = self._get(), getattr(threading, self._kept_by_threading, None)

        def restore() -> None:
            self._put(before)
            self._put_in_threads(before_in_threads)
            running.is_active = False
            finish()

        self._running, self._inside, self._restore = running, 0, restore
        self._put_in_threads(self._at_start_of_thread(running))
        self._put(callback)

    def stop(self) -> None:
        if self._running is None:
            raise RuntimeError(f"{self._name}.stop: no {self._name} was started on this thread")
        if self._inside:
            self._inside -= 1
            return
        self._restore()
        self._running = None
        self._restore = lambda: None

    @property
    def is_running(self) -> bool:
        """Whether it looks at the calling thread."""
        return self._running is not None and self._running.is_active

    def remove(self) -> None:
        """From the calling thread."""
        self._put(None)

    def _at_start_of_thread(self, running: Measuring) -> Callable[[FrameType, str, Any], Any]:
        def at_first_event(frame: FrameType, event: str, argument: Any) -> Any:
            if not running.is_active:
                self.remove()
                return None
            callback, _ = running.for_thread()
            self._running = running
            self._put(callback)
            return callback(frame, event, argument)

        return at_first_event
