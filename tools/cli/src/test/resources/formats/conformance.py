"""Decodes files of every format with the standard library alone, and prints what each label has in all of its places together.

A line for each file, component and label: [file, component, label, laps, inclusive, exclusive], numbers as exact decimals in raw units, null
for what the format does not have.
"""

import csv
import gzip
import json
import re
import sys
import xml.etree.ElementTree as elements
from decimal import Decimal, getcontext

getcontext().prec = 60
UNITS = {"sec": Decimal(10) ** 9, "MB": Decimal(10) ** 6}


class Totals:
    """Sums by component and label."""

    def __init__(self):
        self.all = {}

    def add(self, component, label, laps=None, inclusive=None, exclusive=None):
        known = self.all.setdefault((component, label), [None, None, None])
        for i, value in enumerate((laps, inclusive, exclusive)):
            if value is not None:
                known[i] = (known[i] or 0) + value


def exclusives(nodes):
    """Exclusive values of nodes [depth, inclusive, is concurrent, exclusive or None], from the inclusive ones of those inside."""
    own = [node[1] if node[3] is None else node[3] for node in nodes]
    path = []
    for i, (depth, inclusive, concurrent, _) in enumerate(nodes):
        del path[depth:]
        if path and not concurrent and nodes[path[-1]][3] is None:
            own[path[-1]] -= inclusive
        path.append(i)
    return own


def flat_json(path, totals):
    with open(path, encoding="utf-8") as file:
        content = json.load(file, parse_float=Decimal)["timemory"]
    for name, component in content.items():
        for node in component["ranks"][0]["graph"]:
            label = re.fullmatch(r"(?:\|[0-9,]*)?>>> (?: *\|_)?(.*)", node["prefix"], re.DOTALL).group(1)
            totals.add(name, label, node["entry"]["laps"], Decimal(node["entry"]["accum"]))


def tree_json(path, totals):
    with open(path, encoding="utf-8") as file:
        content = json.load(file, parse_float=Decimal)["timemory"]
    for name, component in content.items():
        # One list of trees, or one for each rank.
        for trees in component["mpi"] if "mpi" in component else [component["graph"]]:
            pending = [child for top in trees for child in top["children"]]
            while pending:
                place = pending.pop()
                node = place["node"]
                pending += place["children"]
                label = node.get("label", node["prefix"])
                totals.add(name, label, node["inclusive"]["entry"]["laps"], Decimal(node["inclusive"]["entry"]["accum"]),
                           Decimal(node["exclusive"]["entry"]["accum"]))


def xml(path, totals):
    (component,) = elements.parse(path).getroot().find("timemory")
    for node in component.find("ranks")[0].find("graph"):
        label = re.fullmatch(r"(?:\|[0-9,]*)?>>> (?: *\|_)?(.*)", node.find("prefix").text, re.DOTALL).group(1)
        entry = node.find("entry")
        totals.add(component.tag, label, int(entry.find("laps").text), Decimal(entry.find("accum").text))


def table(path, totals):
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file, strict=True):
            size = UNITS.get(row["unit"], 1)
            totals.add(row["metric"], row["label"], int(row["laps"]), Decimal(row["sum"]) * size,
                       Decimal(row["self"]) * size if row["self"] else None)


def compact(path, totals):
    with open(path, encoding="utf-8") as file:
        content = json.load(file, parse_float=Decimal)
    labels = []
    for component in content["components"]:
        nodes = []
        found = []
        for depth, label, laps, *rest in component["nodes"]:
            if isinstance(label, str):
                labels.append(label)
            else:
                label = labels[label]
            numbers = rest[0] if rest else 0
            rare = rest[1] if len(rest) > 1 else {}
            value = numbers[0] if isinstance(numbers, list) else numbers
            own = rare.get("self")
            own = own[0] if isinstance(own, list) else own
            nodes.append([depth, Decimal(value), rare.get("concurrent", False), None if own is None else Decimal(own)])
            found.append((label, laps))
        for (label, laps), node, own in zip(found, nodes, exclusives(nodes)):
            totals.add(component["id"], label, laps, node[1], own)


def collapsed(path, totals):
    name = path.rsplit("/", 1)[-1][:-len(".collapsed")]
    component, _, scale = name.partition(".")
    with open(path, encoding="utf-8") as file:
        for line in file:
            stack, _, value = line.rstrip("\n").rpartition(" ")
            totals.add(component, stack.split(";")[-1], exclusive=Decimal(value) * Decimal(scale or 1))


def unit_size(unit):
    scale = re.match(r"1e-\d+ ", unit)
    return Decimal(scale.group().strip()) if scale else 1


