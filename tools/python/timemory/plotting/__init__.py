"""Draws results, using the command `timemory plot`: bars for the regions with the largest values, and flame graphs.

    timemory.plotting.plot("timemory-output", output="pictures", metric="wall_clock", format="svg")

or `python -m timemory.plotting`, with the arguments of that command. In a notebook

    timemory.plotting.show("timemory-output", metric="wall_clock")
    timemory.plotting.show(timemory.get(hierarchy=True))
"""

import json
import os
import re
import tempfile
from html import escape
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Union

from .. import _command

__all__ = ["Pictures", "plot", "show"]


def plot(results: Union[str, "os.PathLike[str]"] = "timemory-output", **options: object) -> List[str]:
    """Draws the results in a file or a directory, and returns the names of the image files.

    `options` are those of `timemory plot`, by their long names: `output`, `metric`, `kind`, `format`, `top`, `dark`, `width`, `filter`.
    Raises RuntimeError with the command's message if it fails, and FileNotFoundError if the command is missing.
    """
    return _command.draw(["plot", *_command.options(**options), os.fspath(results)])


class Pictures(NamedTuple):
    """SVG images for notebooks: each in a frame, so that its styles do not affect the notebook."""

    svgs: List[str]

    def _repr_html_(self) -> str:
        return "\n".join(map(_framed, self.svgs)) or "<p>nothing to draw</p>"


def _framed(svg: str) -> str:
    height = re.search(r'<svg [^>]*height="(\d+)', svg)
    document = '<!doctype html><html lang="en"><meta charset="utf-8"><title>timemory</title>' + svg[max(svg.find("<svg"), 0):]
    return f"<iframe sandbox='' style='width: 100%; border: 0; height: {int(height.group(1)) + 20 if height else 400}px' srcdoc='{escape(document)}'></iframe>"


def show(results: Union[str, "os.PathLike[str]", Dict[str, Any]] = "timemory-output", **options: object) -> Pictures:
    """Draws the results in a file or a directory, or the result of `timemory.get`, for a notebook; `options` are those of `plot`, except
    the output and the format."""
    with tempfile.TemporaryDirectory() as folder:
        given = results
        if isinstance(results, dict):
            given = Path(folder) / "given.json"
            given.write_text(json.dumps(results), "utf-8")
        drawn = plot(given, **{"width": 900, "kind": "flame", **options, "output": os.path.join(folder, "pictures"), "format": "svg"})
        return Pictures([Path(name).read_text("utf-8") for name in drawn])
