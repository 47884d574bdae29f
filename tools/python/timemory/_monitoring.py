"""The interpreter's own events, which Python has from 3.12 on, in place of one callback for whatever a thread does.

A function that is not selected is switched off at its first event and costs nothing from then on; and no frame objects are created. But
events come from all threads, so each thread that is looked at has something of its own in a `threading.local`;
and a place can be switched off for a tool, not for a thread, so each measurement is a tool of its own, as long as there are numbers left.

A measurement that has ended hears no more, unless another thread has something open: only that thread can end it, at its next event. The
last one to do so gives the number back.
"""

import sys
import threading
from typing import Any, Callable, Dict, List, Optional
from weakref import WeakSet

#: Of any type, as versions before know nothing of it.
_interpreter: Any = getattr(sys, "monitoring", None)

#: What a callback returns to hear no more from where the event was.
DISABLE: Any = _interpreter.DISABLE if _interpreter else None

#: Numbers without a conventional owner. That of profilers is left to cProfile, which can run at the same time.
_TOOLS = (3, 4)

#: What is done under it may run finalizers, and they may come here.
_lock = threading.RLock()
_watches: List["Watch"] = []


class Thread:
    """What one thread is looked at with, while something is measured."""

    __slots__ = ("__weakref__",)

    @property
    def is_open(self) -> bool:
        """Whether something has begun that is not over."""
        raise NotImplementedError

    def finish(self) -> None:
        """Ends whatever is open. The thread itself has to call it."""
        raise NotImplementedError


class Local(threading.local):
    """What the calling thread is looked at with; None where it is not."""

    thread: Any = None


class Watch:
    """A measurement that hears of events. `watch` makes one."""

    def __init__(self, tool: int):
        self._tool = tool
        self._events: Dict[str, Callable] = {}
        self._threads: "WeakSet[Thread]" = WeakSet()
        self._is_over = False
        self.local = Local()

    def begin(self, events: Dict[str, Callable]) -> None:
        """Makes each kind of event call the given function, with the arguments that the interpreter passes."""
        self._events = events
        mask = 0
        for name, callback in events.items():
            kind = getattr(_interpreter.events, name)
            mask |= kind
            _interpreter.register_callback(self._tool, kind, callback)
        _interpreter.set_events(self._tool, mask)
        _interpreter.restart_events()

    def join(self, thread: Thread) -> None:
        """From now on the calling thread is looked at."""
        with _lock:
            self._threads.add(thread)
        self.local.thread = thread

    def leave(self) -> None:
        """From now on the calling thread is not looked at."""
        thread, self.local.thread = self.local.thread, None
        if thread is not None:
            thread.finish()
        with _lock:
            if self._is_over:
                self._give_back()

    def end(self) -> None:
        """No thread is looked at any more: the calling one from now on, others from their next event on."""
        with _lock:
            self._is_over = True
        self.leave()

    def _give_back(self) -> None:
        if self not in _watches or any(thread.is_open for thread in self._threads):
            return
        _watches.remove(self)
        _interpreter.set_events(self._tool, 0)
        for name in self._events:
            _interpreter.register_callback(self._tool, getattr(_interpreter.events, name), None)
        # Or the next tool of this number would not hear from where this one has switched itself off.
        _interpreter.restart_events()
        _interpreter.free_tool_id(self._tool)


def watch(name: str) -> Optional[Watch]:
    """One for a measurement that begins; None where the interpreter has no events, or too many are heard already."""
    if _interpreter is None:
        return None
    with _lock:
        for tool in _TOOLS:
            if _interpreter.get_tool(tool) is None:
                _interpreter.use_tool_id(tool, f"timemory.{name}")
                one = Watch(tool)
                _watches.append(one)
                return one
    return None


def ask_again() -> None:
    """After more functions are asked for than were before."""
    with _lock:
        if _watches:
            _interpreter.restart_events()
