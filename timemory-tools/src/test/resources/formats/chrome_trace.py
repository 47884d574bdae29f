"""Reads Chrome's trace events and checks that complete events of one thread are nested or apart, as trace viewers demand."""

import json

import rows


def nanoseconds(microseconds):
    return round(microseconds * 1000)


def read(paths):
    for path in paths:
        with open(path, encoding="utf-8") as file:
            trace = json.load(file)
        scale = nanoseconds if trace["otherData"]["unit"] == "nanoseconds" else round
        slices = [event for event in trace["traceEvents"] if event["ph"] == "X"]
        around = {}
        placed = []
        order = sorted(range(len(slices)), key=lambda i: (scale(slices[i]["ts"]), -scale(slices[i]["dur"]), i))
        for index in order:
            event = slices[index]
            begin, length = scale(event["ts"]), scale(event["dur"])
            assert begin >= 0 and length >= 0, event
            stack = around.setdefault((event["pid"], event["tid"]), [])
            while stack and stack[-1] <= begin and not (length == 0 and stack[-1] == begin):
                stack.pop()
            assert not stack or begin + length <= stack[-1], ("reaches beyond the one around it", event)
            stack.append(begin + length)
            placed.append(index)
        assert len(placed) == len(slices)
        for event in slices:
            yield trace["otherData"]["component"], 0, event["name"], event["args"]["laps"], scale(event["dur"]), scale(event["ts"])


rows.main(read)
