"""The cases of cases.txt, for Python tests."""

from pathlib import Path
from typing import Dict, List, NamedTuple


class Case(NamedTuple):
    first: str
    second: str
    last: str
    measured: str
    unknown: str

    def environment(self, first: str, second: str) -> Dict[str, str]:
        """The variables that set the entry point's own setting `first`, `second`, and GLOBAL_COMPONENTS."""
        values = {first: self.first, second: self.second, "GLOBAL_COMPONENTS": self.last}
        return {f"TIMEMORY_{name}": value for name, value in values.items() if value}

    def ids(self, usual: str) -> List[str]:
        """The components that are measured, if `usual` are those without any setting; in alphabetical order."""
        text = {"nothing": "", "usual": usual}.get(self.measured, self.measured)
        return sorted(text.split(",")) if text else []


def cases() -> List[Case]:
    lines = (Path(__file__).parent / "cases.txt").read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.split("|")] for line in lines if "|" in line and not line.startswith("#")]
    return [Case(*row, *[""] * (5 - len(row))) for row in rows]
