"""Filters, sorts, groups and combines results.

    from timemory import analyze
    results = analyze.search(analyze.load("timemory-output"), "^solve")
    print(analyze.dump(analyze.sort(results, "exclusive"), "table"))

or `python -m timemory.analyze timemory-output --search ^solve --sort descending -f table`. Results are `timemory.Results` and are not
changed: each function returns new ones. Given a list of results, it returns a list.
"""

from ._combine import add, subtract, unify
from ._dump import FORMATS, dump
from ._select import FIELDS, METRICS, expression, group, load, match, search, sort

__all__ = ["FIELDS", "FORMATS", "METRICS", "add", "dump", "expression", "group", "load", "match", "search", "sort", "subtract", "unify"]
