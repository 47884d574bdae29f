"""Finds programs that a machine may lack, and is the only place that does, so that TIMEMORY_TESTS_WITHOUT hides them, all or by name."""

import fnmatch
import os
import shutil
import unittest
from pathlib import Path
from typing import List, Optional

_LIST = Path(__file__).resolve().parents[3] / "verification/test-support/src/main/resources/optional-tools.txt"


def _optional() -> List[str]:
    """Patterns of names; those with an exclamation mark are installed with the build's requirements."""
    return [line.split()[0] for line in _LIST.read_text().splitlines() if line and line[0] not in "#!"]


def is_hidden(name: str) -> bool:
    hidden = {one.strip() for one in os.environ.get("TIMEMORY_TESTS_WITHOUT", "").split(",")}
    return name in hidden or ("all" in hidden and any(fnmatch.fnmatchcase(name, pattern) for pattern in _optional()))


def which(name: str) -> Optional[str]:
    """The path of a program; None if it is not installed, or hidden. The system's own first: it has the system's packages."""
    folders = os.pathsep.join(["/usr/bin", os.environ.get("PATH", "")])
    return None if is_hidden(os.path.basename(name)) else shutil.which(name, path=folders)


def require(name: str) -> str:
    """The path of a program, or the test is skipped."""
    path = which(name)
    if path is None:
        raise unittest.SkipTest(f"TIMEMORY_TESTS_WITHOUT hides {name}" if is_hidden(name) else f"there is no {name}")
    return path
