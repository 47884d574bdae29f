"""Reads Chrome's trace events and checks that slices of one thread are nested or apart, in doubles, as trace viewers demand."""

import json

import rows


def nanoseconds(microseconds):
    return round(microseconds * 1000)


def read(paths):
    for path in paths:
        with open(path, encoding="utf-8") as file:
            trace = json.load(file)
        scale = nanoseconds if trace["otherData"]["unit"] == "nanoseconds" else round
        open_slices = {}
        last = {}
        placed = []
        counters = []
        for event in trace["traceEvents"]:
            if event["ph"] == "M":
                continue
            if event["ph"] == "C":
                assert list(event["args"]) == ["value"] and "tid" not in event, event
                counters.append(event)
                continue
            assert "args" not in event, event
            thread = (event["pid"], event["tid"])
            stack = open_slices.setdefault(thread, [])
            before, was_end = last.get(thread, (0, False))
            assert event["ts"] > before if was_end and event["ph"] != "E" else event["ts"] >= before, (event, before)
            last[thread] = (event["ts"], event["ph"] == "E")
            if event["ph"] == "E":
                begin = stack.pop()
                assert begin["name"] == event["name"], event
                # Slices end a quarter of a unit early, so that none ends when another begins.
                begin["length"] = scale(event["ts"]) - scale(begin["ts"])
                assert begin["length"] > 0, event
            else:
                placed.append(event)
                event["length"] = 0
                if event["ph"] == "B":
                    stack.append(event)
        assert all(not stack for stack in open_slices.values())
        known = trace["timemory"]
        assert len(placed) == len(known["laps"]) == len(known["depth"]) == len(known["sum"])
        order = known.get("slice", range(len(placed)))
        assert sorted(order) == list(range(len(placed)))
        for number, laps in zip(order, known["laps"]):
            event = placed[number]
            yield trace["otherData"]["component"], 0, event["name"], laps, event["length"], scale(event["ts"])
        for event in counters:
            yield "counter", 0, event["name"], 1, event["args"]["value"], scale(event["ts"])


rows.main(read)
