"""`python -m timemory.analyze [options] results ...`"""

import argparse
import os
import sys
from typing import Dict, List, Optional

from .._results import Results
from . import FIELDS, FORMATS, METRICS, add, dump, expression, group, load, match, search, sort, subtract, unify


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m timemory.analyze", usage="%(prog)s [results ...] [options]", description="Filters, sorts, groups and combines results, and shows them.")
    parser.add_argument("files", nargs="*", default=["timemory-output"], help="results files or directories (default: timemory-output)")
    parser.add_argument("-f", "--format", choices=FORMATS, nargs="+", default=["tree"], help="output format (default: tree)")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to this file instead; for several formats, each with its own extension")
    parser.add_argument("-M", "--mode", choices=("add", "subtract", "unify"), help="combine several results into one")
    parser.add_argument("-m", "--metric", default="value", help=f"the number to use: {', '.join(METRICS)} (default: value)")
    parser.add_argument("-s", "--sort", choices=("ascending", "descending"), help="sort by it")
    parser.add_argument("-g", "--group", metavar="FIELD", help=f"a flat profile by {', '.join(FIELDS)}")
    parser.add_argument("--field", default="label", help="field to search and match (default: label)")
    parser.add_argument("--search", metavar="REGEX", help="regions that contain a match")
    parser.add_argument("--match", metavar="REGEX", help="regions that match as a whole")
    parser.add_argument("--expression", metavar="TEXT", help="regions whose number satisfies it: 'x > 1e-3 && x < 10'")
    parser.add_argument("--select", nargs="+", metavar="COMPONENT", help="only these components")
    return parser


_MODES = {"add": add, "subtract": subtract, "unify": unify}

_ENDINGS: Dict[str, str] = {"tree": ".tree.txt", "table": ".txt", "markdown": ".md", "html": ".html", "dot": ".dot", "flamegraph": ".collapsed"}


def _results(options: argparse.Namespace) -> List[Results]:
    results = [load(file) for file in options.files]
    if options.select:
        for one in results:
            for component in options.select:
                one[component]  # or KeyError, which lists the existing ones
        results = [Results.of(node for node in one if node.component in options.select) for one in results]
    if options.search is not None:
        results = search(results, options.search, options.field)
    if options.match is not None:
        results = match(results, options.match, options.field)
    if options.expression is not None:
        results = expression(results, options.expression, options.metric)
    if options.mode is not None:
        results = [_MODES[options.mode](results)]
    if options.group is not None:
        return group(results, options.metric, options.group, options.sort == "ascending")
    return results if options.sort is None else sort(results, options.metric, options.sort == "ascending")


def main(arguments: Optional[List[str]] = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        results = _results(options)
        for format in options.format:
            text = dump(results, format, options.metric)
            if options.output is None:
                sys.stdout.write(text)
            else:
                path = options.output if len(options.format) == 1 else os.path.splitext(options.output)[0] + _ENDINGS[format]
                with open(path, "w", encoding="utf-8") as out:
                    out.write(text)
    except (OSError, ValueError, KeyError) as wrong:
        print(f"timemory.analyze: {wrong.args[0] if isinstance(wrong, KeyError) else wrong}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
