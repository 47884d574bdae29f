"""Profiles a program: `python -m timemory.profiler [options] [--] script.py [arguments]`."""

import argparse
import builtins
import os
import shutil
import sys
from functools import partial
from types import ModuleType
from typing import Callable, List, Optional, Tuple

import timemory
from timemory.profiler import SKIPPED_FILES, profile

_BOOLEANS = {"yes": True, "true": True, "t": True, "y": True, "1": True, "on": True}
_BOOLEANS.update({"no": False, "false": False, "f": False, "n": False, "0": False, "off": False})


def _boolean(text: str) -> bool:
    try:
        return _BOOLEANS[text.lower()]
    except KeyError:
        raise argparse.ArgumentTypeError(f"{text!r} is neither yes nor no") from None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m timemory.profiler",
        usage="%(prog)s [options] [--] script.py [arguments]",
        description="Runs a Python program with a region around each call of a function, and writes the call graph as it ends.",
        epilog="Options that take several values end at -- or at the next option. Patterns are those of the shell: *, ?, [a-z].",
    )

    def switch(short: Optional[str], long: str, default: bool, what: str) -> None:
        names = [short, long] if short else [long]
        parser.add_argument(*names, type=_boolean, nargs="?", const=True, default=default, metavar="yes|no", help=f"{what} (default: {'yes' if default else 'no'})")

    parser.add_argument("-c", "--components", nargs="+", help="what is measured (default: TIMEMORY_PROFILER_COMPONENTS, or wall_clock)")
    parser.add_argument("-d", "--output-dir", help="where results are written (default: TIMEMORY_OUTPUT_PATH, or timemory-<script>-profiler-output)")
    parser.add_argument(
        "-b", "--builtin", action="store_true", help="measure only what the program says, by a builtin 'profile': @profile, or with profile:"
    )
    parser.add_argument("-s", "--setup", metavar="FILE", help="a script that is run before, without being measured")
    switch(None, "--trace-c", False, "measure built-in functions too")
    switch("-a", "--include-args", False, "put the arguments into labels, shortened")
    switch("-l", "--include-line", True, "put the line of the function into labels")
    switch("-f", "--include-file", True, "put the file into labels")
    switch("-F", "--full-filepath", False, "put the file with its folders into labels")
    parser.add_argument("-m", "--max-stack-depth", type=int, default=65535, help="calls nested deeper are left out (default: %(default)s)")
    parser.add_argument("--skip-funcs", nargs="+", default=(), metavar="PATTERN", help="functions that are left out")
    parser.add_argument("--skip-files", nargs="+", default=(), metavar="PATTERN", help=f"files that are left out, beside {', '.join(SKIPPED_FILES)}")
    parser.add_argument("--only-funcs", nargs="+", default=(), metavar="PATTERN", help="only these functions")
    parser.add_argument("--only-files", nargs="+", default=(), metavar="PATTERN", help="only these files")
    parser.add_argument("-v", "--verbosity", type=int, default=0, help="1 or more tells what is run (default: %(default)s)")
    return parser


def _split(arguments: List[str]) -> Tuple[argparse.Namespace, List[str]]:
    """The options, and the script with its arguments: what follows `--`, or the first argument that no option takes."""
    parser = _parser()
    if "--" in arguments:
        at = arguments.index("--")
        options, command = parser.parse_args(arguments[:at]), arguments[at + 1:]
    else:
        parser.add_argument("command", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
        options = parser.parse_args(arguments)
        command = options.command
    if not command:
        parser.error("no script is named; where an option takes several values, put -- before the script: -c wall_clock -- script.py")
    return options, command


def _found(script: str) -> str:
    """The script, in the working directory or on the PATH."""
    path = script if os.path.isfile(script) else shutil.which(script)
    if path is None:
        raise SystemExit(f"timemory.profiler: there is no script {script}, here or on the PATH; put -- before the script if it is the value of an option")
    return path


def _prepared(path: str, module: ModuleType) -> Callable[[], None]:
    """What runs a script as Python does, in a module that is __main__; nothing but the script is left to do then."""
    with open(path, "rb") as file:
        code = compile(file.read(), path, "exec")
    sys.path[0] = os.path.dirname(os.path.abspath(path))
    module.__dict__.update(__file__=path, __builtins__=builtins)
    sys.modules["__main__"] = module
    return partial(exec, code, module.__dict__)


def _output_path(options: argparse.Namespace, script: str) -> Optional[str]:
    if options.output_dir is not None:
        return options.output_dir
    if "TIMEMORY_OUTPUT_PATH" in os.environ:
        return None
    return f"timemory-{os.path.splitext(os.path.basename(script))[0]}-profiler-output"


def main(arguments: Optional[List[str]] = None) -> None:
    options, command = _split(sys.argv[1:] if arguments is None else arguments)
    script = _found(command[0])
    path = _output_path(options, script)
    if path is not None:
        timemory.settings.output_path = path
    if options.verbosity > 0:
        print(f"timemory.profiler: {' '.join(command)}", file=sys.stderr)
    sys.argv[:] = [script, *command[1:]]

    profiler = profile(
        options.components,
        skip_funcs=options.skip_funcs,
        skip_files=[*SKIPPED_FILES, *options.skip_files],
        only_funcs=options.only_funcs,
        only_files=options.only_files,
        include_file=options.include_file,
        include_line=options.include_line,
        include_args=options.include_args,
        full_filepath=options.full_filepath,
        trace_c=options.trace_c,
        max_stack_depth=options.max_stack_depth,
    )
    timemory.init()
    module = ModuleType("__main__")
    if options.setup is not None:
        _prepared(_found(options.setup), module)()
    run = _prepared(script, module)
    try:
        if options.builtin:
            builtins.profile = profiler
            run()
        else:
            with profiler:
                run()
    finally:
        timemory.finalize()


if __name__ == "__main__":
    main()
