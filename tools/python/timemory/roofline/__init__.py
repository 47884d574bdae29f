"""The roofline model, using the command `timemory roofline`: the machine's peak performance, and how close regions come to it.

    timemory.roofline.ert("ert.json")
    ... a run with a roofline component, such as cpu_roofline ...
    timemory.roofline.plot("timemory-output", roofs="ert.json")

or `python -m timemory.roofline`, with the arguments of that command. See docs/roofline.md.
"""

import os
from typing import List, Union

from .. import _command

__all__ = ["ert", "plot"]


def ert(output: Union[str, "os.PathLike[str]"] = "ert.json", **options: object) -> List[str]:
    """Measures the roofs of the machine, which takes a minute, writes them to a file and returns its name. `options` are those of `timemory
    roofline ert` by their long names."""
    return _command.draw(["roofline", "ert", *_command.options(output=os.fspath(output), **options)])


def plot(results: Union[str, "os.PathLike[str]"] = "timemory-output", **options: object) -> List[str]:
    """Draws the regions of results below roofs, and returns the names of the files. `options` are those of `timemory roofline plot`:
    `roofs`, `output`, `form`, `level`, `format`.

    Raises RuntimeError with the command's message if it fails, and FileNotFoundError if the command is missing.
    """
    return _command.draw(["roofline", "plot", *_command.options(**options), os.fspath(results)])
