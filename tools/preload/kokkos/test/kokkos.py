"""Runs programs with the tool libraries of Kokkos, by KOKKOS_PROFILE_LIBRARY or by a program that calls them as Kokkos does."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "common/test"))

from tools import LIBRARIES, Run, ToolTest, assert_components_are_chosen, compiled  # noqa: E402

TOOLS = LIBRARIES / "timemory/kokkos-tools"
TOOL = str(TOOLS / "kp_timemory.so")
FILTER = str(TOOLS / "kp_timemory_filter.so")

__all__ = ["FILTER", "HERE", "LIBRARIES", "TOOL", "Run", "ToolTest", "assert_components_are_chosen", "compiled"]
