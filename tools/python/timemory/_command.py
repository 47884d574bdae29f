"""Runs the command `timemory`, which draws the charts requested by Python modules."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Iterable, List, Optional


def found() -> str:
    """Finds the command: in the source tree of this package, or on the PATH."""
    own = Path(__file__).resolve().parents[3] / "bin" / "timemory"
    command: Optional[str] = str(own) if own.is_file() else shutil.which("timemory")
    if command is None:
        raise FileNotFoundError("the command timemory is not on the PATH: install it (docs/install.md)")
    return command


def call(words: List[str]) -> int:
    """Runs it as in a terminal, and returns its exit status."""
    return subprocess.call([found(), *words])


def run(words: List[str]) -> List[str]:
    """Runs it, and returns the lines that it prints; raises RuntimeError with its error message."""
    ended = subprocess.run([found(), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if ended.returncode:
        raise RuntimeError(ended.stderr.decode("utf-8", "replace").strip() or f"timemory {' '.join(words)} ended with status {ended.returncode}")
    return ended.stdout.decode("utf-8", "replace").splitlines()


def draw(words: List[str]) -> List[str]:
    """Like `run`, but returns the names of the files that it reports to have written."""
    return [found.group(1) for found in map(re.compile("timemory: wrote '(.*)'").match, run(words)) if found]


def options(**values: object) -> List[str]:
    """Converts `output="out", dark=True` to `--output out --dark`; None and False are left out."""
    words: List[str] = []
    for name, value in values.items():
        if value is None or value is False:
            continue
        words.append("--" + name.replace("_", "-"))
        if value is not True:
            words.append(value if isinstance(value, str) or not isinstance(value, Iterable) else ",".join(str(one) for one in value))
    return [str(word) for word in words]
