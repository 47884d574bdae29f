"""Common code of profiler and tracer: they run for a while, hooked into the interpreter on their thread and on those that start meanwhile.

Since Python 3.12 they receive the interpreter's events (`_monitoring`); before, or if no more tools can receive them, they are the callback
of `sys.setprofile` or `sys.settrace`.
"""

import threading
from functools import wraps
from types import FrameType
from typing import Any, Callable, Dict, Optional, TypeVar

from . import _monitoring

Self = TypeVar("Self", bound="Running")

#: The function that the interpreter calls at each event of a thread.
Callback = Callable[[FrameType, str, Any], Any]


class Running:
    """Active from `start` to `stop`, during a `with` block, or while the decorated functions run."""

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
    """Accepts the same arguments as the real one, and does nothing."""

    def __init__(self, *_: Any, **__: Any):
        pass

    def start(self: Self) -> Self:
        return self

    def stop(self: Self) -> Self:
        return self

    def __call__(self, function: Callable) -> Callable:
        return function


class Measuring:
    """A selection of functions measured by one bundle, on any number of threads."""

    def __init__(self) -> None:
        self.is_active = True

    def thread(self) -> _monitoring.Thread:
        """Returns the hook for another thread, which calls it itself."""
        raise NotImplementedError

    def callback(self, thread: Any) -> Callback:
        """Returns the callback for a thread whose hook belongs to `thread`, if callbacks are used."""
        raise NotImplementedError

    def events(self, watch: _monitoring.Watch) -> Dict[str, Callable]:
        """Returns the functions by the names of the interpreter's events."""
        raise NotImplementedError


class Hook(threading.local):
    """A place of the interpreter where a thread can be hooked, and the hook of the calling thread."""

    def __init__(self, name: str, get: Callable[[], Any], put: Callable[[Any], None], kept_by_threading: str, put_in_threads: Callable[[Any], None]):
        self._name = name
        self._get, self._put = get, put
        self._kept_by_threading, self._put_in_threads = kept_by_threading, put_in_threads
        self._running: Optional[Measuring] = None
        #: How often it was started inside itself.
        self._inside = 0
        self._restore: Callable[[], None] = lambda: None

    def start(self, make: Callable[[], Optional[Measuring]]) -> None:
        """Hooks the thread with the result of `make`, unless that is None: then nothing is to be measured until `stop`."""
        if self._running is not None and self._running.is_active:
            self._inside += 1
            return
        running = make()
        if running is None:
            self._running, self._inside = Measuring(), 0
            return
        watch = _monitoring.watch(self._name)
        self._running, self._inside = running, 0
        self._restore = self._call_back(running) if watch is None else self._hear(running, watch)

    def _call_back(self, running: Measuring) -> Callable[[], None]:
        thread = running.thread()
        before, before_in_threads = self._get(), getattr(threading, self._kept_by_threading, None)

        def restore() -> None:
            self._put(before)
            self._put_in_threads(before_in_threads)
            running.is_active = False
            thread.finish()

        def at_start_of_thread() -> Callback:
            self._put(callback := running.callback(running.thread()))
            return callback

        self._put_in_threads(self._at_start_of_thread(running, at_start_of_thread))
        self._put(running.callback(thread))
        return restore

    def _hear(self, running: Measuring, watch: _monitoring.Watch) -> Callable[[], None]:
        before_in_threads = getattr(threading, self._kept_by_threading, None)
        events = running.events(watch)

        def restore() -> None:
            running.is_active = False
            watch.end()
            self._put_in_threads(before_in_threads)

        def at_first_event(frame: FrameType, event: str, argument: Any) -> None:
            if event == "call":
                # The thread's own function, which was called before the thread was hooked.
                events["PY_START"](frame.f_code, 0, frame)

        def at_start_of_thread() -> Callback:
            self.remove()
            watch.join(running.thread())
            return at_first_event

        self._put_in_threads(self._at_start_of_thread(running, at_start_of_thread))
        watch.join(running.thread())
        watch.begin(events)
        return restore

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
        """Whether the calling thread is hooked."""
        return self._running is not None and self._running.is_active

    def remove(self) -> None:
        """Unhooks the calling thread."""
        self._put(None)

    def _at_start_of_thread(self, running: Measuring, begin: Callable[[], Callback]) -> Callback:
        def at_first_event(frame: FrameType, event: str, argument: Any) -> Any:
            if not running.is_active:
                self.remove()
                return None
            self._running = running
            return begin()(frame, event, argument)

        return at_first_event
