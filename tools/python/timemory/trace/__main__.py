"""Traces a program: `python -m timemory.trace [options] [--] script.py [arguments]`."""

from timemory.profiler.__main__ import Tool, main
from timemory.trace import trace

TOOL = Tool("timemory.trace", "trace", trace, "around each line that is executed", "TRACE_COMPONENTS", of_calls=False)


def run() -> None:
    main(tool=TOOL)


if __name__ == "__main__":
    run()
