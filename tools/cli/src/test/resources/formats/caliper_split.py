"""Reads Caliper's json-split as Hatchet's and Thicket's from_caliper does: by its contract, for the reader itself is in no package of the system."""

import json

import pandas

import rows


def in_order(nodes):
    """The numbers of nodes, each before those below it and those before the next one beside it."""
    below = {}
    for index, node in enumerate(nodes):
        below.setdefault(node.get("parent"), []).append(index)
    pending = below[None][::-1]
    while pending:
        index = pending.pop()
        yield index
        pending += below.get(index, [])[::-1]


def read(paths):
    with open(paths[0], "rb") as stream:
        file = json.loads(stream.read().decode("utf-8"))
    columns = file["columns"]
    assert "path" in columns, "no hierarchy column"
    renamed = {"path": "nid", "mpi.rank": "rank", "sum#time.duration": "time", "inclusive#sum#time.duration": "time (inc)"}
    names = [renamed.get(column, column) for column in columns]
    assert len(names) == len(set(names)) == len(file["column_metadata"])
    metrics = [n for n, about in zip(names, file["column_metadata"]) if n != "rank" and about["is_value"] is True]
    assert all(isinstance(value, str) for key, value in file.items() if key not in ("data", "columns", "column_metadata", "nodes"))

    nodes = {}
    unknown = 0
    for index, node in enumerate(file["nodes"]):
        label = node["label"]
        if label == "":
            label = f"UNKNOWN {unknown}"
            unknown += 1
        assert node["column"] == "path"
        depth = nodes[node["parent"]][0] + 1 if "parent" in node else 0
        nodes[index] = (depth, label)

    frame = pandas.DataFrame(file["data"], columns=names)
    assert frame["nid"].is_unique and set(frame["nid"]) == set(nodes)
    for name in metrics:
        if not name.startswith("inclusive#") and name != "time (inc)":
            continue
        plain = "time" if name == "time (inc)" else name[len("inclusive#"):]
        own = frame[plain] if plain in frame else [float("nan")] * len(frame)
        values = dict(zip(frame["nid"], zip(frame["count"], frame[name], own)))
        for nid in in_order(file["nodes"]):
            depth, label = nodes[nid]
            laps, inclusive, exclusive = values[nid]
            yield plain.removeprefix("sum#"), depth, label, laps, inclusive, exclusive
    concurrent = dict(zip(frame["nid"], frame["timemory.concurrent"]))
    for nid in in_order(file["nodes"]):
        assert concurrent[nid] in (0, 1)
        if concurrent[nid]:
            yield "concurrent", *nodes[nid], 0, None, None


rows.main(read)
