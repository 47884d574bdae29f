"""The command `timemory`, which draws what Python's modules are asked to draw."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Iterable, List, Optional


def found() -> str:
    """Where it is: in the source tree of this package, or on the PATH."""
    own = Path(__file__).resolve().parents[3] / "bin" / "timemory"
    command: Optional[str] = str(own) if own.is_file() else shutil.which("timemory")
    if command is None:
        raise FileNotFoundError("the command timemory is not on the PATH: install it (docs/install.md)")
    return command


def call(words: List[str]) -> int:
    """Runs it as on a terminal, and returns its status."""
    return subprocess.call([found(), *words])


def run(words: List[str]) -> List[str]:
    """Runs it, and returns the lines that it prints; RuntimeError with what it says is wrong."""
    ended = subprocess.run([found(), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if ended.returncode:
        raise RuntimeError(ended.stderr.decode("utf-8", "replace").strip() or f"timemory {' '.join(words)} ended with status {ended.returncode}")
    return ended.stdout.decode("utf-8", "replace").splitlines()


def draw(words: List[str]) -> List[str]:
    """As `run`, and returns the names of the files that it says it wrote."""
    return [found.group(1) for found in map(re.compile("timemory: wrote '(.*)'").match, run(words)) if found]


def options(**values: object) -> List[str]:
    """`--output out --dark` of `output="out", dark=True`; what is None or False is left out."""
    words: List[str] = []
    for name, value in values.items():
        if value is None or value is False:
            continue
        words.append("--" + name.replace("_", "-"))
        if value is not True:
            words.append(value if isinstance(value, str) or not isinstance(value, Iterable) else ",".join(str(one) for one in value))
    return [str(word) for word in words]