def speedscope(path, totals):
    with open(path, encoding="utf-8") as file:
        content = json.load(file)
    names = [frame["name"] for frame in content["shared"]["frames"]]
    for profile in content["profiles"]:
        component, _, unit = profile["name"].partition(" (")
        at, open_frames = profile["startValue"], []
        for event in profile["events"]:
            if open_frames:
                totals.add(component, names[open_frames[-1]], exclusive=(event["at"] - at) * unit_size(unit))
            at = event["at"]
            if event["type"] == "O":
                open_frames.append(event["frame"])
            else:
                assert open_frames.pop() == event["frame"]
        assert not open_frames and at == profile["endValue"]


def fields(data):
    """The fields of a message in protobuf's encoding: number, and an integer or bytes."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7

    while at < len(data):
        key = varint()
        if key & 7 == 0:
            yield key >> 3, varint()
        else:
            size = {1: 8, 5: 4}.get(key & 7) or varint()
            yield key >> 3, data[at:at + size]
            at += size


def message(data):
    found = {}
    for number, value in fields(data):
        found.setdefault(number, []).append(value)
    return found


def packed(values):
    """Integers that are packed or not, as signed ones."""
    found = []
    for value in values:
        if isinstance(value, bytes):
            found += [one for _, one in fields(b"".join(b"\x08" + part for part in re.findall(rb"[\x80-\xff]*[\x00-\x7f]", value, re.DOTALL)))]
        else:
            found.append(value)
    return [value - 2 ** 64 if value >= 2 ** 63 else value for value in found]


def pprof(path, totals):
    with gzip.open(path) as file:
        profile = message(file.read())
    texts = [text.decode("utf-8") for text in profile[6]]
    types = [message(one) for one in profile[1]]
    names = {one[1][0]: texts[one[2][0]] for one in map(message, profile[5])}
    functions = {one[1][0]: message(one[4][0])[1][0] for one in map(message, profile[4])}
    for sample in map(message, profile[2]):
        leaf = names[functions[packed(sample[1])[0]]]
        for kind, value in zip(types, packed(sample[2])):
            name, unit = texts[kind[1][0]], texts[kind.get(2, [0])[0]]
            totals.add(name, leaf, exclusive=value * unit_size(unit))


def otlp(path, totals):
    with open(path, "rb") as file:
        data = message(file.read())
    dictionary = message(data[2][0])
    texts = [text.decode("utf-8") for text in dictionary[5]]
    stacks = [packed(message(stack).get(1, [])) for stack in dictionary[7]]
    locations = [message(location) for location in dictionary[2]]
    functions = [message(function) for function in dictionary[3]]
    for resource in data[1]:
        for scope in message(resource)[2]:
            for profile in map(message, message(scope)[2]):
                kind = message(profile[1][0])
                name, unit = texts[kind[1][0]], texts[kind.get(2, [0])[0]]
                for sample in map(message, profile.get(2, [])):
                    leaf = locations[stacks[sample[1][0]][0]]
                    function = functions[message(leaf[3][0])[1][0]]
                    totals.add(name, texts[function[1][0]], exclusive=packed(sample[4])[0] * unit_size(unit))


def openmetrics(path, totals):
    """What is beyond the listed places has no label: all of a component is under an empty one."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    assert lines[-1] == "# EOF"
    for line in lines:
        sample = re.fullmatch(r"timemory_(.*?)_(laps_total|inclusive|exclusive)(_seconds|_bytes)?\{.*\} (\S+)", line)
        if sample:
            component, kind, unit, value = sample.groups()
            value = Decimal(value) * (10 ** 9 if unit == "_seconds" else 1)
            totals.add(component, "", laps=int(value) if kind == "laps_total" else None, exclusive=value if kind == "exclusive" else None)


def caliper(path, totals):
    with open(path, encoding="utf-8") as file:
        content = json.load(file, parse_float=Decimal)
    columns = content["columns"]
    for row in content["data"]:
        label = content["nodes"][row[columns.index("path")]]["label"]
        for i, column in enumerate(columns):
            if not column.startswith("sum#") or row[i] is None:
                continue
            component = column[len("sum#"):]
            size = UNITS.get(content["timemory.settings.unit." + component], 1)
            totals.add(component, label, exclusive=Decimal(row[i]) * size)


KINDS = [("timemory.json", compact), ("tree.json", tree_json), ("speedscope.json", speedscope), ("cali.json", caliper), ("json", flat_json),
         ("xml", xml), ("csv", table), ("collapsed", collapsed), ("pb.gz", pprof), ("otlp.pb", otlp), ("prom", openmetrics)]

for file_path in sys.argv[1:]:
    read = next(reader for ending, reader in KINDS if file_path.endswith("." + ending))
    sums = Totals()
    read(file_path, sums)
    for (of_component, of_label), numbers in sums.all.items():
        print(json.dumps([file_path, of_component, of_label] + [None if one is None else str(one) for one in numbers]))
