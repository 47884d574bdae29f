"""Reads results.tmy as docs/dev/formats.md describes it, and nothing else: bytes, order, hash and checksum. Of merged results it checks comparisons."""

import struct
import zlib

import rows

data = b""
at = 0


def byte():
    global at
    at += 1
    return data[at - 1]


def unsigned():
    value = shift = 0
    while True:
        part = byte()
        value |= (part & 0x7F) << shift
        if part < 0x80:
            return value
        shift += 7


def signed():
    value = unsigned()
    return value >> 1 if value % 2 == 0 else -(value >> 1) - 1


def fixed():
    global at
    at += 8
    return data[at - 8:at]


def number():
    value = unsigned()
    if value == 1:
        return struct.unpack("<d", fixed())[0]
    assert value % 2 == 0
    half = value >> 1
    return float(half >> 1 if half % 2 == 0 else -(half >> 1) - 1)


def text():
    global at
    size = unsigned()
    at += size
    return data[at - size:at].decode("utf-8")


def texts():
    return [text() for _ in range(unsigned())]


def compare(width, known):
    spreads = []
    for i in range(width):
        flags = byte()
        spread = {"sum": number() if flags & 1 else known[i], "min": number(), "min_rank": unsigned(), "max": number(), "max_rank": unsigned()}
        spread["squares"] = number() if flags & 2 else 0.0
        spreads.append(spread)
    return spreads


def check(spreads, there, count):
    """A comparison that its own numbers contradict is none."""
    assert 0 < there <= count
    for spread in spreads:
        mean = spread["sum"] / there
        if mean == mean:
            assert spread["min"] - 1e-12 * abs(mean) <= mean <= spread["max"] + 1e-12 * abs(mean), spread
            assert spread["squares"] <= there * (spread["max"] - spread["min"]) ** 2 * (1 + 1e-12), spread
        assert (there > 1) or spread["min_rank"] == spread["max_rank"], spread


def shown(nodes):
    """The nodes in the order in which they are shown: siblings by the order that they have there."""
    root = [-1, 0, None, None, []]
    path = [root]
    for node in nodes:
        node.append([])
        del path[node[0] + 1:]
        path[-1][4].append(node)
        path.append(node)
    pending = [root]
    while pending:
        node = pending.pop()
        if node[2] is not None:
            yield node
        pending.extend(reversed(sorted(node[4], key=lambda child: child[1])))


def read(paths):
    global data, at
    with open(paths[0], "rb") as file:
        data = file.read()
    assert data[:8] == b"\x89TMY\r\n\x1a\n" and data[8] == 1
    at = 9
    written = fixed()
    count = unsigned()
    processes = []
    while True:
        run = unsigned()
        if run == 0:
            break
        host, rank, process = text(), signed(), 0
        for i in range(run):
            process += signed()
            signed()
            processes.append([rank + i, host, process])
    unsigned()  # threads
    texts()  # problems
    if byte():
        for _ in range(2):
            {text(): text() for _ in range(unsigned())}
        texts()
        for _ in range(unsigned()):
            text(), text(), byte()
    components = []
    hash_value = 0xCBF29CE484222325
    for _ in range(unsigned()):
        component = {"id": text(), "label": text(), "description": text(), "title": text(), "aliases": texts(), "binding": text(),
                     "flags": byte(), "order": unsigned(), "folded": unsigned(), "numbers": []}
        shape = component["id"]
        for _ in range(unsigned()):
            one = {"name": text(), "quantity": text(), "suffix": text(), "adds": byte() == 1}
            one["units"] = [[text(), number()] for _ in range(unsigned())]
            component["numbers"].append(one)
            shape += "\n%s\t%s\t%s\t%s" % (one["name"], one["quantity"], one["suffix"], "true" if one["adds"] else "false")
            shape += "".join("\t%s=%d" % (symbol, struct.unpack("<q", struct.pack("<d", size))[0]) for symbol, size in one["units"])
        for part in shape.encode("utf-8"):
            hash_value = (hash_value ^ part) * 0x100000001B3 % 2 ** 64
        hash_value = hash_value * 0x100000001B3 % 2 ** 64
        components.append(component)
    assert struct.pack("<Q", hash_value) == written
    labels = texts()
    assert labels == sorted(set(labels), key=lambda label: label.encode("utf-8"))
    found = []
    for component in components:
        width = len(component["numbers"])
        depth, place, nodes = -1, -1, []
        while True:
            depth += 1 - unsigned()
            if depth < 0:
                break
            node = {"label": labels[unsigned()]}
            flags = unsigned()
            if flags & 2 ** 12:
                node["scope"] = [unsigned(), unsigned(), unsigned()]
            order = unsigned()
            node["threads"] = [0]
            if flags & 32:
                node["threads"], last = [], -1
                for _ in range(unsigned()):
                    last += 1 + unsigned()
                    node["threads"].append(last)
            place = place + signed() if flags & 16 else -1
            if flags & 64:
                number()
            if flags & 2 ** 20:
                node["start"] = unsigned()
            values = [0.0] * width
            if flags & 1:
                laps = 1 if flags & 2 else 0 if flags & 2 ** 13 else unsigned()
                if flags & 2 ** 14:
                    unsigned()
                exact = signed() if flags & 4 else None
                numbers = []
                for i in range(width):
                    if flags & 2:
                        values[i] = float(exact) if exact is not None else number()
                        numbers.append({"min": values[i], "max": values[i]})
                        continue
                    kind = byte()
                    values[i] = number() if kind & 1 else float(exact)
                    one = {"sum": number() if kind & 2 else values[i], "count": unsigned() if kind & 4 else laps}
                    if not kind & 8:
                        one["min"], one["max"] = number(), number()
                        one["squares"] = number() if kind & 16 else 0.0
                    numbers.append(one)
                if not flags & 2:
                    if flags & 2 ** 9:
                        signed()
                    if flags & 2 ** 10:
                        [number() for _ in range(width)]
                if flags & 2 ** 16:
                    node["texts"] = texts()
                    byte()
                if flags & 2 ** 17:
                    text()
                if flags & 2 ** 18:
                    [(number(), number()) for _ in range(unsigned())]
                    buckets = unsigned()
                    if buckets:
                        number()
                        [(number(), unsigned()) for _ in range(buckets)]
                node.update(laps=laps, values=values, numbers=numbers)
            own = values
            if flags & 8:
                own = [float(signed())] * width if flags & 2 ** 21 else [number() for _ in range(width)]
            node["self"] = own
            if flags & 256:
                node["ranks"] = {"count": unsigned(), "inclusive": compare(width, values)}
                if flags & 8:
                    node["ranks"]["exclusive"] = compare(width, own)
                if flags & 2 ** 22:
                    last = -1
                    for _ in range(unsigned()):
                        last += 1 + unsigned()
                        [number() for _ in range(width)]
            if "ranks" in node:
                check(node["ranks"]["inclusive"], node["ranks"]["count"], count)
            nodes.append([depth, order, node, [values, own]])
        found.append([component, nodes])
    assert at == len(data) - 4
    assert struct.pack("<I", zlib.crc32(data[:at])) == data[at:]

    for component, nodes in sorted(found, key=lambda one: one[0]["order"]):
        nodes = list(shown(nodes))
        for i, number_of in enumerate(component["numbers"]):
            metric = component["id"] + ("." + number_of["name"] if number_of["name"] else "")
            for depth, _, node, (values, own), _ in nodes:
                yield metric, depth, node["label"], node.get("laps", 0), values[i], own[i]


rows.main(read)
