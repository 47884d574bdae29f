"""What the scripts here have in common: room for deep trees, and rows printed for the tests."""

import json
import math
import sys
import threading


def main(read):
    """Prints the rows that read(paths) yields, in a thread whose stack holds tens of thousands of levels."""
    sys.setrecursionlimit(1_000_000)
    threading.stack_size(1 << 30)
    failures = []

    def run():
        try:
            for metric, depth, label, laps, inclusive, exclusive in read(sys.argv[1:]):
                row = [metric, depth, label, int(laps), number(inclusive), number(exclusive)]
                sys.stdout.write(json.dumps(row) + "\n")
        except BaseException as failure:
            failures.append(failure)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if failures:
        raise failures[0]


def number(value):
    """None for what JSON cannot say."""
    return None if value is None or math.isnan(value) else float(value)
