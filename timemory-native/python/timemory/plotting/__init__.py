"""Pictures of results: bars of the regions that took most, and flame graphs, by the command `timemory plot`.

    timemory.plotting.plot("timemory-output", output="pictures", metric="wall_clock", format="svg")

or `python -m timemory.plotting`, which takes what that command takes.
"""

import os
from typing import List, Union

from .. import _command

__all__ = ["plot"]


def plot(results: Union[str, "os.PathLike[str]"] = "timemory-output", **options: object) -> List[str]:
    """Draws the results in a file or a directory, and returns the names of the files.

    `options` are those of `timemory plot`, by their long names: `output`, `metric`, `kind`, `format`, `top`, `dark`, `width`, `filter`. RuntimeError with what the command says
    is wrong, FileNotFoundError where there is no such command.
    """
    return _command.draw(["plot", *_command.options(**options), os.fspath(results)])
