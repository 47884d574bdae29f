"""The interpreter's own events, which Python has since 3.12, in place of one callback for everything that a thread does.

A function that is not selected is switched off at its first event and costs nothing from then on; and no frame objects are created. But
events come from all threads, so each hooked thread has its own object in a `threading.local`; and a location can be disabled per tool, not
per thread, so each measurement is a tool of its own, as long as tool ids are available.

A measurement that has ended receives no more events, unless another thread has something open: only that thread can end it, at its next
event. The last one to do so releases the tool id.
"""

import sys
import threading
from typing import Any, Callable, Dict, List, Optional
from weakref import WeakSet

#: Of any type, because earlier versions do not have it.
_interpreter: Any = getattr(sys, "monitoring", None)

#: The return value of a callback to receive no more events from the location.
DISABLE: Any = _interpreter.DISABLE if _interpreter else None

#: Tool ids without a conventional owner. The profilers' one is left to cProfile, which can run at the same time.
_TOOLS = (3, 4)

#: Code that holds it may run finalizers, which may need it again.
_lock = threading.RLock()
_watches: List["Watch"] = []


class Thread:
    """The hook of one thread, while something is measured."""

    __slots__ = ("__weakref__",)

    @property
    def is_open(self) -> bool:
        """Whether something has started and not ended."""
        raise NotImplementedError

    def finish(self) -> None:
        """Ends everything that is open. Must be called by the thread itself."""
        raise NotImplementedError


class Local(threading.local):
    """The hook of the calling thread; None if it is not hooked."""

    thread: Any = None


class Watch:
    """A measurement that receives events. `watch` makes one."""

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
        """Hooks the calling thread."""
        with _lock:
            self._threads.add(thread)
        self.local.thread = thread

    def leave(self) -> None:
        """Unhooks the calling thread."""
        thread, self.local.thread = self.local.thread, None
        if thread is not None:
            thread.finish()
        with _lock:
            if self._is_over:
                self._give_back()

    def end(self) -> None:
        """Unhooks all threads: the calling one now, others at their next event."""
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
        # Otherwise the next tool with this id would receive no events from locations that this one has disabled.
        _interpreter.restart_events()
        _interpreter.free_tool_id(self._tool)


def watch(name: str) -> Optional[Watch]:
    """Returns one for a new measurement; None if the interpreter has no events, or there are too many tools already."""
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
    """To be called after more functions are selected than before."""
    with _lock:
        if _watches:
            _interpreter.restart_events()
