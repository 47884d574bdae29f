"""Regions inside the tasks of PySpark: the results of Python code there are below the task measured by the timemory-spark plugin.

    from timemory.spark import measured, region

    def parse(lines):
        for line in lines:
            with timemory.region("parse"):
                yield json.loads(line)

    with region(spark.sparkContext, "etl"):
        spark.sparkContext.textFile("events").mapPartitions(measured(parse)).count()

Spark's workers are forked, run one task after another, and exit with `os._exit`: so each task sends its results when it has finished, to
the plugin in the executor that runs it. docs/spark.md has the details.
"""

import contextlib
import functools
import socket
import struct
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, Callable, Iterator, List, Optional

from . import _library
from ._bundle import region as _region
from ._life import clear, init, is_initialized, report

__all__ = ["measured", "measured_batch", "region"]

SOCKET = "timemory.socket"
REGION = "timemory.region"
MAGIC = b"TMYTASK1"
PATIENCE_SECONDS = 10.0

_warned: List[str] = []


def _warn(sentence: str) -> None:
    """Once: a task must not fail because it cannot be measured."""
    if sentence not in _warned:
        _warned.append(sentence)
        print(f"timemory: {sentence}", file=sys.stderr, flush=True)


def _begin() -> None:
    if not is_initialized():
        # Nothing is written at the end of a worker, which does not exit normally.
        init(auto_output=False, file_output=True, cout_output=False, output_formats="wire")


def _context() -> Any:
    try:
        from pyspark import TaskContext
    except ImportError:
        return None
    return TaskContext.get()


def _results() -> bytes:
    """Returns the results since the last call, in timemory's wire format."""
    with tempfile.TemporaryDirectory(prefix="timemory-") as folder:
        report(folder)
        clear()
        files = sorted(Path(folder).rglob("*.tmy"))
        return files[0].read_bytes() if files else b""


def _send(context: Any) -> None:
    address = context.getLocalProperty(SOCKET)
    if not address:
        _warn("the executor has no timemory plugin (spark.plugins=timemory.spark.TimemoryPlugin): Python's results in tasks are lost")
        return
    results = _results()
    if not results:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(PATIENCE_SECONDS)
        connection.connect(address)
        connection.sendall(MAGIC + struct.pack(">qi", context.taskAttemptId(), len(results)) + results)
        if connection.recv(1) != b"\x01":
            _warn("the executor did not accept the results of a task: it had already ended")


@contextlib.contextmanager
def _task(label: str) -> Iterator[None]:
    context = _context()
    if context is None or not _library.may_measure():
        yield
        return
    _begin()
    try:
        with _region(label):
            yield
    finally:
        try:
            _send(context)
        except Exception as failure:  # the end of the task is what counts
            _warn(f"Python's results in a task are lost: {failure}")


def measured(function: Callable, label: str = "python") -> Callable:
    """Wraps `function`, which creates an iterator from a partition's rows or batches: for `mapPartitions`, `mapInPandas` and `mapInArrow`.

    The region `label` is open while the result is iterated, and everything measured in it is sent when the iteration ends. An iterator that
    is not exhausted, as with `take`, is sent when Python collects it; that may be too late.
    """

    @functools.wraps(function)
    def work(*arguments: Any) -> Iterator:
        with _task(label):
            yield from function(*arguments)

    return work


def measured_batch(function: Callable, label: str = "python") -> Callable:
    """Wraps `function`, which creates a series from another one: for `pandas_udf`. Each call is a lap of `label`, and is sent.

    That costs some milliseconds, too much for functions of single rows: measure in `mapInPandas` or `mapPartitions` instead.
    """

    @functools.wraps(function)
    def work(*arguments: Any) -> Any:
        with _task(label):
            return function(*arguments)

    return work


_open = threading.local()


@contextlib.contextmanager
def region(context: Any, label: str) -> Iterator[None]:
    """The region `label` of the driver: jobs of the SparkContext `context` that this thread submits inside are below it.

    The driver's Python program also measures it itself; the results of the application, which the JVM writes, contain its wall time.
    """
    path: List[str] = getattr(_open, "path", [])
    before: Optional[str] = context.getLocalProperty(REGION)
    _open.path = path + [label.replace("/", " ")]
    context.setLocalProperty(REGION, "/".join(_open.path))
    begin = time.monotonic_ns()
    try:
        with _region(label):
            yield
    finally:
        nanoseconds = time.monotonic_ns() - begin
        _hand_over(context, "/".join(_open.path), nanoseconds)
        _open.path = path
        context.setLocalProperty(REGION, before)


def _hand_over(context: Any, path: str, nanoseconds: int) -> None:
    """Passed to the plugin, which runs in the driver's JVM."""
    if not _library.may_measure():
        return
    try:
        reason = "" if context._jvm.timemory.spark.PythonRegions.ended(path, nanoseconds) else "it is not measuring"
    except Exception as failure:  # it is not there, or the context has been stopped
        reason = str(failure)
    if reason:
        _warn(f"regions of the driver are missing from Spark's results because its timemory plugin does not accept them: {reason}")
