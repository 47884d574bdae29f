"""Profiles a program: `python -m timemory.profiler [options] [--] script.py [arguments]`."""

import argparse
import builtins
import os
import shutil
import sys
from functools import partial
from types import ModuleType
from typing import Any, Callable, List, NamedTuple, Optional, Tuple

import timemory
from timemory.profiler import SKIPPED_FILES, profile


class Tool(NamedTuple):
    """Runs programs in the same way for profiler and tracer."""

    module: str
    #: Its name as a builtin.
    name: str
    make: Callable[..., Any]
    #: The module of its regions.
    where: str
    setting: str
    #: Whether its regions are calls, for which arguments and built-in functions may be shown.
    of_calls: bool


PROFILER = Tool("timemory.profiler", "profile", profile, "around each call of a function", "PROFILER_COMPONENTS", of_calls=True)

_BOOLEANS = {"yes": True, "true": True, "t": True, "y": True, "1": True, "on": True}
_BOOLEANS.update({"no": False, "false": False, "f": False, "n": False, "0": False, "off": False})


def _boolean(text: str) -> bool:
    try:
        return _BOOLEANS[text.lower()]
    except KeyError:
        raise argparse.ArgumentTypeError(f"{text!r} is neither yes nor no") from None


def _parser(tool: Tool) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"python -m {tool.module}",
        usage="%(prog)s [options] [--] script.py [arguments]",
        description=f"Runs a Python program with a region {tool.where}, and writes the call graph as it ends.",
        epilog="Options that take several values end at -- or at the next option. Patterns are those of the shell: *, ?, [a-z].",
    )

    def switch(short: Optional[str], long: str, default: bool, what: str) -> None:
        names = [short, long] if short else [long]
        parser.add_argument(*names, type=_boolean, nargs="?", const=True, default=default, metavar="yes|no", help=f"{what} (default: {'yes' if default else 'no'})")

    parser.add_argument("-c", "--components", nargs="+", help=f"components (default: TIMEMORY_{tool.setting}, or wall_clock)")
    parser.add_argument("-d", "--output-dir", help="output directory (default: TIMEMORY_OUTPUT_PATH, or timemory-<script>-%s-output)" % tool.module.rpartition(".")[2])
    parser.add_argument(
        "-b", "--builtin", action="store_true", help="measure only what the program marks with the builtin 'profile' or 'trace': @profile, or with profile:"
    )
    parser.add_argument("-s", "--setup", metavar="FILE", help="a script to run first, without measuring")
    if tool.of_calls:
        switch(None, "--trace-c", False, "measure built-in functions too")
        parser.add_argument("--learned", metavar="FILE", help="measure the functions that this file, written by `timemory learn`, marks as worth measuring")
        switch("-a", "--include-args", False, "put the arguments into labels, shortened")
    switch("-l", "--include-line", True, f"put the line{' of the function' if tool.of_calls else ''} into labels")
    switch("-f", "--include-file", True, "put the file into labels")
    switch("-F", "--full-filepath", False, "put the file with its folders into labels")
    parser.add_argument("-m", "--max-stack-depth", type=int, default=65535, help="skip calls nested deeper than this (default: %(default)s)")
    parser.add_argument("--skip-funcs", nargs="+", default=(), metavar="PATTERN", help="functions to skip")
    parser.add_argument("--skip-files", nargs="+", default=(), metavar="PATTERN", help=f"files to skip, in addition to {', '.join(SKIPPED_FILES)}")
    parser.add_argument("--only-funcs", nargs="+", default=(), metavar="PATTERN", help="only these functions")
    parser.add_argument("--only-files", nargs="+", default=(), metavar="PATTERN", help="only these files")
    parser.add_argument("-v", "--verbosity", type=int, default=0, help="1 or more prints what is run (default: %(default)s)")
    return parser


def split(parser: argparse.ArgumentParser, arguments: List[str]) -> Tuple[argparse.Namespace, List[str]]:
    """Returns the options, and the script with its arguments: the words after `--`, or from the first argument on that no option takes."""
    if "--" in arguments:
        at = arguments.index("--")
        options, command = parser.parse_args(arguments[:at]), arguments[at + 1:]
    else:
        parser.add_argument("command", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
        options = parser.parse_args(arguments)
        command = options.command
    if not command:
        parser.error("missing script; after an option with several values, put -- before the script: -c wall_clock -- script.py")
    return options, command


def found(module: str, script: str) -> str:
    """Finds the script, in the working directory or on the PATH."""
    path = script if os.path.isfile(script) else shutil.which(script)
    if path is None:
        raise SystemExit(f"{module}: there is no script {script}, here or on the PATH; put -- before the script if it is the value of an option")
    return path


def prepared(path: str, module: ModuleType) -> Callable[[], None]:
    """Returns a function that runs a script like Python, in a module named __main__; only the script is left to be run then."""
    with open(path, "rb") as file:
        code = compile(file.read(), path, "exec")
    sys.path[0] = os.path.dirname(os.path.abspath(path))
    module.__dict__.update(__file__=path, __builtins__=builtins)
    sys.modules["__main__"] = module
    return partial(exec, code, module.__dict__)


def _output_path(tool: Tool, options: argparse.Namespace, script: str) -> Optional[str]:
    if options.output_dir is not None:
        return options.output_dir
    if "TIMEMORY_OUTPUT_PATH" in os.environ:
        return None
    return f"timemory-{os.path.splitext(os.path.basename(script))[0]}-{tool.module.rpartition('.')[2]}-output"


def _made(tool: Tool, *arguments: Any, **options: Any) -> Any:
    try:
        return tool.make(*arguments, **options)
    except (OSError, ValueError) as wrong:
        raise SystemExit(f"{tool.module}: {wrong}") from None


def main(arguments: Optional[List[str]] = None, tool: Tool = PROFILER) -> None:
    options, command = split(_parser(tool), sys.argv[1:] if arguments is None else arguments)
    script = found(tool.module, command[0])
    path = _output_path(tool, options, script)
    if path is not None:
        timemory.settings.output_path = path
    if options.verbosity > 0:
        print(f"{tool.module}: {' '.join(command)}", file=sys.stderr)
    sys.argv[:] = [script, *command[1:]]

    of_calls = {"include_args": options.include_args, "trace_c": options.trace_c, "learned": options.learned} if tool.of_calls else {}
    measured = _made(
        tool,
        options.components,
        skip_funcs=options.skip_funcs,
        skip_files=[*SKIPPED_FILES, *options.skip_files],
        only_funcs=options.only_funcs,
        only_files=options.only_files,
        include_file=options.include_file,
        include_line=options.include_line,
        full_filepath=options.full_filepath,
        max_stack_depth=options.max_stack_depth,
        **of_calls,
    )
    timemory.init()
    module = ModuleType("__main__")
    if options.setup is not None:
        prepared(found(tool.module, options.setup), module)()
    run = prepared(script, module)
    try:
        if options.builtin:
            # Both names, so that one program serves both tools.
            builtins.profile = builtins.trace = measured
            run()
        else:
            with measured:
                run()
    finally:
        timemory.finalize()


if __name__ == "__main__":
    main()
