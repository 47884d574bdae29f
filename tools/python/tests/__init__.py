"""Tests of the package, in a process that writes no results; ends of processes are tested in others (`program`)."""

import os
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path
from typing import Dict, List, NamedTuple

import timemory

timemory.settings.auto_output = False

ROOT = Path(__file__).resolve().parents[1]


def laps(component: str = "wall_clock") -> Dict[str, int]:
    """Laps by path, of this process so far."""
    results = timemory.Results(timemory.get(components=component))
    return {"/".join(node.path): node.laps for node in results}


def below(label: str, component: str = "wall_clock") -> Dict[str, int]:
    """Laps by path of a region and of its children."""
    return {path: count for path, count in laps(component).items() if path == label or path.startswith(label + "/")}


class Ended(NamedTuple):
    status: int
    out: str
    err: str
    directory: Path

    def laps(self, component: str = "wall_clock") -> Dict[str, int]:
        return {"/".join(node.path): node.laps for node in timemory.Results.load(self.directory)[component]}


def program(test, source: str, *arguments: str, command: List[str] = [], **environment: str) -> Ended:
    """Runs a Python program in an empty directory, where its results are written."""
    directory = tempfile.TemporaryDirectory(prefix="timemory-test-")
    test.addCleanup(directory.cleanup)
    script = Path(directory.name) / "program.py"
    script.write_text(textwrap.dedent(source), encoding="utf-8")
    clean = {name: value for name, value in os.environ.items() if not name.startswith("TIMEMORY_") or name == "TIMEMORY_LIBRARY"}
    clean.update(PYTHONPATH=str(ROOT), HOME=directory.name, TIMEMORY_OUTPUT_PATH="out", **environment)
    ended = subprocess.run(
        [sys.executable, *command, str(script), *arguments], cwd=directory.name, env=clean, timeout=120, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    return Ended(ended.returncode, ended.stdout.decode(), ended.stderr.decode(), Path(directory.name) / "out")
