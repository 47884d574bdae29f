import contextlib
import io
import json
import os
import tempfile
import unittest
from pathlib import Path

import timemory
from timemory import analyze
from timemory.analyze.__main__ import main


def node(prefix, laps, value, own, children=(), hash=1):
    def of(number):
        stats = {"sum": number, "count": laps, "min": number / laps, "max": number / laps, "mean": number / laps, "stddev": 0.0}
        return {"entry": {"laps": laps, "repr_data": number}, "stats": stats}

    return {"node": {"hash": hash, "prefix": prefix, "tid": [0], "inclusive": of(value), "exclusive": of(own)}, "children": list(children)}


def results(solve=6.0, component="wall_clock", unit="sec"):
    walk = node("walk", 2, 3.0, 1.0, [node("walk", 1, 2.0, 2.0)])
    main = node("main", 1, 10.0, 10.0 - solve - 3.0, [node("solve", 4, solve, solve), walk])
    return {"timemory": {component: {"unit_repr": unit, "type": component, "graph": [main]}}}


def paths(found):
    return ["/".join(one.path) for one in found]


class AnalyzeTest(unittest.TestCase):
    def setUp(self):
        self.data = analyze.load(results())

    def test_nodes_are_found_by_their_fields(self):
        self.assertEqual(["main/solve"], paths(analyze.search(self.data, "^sol")))
        self.assertEqual([], paths(analyze.match(self.data, "sol")))
        self.assertEqual(["main/walk", "main/walk/walk"], paths(analyze.match(self.data, ".*walk", "path")))
        self.assertEqual([["main"], ["main"]], [paths(one) for one in analyze.match([self.data, self.data], "main")])
        with self.assertRaisesRegex(ValueError, "'labl' is not a field of results: there are label, path"):
            analyze.search(self.data, "x", "labl")
        with self.assertRaisesRegex(ValueError, "'a\\(' is not a regular expression"):
            analyze.search(self.data, "a(")

    def test_nodes_are_found_by_their_numbers(self):
        self.assertEqual(["main/solve"], paths(analyze.expression(self.data, "x > 3 && 10 > x")))
        self.assertEqual(["main", "main/walk/walk"], paths(analyze.expression(self.data, "x >= 10 || x <= 2 && x > 1")))
        self.assertEqual(["main/solve"], paths(analyze.expression(self.data, "x > 3", "laps")))
        for wrong in "x", "x > y", "x > 3 && __import__('os')", "3 > 2", "x>3":
            with self.assertRaises(ValueError, msg=wrong):
                analyze.expression(self.data, wrong)
        with self.assertRaisesRegex(ValueError, "'vale' is not a number of results"):
            analyze.expression(self.data, "x > 3", "vale")

    def test_the_largest_comes_first(self):
        self.assertEqual(["main", "main/solve", "main/walk", "main/walk/walk"], paths(analyze.sort(self.data)))
        self.assertEqual(["main", "main/walk", "main/walk/walk", "main/solve"], paths(analyze.sort(self.data, "exclusive", ascending=True)))

    def test_a_flat_profile_counts_no_time_twice(self):
        flat = {one.label: (one.laps, one.value, one.exclusive) for one in analyze.group(self.data)}
        self.assertEqual({"main": (1, 10.0, 1.0), "solve": (4, 6.0, 6.0), "walk": (3, 3.0, 3.0)}, flat)
        (whole,) = analyze.group(self.data, field="component")
        self.assertEqual((8, 10.0, 10.0), (whole.laps, whole.value, whole.exclusive))

    def test_results_are_added_and_subtracted(self):
        other = analyze.load(results(2.0))
        self.assertEqual((8, 8.0), next((one.laps, one.value) for one in analyze.add([self.data, other]) if one.label == "solve"))
        added = next(one for one in analyze.add([self.data, other]) if one.label == "solve")
        self.assertEqual({"sum": 8.0, "min": 0.5, "max": 1.5, "mean": 1.0}, added.stats)
        less = next(one for one in analyze.subtract([self.data, other]) if one.label == "solve")
        self.assertEqual((0, 4.0, {}), (less.laps, less.value, less.stats))
        only = analyze.subtract([analyze.search(self.data, "main"), analyze.search(other, "solve")])
        self.assertEqual([("main", 10.0), ("main/solve", -2.0)], [("/".join(one.path), one.value) for one in only])
        self.assertEqual(["main", "main/solve"], paths(analyze.unify([analyze.search(self.data, "main"), analyze.search(other, "main|solve")])))
        with self.assertRaisesRegex(ValueError, "wall_clock is in msec and sec"):
            analyze.add([self.data, analyze.load(results(unit="msec"))])
        with self.assertRaisesRegex(ValueError, "cpu_util is a quotient, which cannot be added"):
            analyze.add([analyze.load(results(component="cpu_util", unit="%"))] * 2)

    def test_texts_of_each_format(self):
        tree = analyze.dump(self.data)
        self.assertEqual("wall_clock [sec]\n            10 main\n             6   solve\n             3   walk\n             2     walk\n", tree)
        table = analyze.dump(self.data, "table").splitlines()
        self.assertEqual(["wall_clock", "solve", "4", "6", "6", "1.5", "sec"], table[2].split())
        self.assertEqual("| wall_clock | &nbsp;&nbsp;solve | 4 | 6 | 6 | 1.5 | sec |", analyze.dump(self.data, "markdown").splitlines()[3])
        self.assertEqual("main 1000000\nmain;solve 6000000\nmain;walk 1000000\nmain;walk;walk 2000000\n", analyze.dump(self.data, "flamegraph"))
        self.assertIn("n0 -> n1;", analyze.dump(self.data, "dot"))
        self.assertIn("<td>6</td>", analyze.dump(self.data, "html"))
        with self.assertRaisesRegex(ValueError, "'csv' is not a format"):
            analyze.dump(self.data, "csv")

    def test_hostile_labels_stay_within_their_place(self):
        data = results()
        data["timemory"]["wall_clock"]["graph"][0]["node"]["prefix"] = 'a"]; | <b>\n\x1b[1m;x'
        data = analyze.load(data)
        for format in "tree", "table", "markdown", "flamegraph", "dot":
            text = analyze.dump(data, format)
            self.assertNotIn("\x1b", text)
            self.assertEqual(len(analyze.dump(self.data, format).splitlines()), len(text.splitlines()), format)
        self.assertIn('n0 [label="a\\"]; | <b>\\\\n\\\\x1b[1m;x\\n10 sec"];', analyze.dump(data, "dot"))
        self.assertNotIn("<b>", analyze.dump(data, "html"))
        self.assertEqual(2, analyze.dump(data, "flamegraph").splitlines()[0].count(":"))

    def test_what_was_measured_can_be_analyzed(self):
        with timemory.region("analyzed"), timemory.region("inside"):
            pass
        found = analyze.match(analyze.load(timemory.get(hierarchy=True)), "inside")
        self.assertEqual(["analyzed/inside"], [path for path in paths(found) if path.startswith("analyzed")])


class CommandTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        for name, solve in ("a", 6.0), ("b", 2.0):
            (self.folder / f"{name}.json").write_text(json.dumps(results(solve)))

    def run_main(self, *arguments):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main([*(str(self.folder / f"{name}.json") for name in "ab"), *arguments])
        return status, out.getvalue(), err.getvalue()

    def test_options_are_applied_in_their_order(self):
        status, out, err = self.run_main("--search", "solve|walk", "-M", "subtract", "--expression", "x > 1", "-s", "descending", "-f", "tree")
        self.assertEqual((0, ""), (status, err))
        self.assertEqual("wall_clock [sec]\n             4   solve\n             0   walk\n             0     walk\n", out)
        self.assertEqual((0, ""), self.run_main("-g", "label", "-M", "add", "-f", "table", "markdown", "-o", str(self.folder / "sum"))[::2])
        self.assertEqual(["wall_clock", "main", "2", "20", "6"], (self.folder / "sum.txt").read_text().splitlines()[1].split()[:5])
        self.assertTrue((self.folder / "sum.md").read_text().startswith("| component |"))

    def test_what_is_wrong_is_reported_in_a_sentence(self):
        self.assertEqual((1, "", "timemory.analyze: peak_rss recorded nothing; these did: wall_clock\n"), self.run_main("--select", "peak_rss"))
        self.assertEqual((1, "", "timemory.analyze: '(' is not a regular expression: missing ), unterminated subpattern at position 0\n"), self.run_main("--match", "("))
        os.remove(self.folder / "b.json")
        status, out, err = self.run_main()
        self.assertEqual((1, ""), (status, out))
        self.assertIn("b.json", err)
