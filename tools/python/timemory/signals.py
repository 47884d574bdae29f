"""Writes results on signals: when one arrives, the results are written before the signal has its previous effect.

    timemory.signals.enable([Signal.User1, Signal.Hangup])

Signals from other processes are handled by Python on the main thread when it next runs. A crash in native code cannot be handled this way:
for that, set `timemory.settings.enable_all_signals = True` before measuring starts. The library handles SIGTERM by default.
"""

import os
import signal as _signal
import threading
from enum import IntEnum
from types import FrameType
from typing import Any, Callable, Dict, Iterable, Optional

from ._life import finalize, is_initialized

__all__ = ["Signal", "disable", "disable_signal_detection", "enable", "enable_signal_detection", "set_exit_action"]


class Signal(IntEnum):
    """Signals by the names that timemory for C++ gives them."""

    Hangup = _signal.SIGHUP
    Interrupt = _signal.SIGINT
    Quit = _signal.SIGQUIT
    Illegal = _signal.SIGILL
    Trap = _signal.SIGTRAP
    Abort = _signal.SIGABRT
    FPE = _signal.SIGFPE
    Kill = _signal.SIGKILL
    Bus = _signal.SIGBUS
    SegFault = _signal.SIGSEGV
    System = _signal.SIGSYS
    Pipe = _signal.SIGPIPE
    Alarm = _signal.SIGALRM
    Terminate = _signal.SIGTERM
    Urgent = _signal.SIGURG
    Stop = _signal.SIGTSTP
    CPUtime = _signal.SIGXCPU
    FileSize = _signal.SIGXFSZ
    VirtualAlarm = _signal.SIGVTALRM
    ProfileAlarm = _signal.SIGPROF
    User1 = _signal.SIGUSR1
    User2 = _signal.SIGUSR2


#: Signals that end programs, and are sent by other processes.
DEFAULT = (Signal.Hangup, Signal.Interrupt, Signal.Quit, Signal.Terminate)
_CRASHES = (Signal.Illegal, Signal.Trap, Signal.Abort, Signal.FPE, Signal.Bus, Signal.SegFault, Signal.System)

_before: Dict[int, Any] = {}
_exit_action: Optional[Callable[[int], Any]] = None


def enable(signals: Iterable[int] = DEFAULT) -> None:
    """Writes the results when one of these signals arrives. Then the previous action follows: the program's handler is called, or the
    process ends.

    Call it on the main thread. Raises ValueError, and changes nothing, for a signal that cannot be handled this way.
    """
    chosen = [_known(number) for number in signals]
    if threading.current_thread() is not threading.main_thread():
        raise ValueError("signals are handled by the main thread of a Python program: enable them there")
    for number in chosen:
        if number not in _before:
            _before[number] = _signal.signal(number, _handle)


def disable() -> None:
    """Restores the handling from before `enable`. Call it on the main thread."""
    while _before:
        number, before = _before.popitem()
        if _signal.getsignal(number) is _handle:
            _signal.signal(number, _signal.SIG_DFL if before is None else before)


def set_exit_action(action: Optional[Callable[[int], Any]]) -> None:
    """Sets a function that is called with the signal's number after the results are written and before the signal has its effect; None for
    none."""
    global _exit_action
    if action is not None and not callable(action):
        raise TypeError(f"an exit action is called with the number of a signal; {action!r} cannot be called")
    _exit_action = action


def _known(number: int) -> Signal:
    try:
        known = Signal(number)
    except ValueError:
        raise ValueError(f"{number!r} is not a signal of timemory.signals.Signal") from None
    if known in _CRASHES:
        raise ValueError(
            f"{known.name} is raised by native code, where Python cannot run: set timemory.settings.enable_all_signals = True before measuring starts"
        )
    if known is Signal.Kill:
        raise ValueError("Kill cannot be handled by any program")
    return known


def _handle(number: int, frame: Optional[FrameType]) -> None:
    if is_initialized():
        finalize()
    if _exit_action is not None:
        _exit_action(number)
    before = _before.get(number)
    if callable(before):
        before(number, frame)
    elif before != _signal.SIG_IGN:
        # Its default action, so that the exit status of the process shows which signal it was.
        _signal.signal(number, _signal.SIG_DFL)
        os.kill(os.getpid(), number)


enable_signal_detection, disable_signal_detection = enable, disable
