"""Runs cells in the Python kernel, like a notebook: writes the output of each to a file, as JSON."""
import json
import sys

import nbformat
from nbclient import NotebookClient

CELLS = [
    "import timemory\nwith timemory.region('measured'):\n    pass\ntimemory.Results()",
    f"run = timemory.Results.load({sys.argv[1]!r})\nrun.find('main', 'solve', component='samples').value",
    f"timemory.plotting.show({sys.argv[1]!r})",
    "import pandas\nrun.to_pandas().sort_values('exclusive', ascending=False).iloc[0]['label']",
    "timemory.plotting.show(timemory.get(hierarchy=True), kind='bars')",
    f"timemory.Results.load({sys.argv[1] + '.missing'!r})",
]
notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in CELLS])
NotebookClient(notebook, timeout=240, startup_timeout=240, kernel_name="python3", allow_errors=True).execute()
shown = []
for cell in notebook.cells:
    texts = [output["data"].get("text/html") or output["data"].get("text/plain") if "data" in output else output.get("text") or output.get("evalue")
             for output in cell.outputs]
    shown.append("\n".join(texts))
with open(sys.argv[2], "w") as file:
    json.dump(shown, file)
