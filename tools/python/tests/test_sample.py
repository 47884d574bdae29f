import unittest

from tests import ROOT, program

SAMPLE = ROOT.parents[1] / "samples" / "native" / "python" / "sample.py"


class SampleTest(unittest.TestCase):
    def test_the_shared_sample_has_the_regions_that_it_has_in_other_languages(self):
        ended = program(self, SAMPLE.read_text(encoding="utf-8"), "--timemory-precision=6")
        self.assertEqual((0, ""), (ended.status, ended.err))
        self.assertIn("solved: 2497500.0\n", ended.out)
        expected = {"main": 1, "main/fill": 3, "main/solve": 2, "main/solve/step": 10, "main/solve/step/inner": 10, "main/work": 20}
        self.assertEqual(expected, ended.laps("wall_clock"))
        self.assertEqual(expected, ended.laps("trip_count"))
