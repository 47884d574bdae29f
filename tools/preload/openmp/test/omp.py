"""Compiles OpenMP programs for LLVM's runtime, runs them with libtimemory-ompt.so, and reads their results."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Callable, Dict, List, NamedTuple, Optional

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "common/test"))

from tests.optional import which  # noqa: E402
from tools import LIBRARIES, NATIVE, TIMEOUT, assert_components_are_chosen, build  # noqa: E402

TOOL = LIBRARIES / "libtimemory-ompt.so"
LINKED = [f"-L{LIBRARIES}", "-ltimemory-ompt", "-ltimemory", f"-Wl,-rpath,{LIBRARIES}"]


class Node(NamedTuple):
    laps: int
    sum: int  # of times in nanoseconds
    max: int


class Run(NamedTuple):
    out: str
    err: str
    directory: Path

    def nodes(self, component: str = "wall_clock") -> Dict[str, Node]:
        """By the labels from the root, separated by slashes, each spelt as in OpenMP 5.0."""
        found: Dict[str, Node] = {}
        path: List[str] = []
        for file in self.directory.rglob("*.json"):
            content = json.loads(file.read_text()).get("timemory", {}).get(component)
            if content is None:
                continue
            for node in content["ranks"][0]["graph"]:
                path[node["depth"] :] = [plain(node["prefix"].split(">>>", 1)[1].lstrip(" |_"))]
                entry, known = node["entry"], found.get("/".join(path), Node(0, 0, 0))
                most = max(known.max, round(node["stats"]["max"] * 1e9) if "stats" in node else 0)
                found["/".join(path)] = Node(known.laps + entry["laps"], known.sum + entry["accum"], most)
        return found

    def laps(self, component: str = "wall_clock") -> Dict[str, int]:
        return {path: node.laps for path, node in self.nodes(component).items()}

    def laps_by_label(self, component: str = "wall_clock") -> Dict[str, int]:
        """For all places together."""
        found: Dict[str, int] = {}
        for path, laps in self.laps(component).items():
            label = path.rsplit("/", 1)[-1]
            found[label] = found.get(label, 0) + laps
        return found

    def stored(self) -> Dict[str, int]:
        """The sums of the events without duration, by their labels."""
        return {path.rsplit("/", 1)[-1]: node.sum for path, node in self.nodes("ompt_data_tracker").items()}


def plain(label: str) -> str:
    """The kinds of barrier that OpenMP 5.1 distinguishes are one in 5.0; LLVM's runtime names those of GCC's code differently."""
    label = label.replace(" (concurrent)", "")
    label = re.sub("_barrier_implicit_(workshare|parallel)$", "_barrier_implicit", label)
    return re.sub("_barrier_(explicit|implementation)$", "_barrier", re.sub("_loop_(static|dynamic|guided|other)$", "_loop", label))


def runtime_directory() -> Optional[Path]:
    """The location of LLVM's OpenMP runtime."""
    found = sorted(Path("/usr/lib").glob("llvm-*/lib/libomp.so"), key=lambda file: int(file.parts[3].split("-")[1].split(".")[0]))
    return found[-1].parent if found else None


def compiler(kind: str) -> Optional[List[str]]:
    """A command up to the program's own arguments; `gnu` is GCC with its own runtime."""
    runtime = runtime_directory()
    if kind == "gnu":
        return ["gcc", "-fopenmp"]
    if runtime is None:
        return None
    clang = which(f"clang-{runtime.parent.name.split('-')[1]}")
    return ["gcc", "-fopenmp"] if kind == "gcc" else None if clang is None else [clang, "-fopenmp", f"-L{runtime}", f"-Wl,-rpath,{runtime}"]


def compiled(directory: Path, kind: str, source: Path, *arguments: str) -> List[str]:
    command = compiler(kind)
    if command is None:
        raise unittest.SkipTest("LLVM's OpenMP runtime and its compiler are not installed (libomp-14-dev, clang-14)")
    program, unlinked = directory / f"{source.stem}.{kind}", directory / f"{source.stem}.{kind}.o"
    build(unlinked, [*command[:2], "-O1", "-w", "-c", str(source), "-I", str(NATIVE / "target/include")])
    link = [*command, str(unlinked), *arguments]
    if kind == "gcc":
        runtime = runtime_directory()
        # LLVM's runtime also has the functions that GCC's code calls, so it can replace GCC's.
        link = ["gcc", str(unlinked), *arguments, f"-L{runtime}", "-lomp", "-pthread", f"-Wl,-rpath,{runtime}"]
    build(program, link)
    return [str(program)]


def clean_environment(home: Path) -> Dict[str, str]:
    """Results are JSON of the kind that is read here and nothing else."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("TIMEMORY_", "LD_PRELOAD", "OMP_"))}
    none = {f"TIMEMORY_{name}_OUTPUT": "false" for name in ("COUT", "TEXT", "COMPACT", "HTML")}
    return {**clean, **none, "TIMEMORY_JSON_OUTPUT": "true", "HOME": str(home)}


class OpenMpTest(unittest.TestCase):
    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory(prefix="timemory-openmp-")
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)
        self.runs = 0

    def compiled(self, kind: str, source: str, *arguments: str) -> List[str]:
        """The program of a file in this folder; the test is skipped if it cannot be compiled."""
        return compiled(self.directory, kind, HERE / source, *arguments)

    def kinds(self) -> List[str]:
        """The compilers there are whose programs use LLVM's runtime."""
        found = [kind for kind in ("gcc", "clang") if compiler(kind) is not None]
        if not found:
            self.skipTest("LLVM's OpenMP runtime is not installed (libomp-14-dev)")
        return found

    def run_program(self, program: List[str], status: int = 0, by: Optional[str] = "LD_PRELOAD", **environment: str) -> Run:
        """A program's outcome and results, with the library named in the variable `by`. Fails if the status differs."""
        self.runs += 1
        folder = self.directory / f"run{self.runs}"
        folder.mkdir()
        named = {} if by is None else {by: str(TOOL)}
        before = environment.pop("PRELOADED_BEFORE", None)
        if before is not None:
            named["LD_PRELOAD"] = f"{before}:{TOOL}"
        # `env` names it only to the program, and not to `timeout`.
        command = [*TIMEOUT, "env", *(f"{name}={value}" for name, value in named.items()), *program]
        variables = {**clean_environment(folder), **environment}
        ended = subprocess.run(command, cwd=folder, env=variables, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        out, err = ended.stdout.decode(errors="replace"), ended.stderr.decode(errors="replace")
        self.assertEqual(ended.returncode, status, f"{' '.join(command)}: {out}{err}")
        return Run(out, err, folder)

    def assert_within_teams(self, found: Run, threads: int, parallel: str = "ompt_parallel") -> None:
        """The work and the waits of a team's threads fit into the time of their parallel regions: none of it was idle."""
        nodes = found.nodes()
        own = [node.sum for path, node in nodes.items() if path.startswith(parallel + "/") and path.count("/") == parallel.count("/") + 1]
        self.assertLessEqual(sum(own), threads * nodes[parallel].sum, nodes)


def with_each_compiler(source: str):
    """A test that receives the compiler and the program, once for each available compiler; skipped if there is none."""

    def decorate(test: Callable[[OpenMpTest, str, List[str]], None]) -> Callable[[OpenMpTest], None]:
        def run_each(self: OpenMpTest) -> None:
            for kind in self.kinds():
                with self.subTest(kind):
                    test(self, kind, self.compiled(kind, source))

        run_each.__name__ = test.__name__
        return run_each

    return decorate
