import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

from tests import ROOT
from tests.optional import which

#: Tools that use the interpreter's events, if there are any.
FILES = ("test_monitoring", "test_profiler", "test_line_profiler", "test_steps")


def newer():
    """An interpreter for each version from 3.12 on that is not this one's."""
    found = {}
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep)]
    folders += sorted(Path.home().glob(".pyenv/versions/3.*/bin"), reverse=True)
    for minor in range(12, 20):
        for folder in folders:
            python = folder / f"python3.{minor}"
            if (3, minor) != sys.version_info[:2] and minor not in found and which(str(python)):
                said = subprocess.run([str(python), "-c", "print('here')"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60)
                if said.stdout.strip() == b"here":  # pyenv's own file of that name may say that the version is not installed
                    found[minor] = str(python)
    return found


class NewerInterpretersTest(unittest.TestCase):
    """The machine's Python may be older than the first version with events."""

    def test_profiles_are_right_by_events_too(self):
        pythons = newer()
        if not pythons:
            self.skipTest("there is no other Python from 3.12 on")
        if os.environ.get("THOROUGH") != "true":
            pythons = dict([max(pythons.items())])
        for minor, python in pythons.items():
            for file in FILES:
                with self.subTest(python=python, file=file):
                    ended = subprocess.run(
                        [python, "-m", "unittest", f"tests.{file}"], cwd=ROOT, timeout=300, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
                    )
                    output = ended.stdout.decode("utf-8", "replace")
                    self.assertEqual(0, ended.returncode, output)
                    self.assertRegex(output, re.compile(r"Ran [1-9]\d* tests.*\nOK", re.DOTALL))
