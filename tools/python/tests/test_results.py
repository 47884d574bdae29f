import gzip
import importlib.util
import json
import tempfile
import unittest
from pathlib import Path

import timemory
from tests import program


def measured():
    with timemory.bundle("wall_clock,trip_count").region("results"):
        for _ in range(2):
            with timemory.bundle("wall_clock, current_peak_rss").region(">>> |_odd"):
                pass


class ResultsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        measured()

    def test_notebooks_show_tables_in_which_labels_are_texts(self):
        with timemory.region("<script>'shown'"):
            with timemory.region("inside"):
                pass
        shown = timemory.Results()._repr_html_()
        self.assertIn("<caption>wall_clock [", shown)
        self.assertIn("&lt;script&gt;&#x27;shown&#x27;</td><td>1</td>", shown)
        self.assertNotIn("<script>", shown)
        from xml.etree import ElementTree
        tree = ElementTree.fromstring(f"<div>{shown}</div>")
        self.assertTrue(any("2em" in cell.get("style", "") and cell.text == "inside" for cell in tree.iter("td")))

    def test_flat_and_nested_tell_the_same(self):
        flat = timemory.Results(timemory.get(components="wall_clock"))
        nested = timemory.Results(timemory.get(hierarchy=True, components=["wall_clock"]))
        self.assertEqual([(node.path, node.laps, node.value, node.unit) for node in flat], [(node.path, node.laps, node.value, node.unit) for node in nested])
        self.assertIsNone(flat.find("results").exclusive)
        whole = nested.find("results")
        self.assertAlmostEqual(whole.value - nested.find("results", ">>> |_odd").value, whole.exclusive)

    def test_only_components_that_are_named(self):
        self.assertEqual(["trip_count"], list(timemory.get(components=timemory.component.TripCount)["timemory"]))
        self.assertEqual(["wall_clock"], list(timemory.get(components="real_clock")["timemory"]))
        self.assertEqual({}, timemory.get(components="written_char")["timemory"])
        with self.assertRaisesRegex(ValueError, "nearest is 'wall_clock'"):
            timemory.get(components="wall_clok")

    def test_nodes_tell_laps_values_and_statistics(self):
        node = timemory.Results().find("results", ">>> |_odd", component="wall_clock")
        self.assertEqual((2, "sec", 1, ">>> |_odd"), (node.laps, node.unit, node.depth, node.label))
        self.assertEqual(node.value, node.stats["sum"])
        self.assertLessEqual(node.stats["min"], node.stats["mean"])

    def test_a_node_that_is_not_there_is_told(self):
        results = timemory.Results()
        with self.assertRaisesRegex(KeyError, "nowhere is no region of wall_clock"):
            results.find("nowhere")
        with self.assertRaisesRegex(KeyError, "energy recorded nothing; these did: .*wall_clock"):
            results["energy"]

    def test_rows_have_one_number_each(self):
        rows = [row for row in timemory.Results().rows() if row["component"] == "current_peak_rss" and row["label"] == ">>> |_odd"]
        self.assertEqual([0, 1], [row["element"] for row in rows])
        self.assertTrue(all(isinstance(row["value"], float) and row["unit"] == "MB" for row in rows))

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas is not installed")
    def test_a_data_frame_has_a_row_for_each_node(self):
        frame = timemory.Results().to_pandas()
        self.assertEqual(2, int(frame[(frame.component == "wall_clock") & (frame.label == ">>> |_odd")].laps.iloc[0]))


class FilesTest(unittest.TestCase):
    def written(self, **environment):
        return program(
            self,
            """
            import timemory
            with timemory.region("main"):
                for _ in range(3):
                    with timemory.region("a/b:12 [x]"):
                        pass
            """,
            **environment,
        )

    def test_a_directory_is_read_as_it_was_written(self):
        for environment in ({}, {"TIMEMORY_GZIP_OUTPUT": "true"}, {"TIMEMORY_JSON_OUTPUT": "true"}, {"TIMEMORY_TREE_OUTPUT": "true"}, {"TIMEMORY_COMPATIBLE": "true"}):
            ended = self.written(**environment)
            self.assertEqual({"main": 1, "main/a/b:12 [x]": 3}, ended.laps(), environment)

    def test_a_tree_tells_exclusive_values_and_labels_as_they_were(self):
        directory = self.written(TIMEMORY_TREE_OUTPUT="true").directory
        tree = timemory.Results.load(directory / "wall.tree.json")
        self.assertEqual([("main",), ("main", "a/b:12 [x]")], [node.path for node in tree])
        self.assertIsNotNone(tree.find("main").exclusive)

    def test_what_is_no_result_is_refused(self):
        directory = self.written(TIMEMORY_JSON_OUTPUT="true").directory
        for name, message in (("metadata.json", "is not a JSON results file"), ("wall.txt", "is not JSON: ")):
            with self.assertRaisesRegex(ValueError, message):
                timemory.load(directory / name)
        with tempfile.TemporaryDirectory() as empty:
            with self.assertRaisesRegex(ValueError, "no results in this directory"):
                timemory.load(empty)

    def test_files_of_timemory_for_cpp(self):
        node = {"prefix": "|1>>> |_load", "depth": 1, "hash": 2, "entry": {"laps": 2, "repr_data": 0.5}, "stats": {"sum": 0.5}}
        root = {"prefix": "|1>>> main", "depth": 0, "hash": 1, "entry": {"laps": 1, "repr_data": 1.5}, "stats": {"sum": 1.5}}
        data = {"timemory": {"wall_clock": {"unit_repr": "sec", "ranks": [{"rank": 3, "graph": [root, node]}]}}}
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "wall.json.gz"
            path.write_bytes(gzip.compress(json.dumps(data).encode()))
            found = timemory.Results.load(path)["wall_clock"]
        self.assertEqual([(("main",), 3, 1, 1.5), (("main", "load"), 3, 1, 0.5)], [(node.path, node.rank, node.thread, node.value) for node in found])

    def test_a_tree_of_timemory_for_cpp_nests_lists(self):
        def node(hash, prefix, children):
            values = {"entry": {"laps": 1, "repr_data": 1.0}, "stats": {"sum": 1.0}}
            return {"node": {"hash": hash, "prefix": prefix, "tid": [0], "inclusive": values, "exclusive": values}, "children": children}

        graph = [[node(0, "unknown-hash=0", [node(1, "main", [node(2, "load", [])])])]]
        found = timemory.Results({"timemory": {"wall_clock": {"unit_repr": "sec", "graph": graph}}})
        self.assertEqual([("main",), ("main", "load")], [node.path for node in found])

    def test_a_tree_that_is_too_deep_for_json_names_the_flat_file(self):
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "wall.tree.json"
            path.write_text("[" * 200_000)
            with self.assertRaisesRegex(ValueError, "read the flat file instead|is not JSON"):
                timemory.load(path)

    def test_deep_graphs_are_read_from_flat_files(self):
        graph = [{"prefix": ">>> " + ("  " * (d - 1) + "|_" if d else "") + "d", "depth": d, "entry": {"laps": 1, "repr_data": 1}, "stats": {}} for d in range(5000)]
        results = timemory.Results({"timemory": {"trip_count": {"unit_repr": "", "ranks": [{"graph": graph}]}}})
        self.assertEqual(4999, list(results)[-1].depth)
        self.assertEqual({"d"}, set(list(results)[-1].path))
