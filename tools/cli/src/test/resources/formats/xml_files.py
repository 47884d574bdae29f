"""Reads the XML of timemory with Python's own reader, with nothing but its elements."""

import re
import xml.etree.ElementTree as elements

import rows


def read(paths):
    for path in paths:
        root = elements.parse(path).getroot()
        assert root.tag == "cereal"
        (component,) = root.find("timemory")
        kind = component.find("type")
        names = [component.tag] if len(kind) == 0 else [f"{component.tag}.{name.text}" for name in kind]
        graph = component.find("ranks")[0].find("graph")
        assert int(component.find("ranks")[0].find("graph_size").text) == len(graph)
        for index, name in enumerate(names):
            for node in graph:
                label = re.fullmatch(r"(?:\|[0-9,]*)?>>> (?: *\|_)?(.*)", node.find("prefix").text, re.DOTALL).group(1)
                total = node.find("stats").find("sum")
                number = total.text if len(total) == 0 else total[index].text
                yield name, int(node.find("depth").text), label, node.find("entry").find("laps").text, float(number), None


rows.main(read)
