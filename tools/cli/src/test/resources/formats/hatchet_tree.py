"""Reads tree files as Hatchet's from_timemory does: by its contract, for the reader itself is in no package of the system."""

import json
import re

import pandas

import rows

# What Hatchet takes for a function, a file and a line, in this order.
PATTERNS = [
    r"(^\[)(?P<func>.*)(\]\[)(?P<file>.*)(\]$)",
    r"(?P<head>.+)([ \t]+)\[(?P<func>\S+)([/])(?P<file>\S+):(?P<line>[0-9]+)\]$",
    r"(?P<func>\S+)([@/])(?P<file>\S+):(?P<line>[0-9]+)[/]*(?P<tail>.*)",
    r"(?P<func>\S+)([@/])(?P<file>\S+)([/])(?P<tail>.*)",
    r"(?P<func>\S+):(?P<line>[0-9]+)([/]*)(?P<tail>.*)",
]


def name_of(prefix):
    for pattern in PATTERNS:
        match = re.search(pattern, prefix)
        if match:
            parts = match.groupdict()
            if parts.get("head"):
                return parts["head"].rstrip()
            return parts["func"] + ("/" + parts["tail"] if parts.get("tail") else "")
    return prefix


def thread_of(ids):
    if not isinstance(ids, list):
        return int(ids)
    return int(ids[0]) if len(ids) == 1 else ",".join(str(i) for i in ids)


class Tree:
    def __init__(self):
        self.records = {}
        self.columns = []
        self.has_ranks = False

    def read_component(self, name, component):
        labels = component["type"]
        if isinstance(labels, str):
            suffixes = name
        else:
            suffixes = [label.strip().replace(" ", "-").replace("_", "-") for label in labels]
        ranks = component.get("graph", component.get("mpi"))
        self.has_ranks = "mpi" in component
        for rank, trees in enumerate(ranks):
            for tree in trees if isinstance(trees, list) else [trees]:
                if tree["children"]:  # an outermost node without any is passed over
                    self.read_node(tree, (), rank if self.has_ranks else None, suffixes)

    def read_node(self, tree, above, rank, suffixes):
        node = tree["node"]
        path = above
        if node["hash"] != 0:
            path = above + (name_of(node["prefix"]),)
            values = {}
            for kind, ending in ("exclusive", ""), ("inclusive", " (inc)"):
                for key, value in node[kind]["stats"].items():
                    if key in ("cereal_class_version", "count") or isinstance(value, dict):
                        continue
                    if isinstance(value, list):
                        for suffix, number in zip(suffixes, value):
                            values[f"{key}.{suffix}{ending}"] = number
                    else:
                        values[f"{key}.{suffixes}{ending}"] = value
            self.columns += [column for column in values if column not in self.columns]
            thread = thread_of(node["tid"])
            # Of equal paths of one thread the last remains.
            record = self.records.setdefault((path, rank, thread), {
                "path": path, "rank": rank, "thread": thread, "count": node["inclusive"]["entry"]["laps"], "pid": node["pid"][0]})
            record.update(values)
        for child in tree.get("children", []):
            self.read_node(child, path, rank, suffixes)

    def frame(self):
        frame = pandas.DataFrame(list(self.records.values()))
        if (frame["thread"] != 0).any() and not self.has_ranks:
            raise KeyError("['rank'] not found")  # as Hatchet fails
        if frame["rank"].isna().any() and not frame["rank"].isna().all():
            raise KeyError("some components have ranks and some have none: their rows are not joined")
        return frame


def read(paths):
    tree = Tree()
    merged = {}
    for path in paths:
        with open(path) as file:
            merged.update(json.load(file)["timemory"])
    for name, component in merged.items():
        tree.read_component(name.replace("tim::", "").replace("component::", "").lower(), component)
    frame = tree.frame()
    for column in [c for c in tree.columns if c.startswith("sum.") and c.endswith(" (inc)")]:
        plain = column[: -len(" (inc)")]
        for path, count, inclusive, exclusive in zip(frame["path"], frame["count"], frame[column], frame[plain]):
            yield plain[len("sum."):], len(path) - 1, path[-1], count, inclusive, exclusive


rows.main(read)
