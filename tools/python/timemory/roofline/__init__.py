"""The roofline model: what the machine can do, and how near to it regions came, by the command `timemory roofline`.

    timemory.roofline.ert("ert.json")
    ... a run with a roofline component, such as cpu_roofline ...
    timemory.roofline.plot("timemory-output", roofs="ert.json")

or `python -m timemory.roofline`, which takes what that command takes. docs/roofline.md tells more.
"""

import os
from typing import List, Union

from .. import _command

__all__ = ["ert", "plot"]


def ert(output: Union[str, "os.PathLike[str]"] = "ert.json", **options: object) -> List[str]:
    """Measures the roofs of the machine, which takes a minute, and writes them to a file, whose name is returned. `options` are those of `timemory roofline ert` by their long names."""
    return _command.draw(["roofline", "ert", *_command.options(output=os.fspath(output), **options)])


def plot(results: Union[str, "os.PathLike[str]"] = "timemory-output", **options: object) -> List[str]:
    """Draws the regions of results below roofs, and returns the names of the files. `options` are those of `timemory roofline plot`: `roofs`, `output`, `form`, `level`, `format`.

    RuntimeError with what the command says is wrong, FileNotFoundError where there is no such command.
    """
    return _command.draw(["roofline", "plot", *_command.options(**options), os.fspath(results)])
