import importlib.util
import subprocess
import sys
import unittest

from tests import ROOT

PROJECT = ROOT.parents[1]
FOLDERS = [
    ROOT,
    PROJECT / "samples" / "native" / "python",
    PROJECT / "verification" / "fault-tests" / "src" / "test" / "programs",
    PROJECT / "tools" / "cli" / "src" / "test" / "resources" / "formats",
]


class SourceTest(unittest.TestCase):
    @unittest.skipUnless(importlib.util.find_spec("pyflakes"), "there is no pyflakes (on Debian: apt-get install python3-pyflakes)")
    def test_pyflakes_has_nothing_to_say(self):
        ended = subprocess.run([sys.executable, "-m", "pyflakes", *FOLDERS], capture_output=True, text=True)
        self.assertEqual((0, "", ""), (ended.returncode, ended.stdout, ended.stderr))
