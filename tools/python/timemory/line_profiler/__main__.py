"""Measures the lines of a program's functions that have @profile: `python -m timemory.line_profiler [options] [--] script.py [arguments]`."""

import argparse
import builtins
import os
import sys
from types import ModuleType
from typing import List, Optional

import timemory
from timemory.line_profiler import LineProfiler
from timemory.profiler.__main__ import found, prepared, split

_MODULE = "timemory.line_profiler"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"python -m {_MODULE}",
        usage="%(prog)s [options] [--] script.py [arguments]",
        description="Runs a Python program and measures each line of its functions decorated with the builtin @profile.",
    )
    parser.add_argument("-c", "--components", nargs="+", help="components (default: TIMEMORY_TRACE_COMPONENTS, or wall_clock)")
    parser.add_argument("-d", "--output-dir", help="output directory (default: TIMEMORY_OUTPUT_PATH, or timemory-<script>-line_profiler-output)")
    parser.add_argument("-l", "--line-by-line", action="store_true", help="accepted for compatibility: lines are always measured one by one")
    parser.add_argument("-o", "--outfile", help="file to print the lines to (default: <script>.lines in the output directory)")
    parser.add_argument("-s", "--setup", metavar="FILE", help="a script to run first, without measuring")
    parser.add_argument("-v", "--view", action="store_true", help="also print the lines at the end")
    parser.add_argument("-z", "--skip-zero", action="store_true", help="omit functions that were not called")
    return parser


def main(arguments: Optional[List[str]] = None) -> None:
    options, command = split(_parser(), sys.argv[1:] if arguments is None else arguments)
    script = found(_MODULE, command[0])
    name = os.path.splitext(os.path.basename(script))[0]
    if options.output_dir is not None:
        timemory.settings.output_path = options.output_dir
    elif "TIMEMORY_OUTPUT_PATH" not in os.environ:
        timemory.settings.output_path = f"timemory-{name}-line_profiler-output"
    sys.argv[:] = [script, *command[1:]]
    timemory.init()
    profiler = LineProfiler(components=options.components)
    module = ModuleType("__main__")
    if options.setup is not None:
        prepared(found(_MODULE, options.setup), module)()
    builtins.profile = profiler
    try:
        prepared(script, module)()
    finally:
        outfile = options.outfile or os.path.join(timemory.settings.output_path, name + ".lines")
        os.makedirs(os.path.dirname(outfile) or ".", exist_ok=True)
        with open(outfile, "w", encoding="utf-8", errors="backslashreplace") as stream:
            profiler.print_stats(stream, stripzeros=options.skip_zero)
        if options.view:
            profiler.print_stats(stripzeros=options.skip_zero)
        timemory.finalize()


if __name__ == "__main__":
    main()
