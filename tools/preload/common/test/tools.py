"""Common code for tests of libraries that measure others: compiling programs, running them, and reading their results."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Callable, Collection, Dict, List, NamedTuple, Optional, Set, Tuple

from tests.optional import require

ROOT = Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "verification/component-choice"))

from cases import cases  # noqa: E402

NATIVE = ROOT / "timemory-native"
LIBRARIES = Path(os.environ.get("TIMEMORY_LIBRARY_DIRECTORY", str(NATIVE / "target/lib")))
HEADERS = NATIVE / "target/include"
# A program that hangs ends, and nothing here takes long.
TIMEOUT = ["timeout", "-k", "5", "120"]
BUILT: Dict[Tuple[str, ...], Path] = {}
BUILT_FOLDER = tempfile.TemporaryDirectory(prefix="timemory-built-")
LINKED = [f"-L{LIBRARIES}", "-ltimemory", f"-Wl,-rpath,{LIBRARIES}"]


class Node(NamedTuple):
    laps: int
    sum: int  # of times in nanoseconds, of memory in bytes


def nodes(directory: Path, component: str) -> Dict[str, Node]:
    """By the labels from the root, separated by slashes."""
    found: Dict[str, Node] = {}
    path: List[str] = []
    for file in directory.rglob("*.json"):
        content = json.loads(file.read_text()).get("timemory", {}).get(component)
        if content is None:
            continue
        for node in content["ranks"][0]["graph"]:
            label = node["prefix"].split(">>> ", 1)[1]
            path[node["depth"] :] = [label if node["depth"] == 0 else label.split("|_", 1)[1]]
            found["/".join(path)] = Node(node["entry"]["laps"], node["entry"]["accum"])
    return found


def components(directory: Path) -> Set[str]:
    """The components that recorded anything."""
    contents = [json.loads(file.read_text()).get("timemory", {}) for file in directory.rglob("*.json")]
    return {id for content in contents for id, graph in content.items() if "ranks" in graph}


def clean_environment(home: Path) -> Dict[str, str]:
    """Results are JSON of the kind that is read here and nothing else."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("TIMEMORY_", "KOKKOS_", "LD_PRELOAD"))}
    none = {f"TIMEMORY_{name}_OUTPUT": "false" for name in ("COUT", "TEXT", "COMPACT", "HTML", "TIME")}
    return {**clean, **none, "TIMEMORY_JSON_OUTPUT": "true", "HOME": str(home)}


def compiled(directory: Path, name: str, compiler: str, *arguments: str) -> str:
    """A program or library; the test is skipped if there is no compiler."""
    require(compiler)
    output = directory / name
    build(output, [compiler, "-O1", "-Wall", "-I", str(HEADERS), *arguments])
    return str(output)


def build(output: Path, command: List[str]) -> None:
    """Runs a compiler in the folder of `output`. Files built only from this repository are built once for all tests of a process."""
    files = [argument for argument in command[1:] if not argument.startswith("-") and (output.parent / argument).exists()]
    if any(not Path(file).is_absolute() for file in files) or any(tempfile.gettempdir() in argument for argument in command):
        return run_compiler(output, command)
    key = tuple(command)
    if key not in BUILT:
        shared = Path(BUILT_FOLDER.name) / str(len(BUILT))
        run_compiler(shared, command)
        BUILT[key] = shared
    shutil.copy2(BUILT[key], output)


def run_compiler(output: Path, command: List[str]) -> None:
    ended = subprocess.run([*command, "-o", str(output)], cwd=output.parent, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if ended.returncode != 0:
        raise AssertionError(f"{' '.join(command)}: {ended.stdout.decode(errors='replace')}")


class Run(NamedTuple):
    out: str
    error: str
    directory: Path

    def nodes(self, component: str) -> Dict[str, Node]:
        return nodes(self.directory, component)

    def laps(self, component: str = "wall_clock") -> Dict[str, int]:
        return {label: node.laps for label, node in self.nodes(component).items()}

    def sums(self, component: str) -> Dict[str, int]:
        return {label: node.sum for label, node in self.nodes(component).items()}


class ToolTest(unittest.TestCase):
    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory(prefix="timemory-tool-")
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)
        self.runs = 0

    def run_program(self, command: List[str], status: int = 0, **environment: Optional[str]) -> Run:
        """Its output and files, with an environment; None for variables to remove. Fails if the status differs."""
        self.runs += 1
        folder = self.directory / f"run{self.runs}"
        folder.mkdir()
        results = folder / "results"
        given = {**clean_environment(folder), "TIMEMORY_OUTPUT_PATH": str(results), **environment}
        variables = {name: value for name, value in given.items() if value is not None}
        # Through env, so that nothing is preloaded into the process that kills the program.
        preload = variables.pop("LD_PRELOAD", None)
        within = [] if preload is None else ["env", f"LD_PRELOAD={preload}"]
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        ended = subprocess.run([*TIMEOUT, *within, *command], cwd=folder, env=variables, **pipes)
        out, error = (stream.decode(errors="replace") for stream in (ended.stdout, ended.stderr))
        self.assertEqual(ended.returncode, status, f"{command}: {out}{error}")
        return Run(out, error, results)


def assert_components_are_chosen(
    test: unittest.TestCase,
    run: Callable[..., Tuple[str, str, Path]],
    first: str,
    second: str = "COMPONENTS",
    usual: str = "wall_clock",
    own: Collection[str] = (),
) -> None:
    """Uses the cases shared by all entry points: `first` is the setting of this one, and `own` are components that settings do not
    choose."""
    for case in cases():
        with test.subTest(case):
            _, error, directory = run(**case.environment(first, second))
            test.assertEqual(sorted(components(directory) - set(own)), case.ids(usual))
            test.assertEqual(error.count("there is no component"), 1 if case.unknown else 0, error)
            test.assertIn(f"TIMEMORY_{first}: there is no component '{case.unknown}'" if case.unknown else "", error)
