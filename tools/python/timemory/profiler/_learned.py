"""Which functions an earlier run showed to be worth measuring, as written by `timemory learn`."""

import os
from typing import Dict, Optional

_HEADER = "timemory-functions 1"


class Learned:
    """Functions by their region names, without line numbers, which change with the file."""

    def __init__(self, path: str):
        """Reads the file; raises ValueError if it is something else, and OSError if it cannot be read."""
        self._choices: Dict[str, bool] = {}
        with open(path, encoding="utf-8", errors="strict") as file:
            if file.readline().rstrip("\n") != _HEADER:
                raise ValueError(f"{path} is not a learned-functions file: it does not start with '{_HEADER}'; timemory learn writes it")
            for number, line in enumerate(file, 2):
                if line.startswith("#") or line == "\n":
                    continue
                columns = line.rstrip("\n").split("\t", 4)
                if len(columns) < 5 or columns[0] not in ("+", "-"):
                    raise ValueError(f"{path}, line {number}: expected + or -, three numbers and a name, separated by tabs")
                self._choices[columns[4]] = columns[0] == "+"

    def of(self, name: str, file: str) -> Optional[bool]:
        """Whether a function is worth measuring, None if that was not learned."""
        for label in (f"{name}@{file}", f"{name}@{os.path.basename(file)}", name):
            if label in self._choices:
                return self._choices[label]
        return None
