"""Runs the cells of a file, separated by %% lines, in the Kotlin kernel; writes the output of each cell to another file, as JSON."""
import json
import sys

import nbformat
from nbclient import NotebookClient

with open(sys.argv[1]) as file:
    cells = [nbformat.v4.new_code_cell(text) for text in file.read().split("\n%%\n")]
notebook = nbformat.v4.new_notebook(cells=cells)
NotebookClient(notebook, timeout=240, startup_timeout=240, kernel_name="kotlin", allow_errors=True).execute()
shown = []
for cell in notebook.cells:
    texts = []
    for output in cell.outputs:
        if "data" in output:
            texts.append(output.data.get("text/html") or output.data.get("text/plain"))
        else:
            texts.append(output.get("text") or output.get("evalue"))
    shown.append("\n".join(texts))
with open(sys.argv[2], "w") as file:
    json.dump(shown, file)
