"""Reads the table with Python's csv module and checks that pandas reads the same numbers."""

import csv

import pandas

import rows

MAX_CHARACTERS = 1 << 20


def read(paths):
    csv.field_size_limit(MAX_CHARACTERS)
    with open(paths[0], newline="", encoding="utf-8") as file:
        table = list(csv.DictReader(file, strict=True))
    frame = pandas.read_csv(paths[0], keep_default_na=False, na_values={c: [""] for c in ("sum", "self", "parent")})
    assert len(frame) == len(table), (len(frame), len(table))
    for (_, line), row in zip(frame.iterrows(), table):
        number = float(row["sum"]) if row["sum"] else float("nan")
        own = float(row["self"]) if row["self"] else float("nan")
        assert None not in row and None not in row.values(), row
        assert line["sum"] == number or number != number, (line, row)
        assert line["self"] == own or own != own, (line, row)
        yield row["metric"], int(row["depth"]), row["label"], row["laps"], number, own


rows.main(read)
