"""The results of all ranks as one: the tree in which they are merged, and the files written in the end."""

import json
import subprocess
from pathlib import Path
from typing import Dict, List

from mpi import HERE, KINDS, LIBRARIES, NATIVE, THOROUGH, MpiTest, Rank, environment_of_ranks, compiled, has, launcher, with_each_library
from test_control import LINKED
from test_traffic import of_traffic


class Tree(MpiTest):
    def gathered(self, kind: str, program: List[str], ranks: int, *arguments: str) -> List[str]:
        """Each rank's final lines; `machines` has the ranks that led one."""
        outs = [rank.out.splitlines() for rank in self.run_ranks(kind, ranks, [*program, *arguments], preloaded=False)]
        self.machines = [rank for rank, lines in enumerate(outs) if any(line.startswith("machine of") for line in lines)]
        return [line.strip() for lines in outs for line in lines if not line.startswith("machine of")]

    def test_each_rank_sends_once_and_the_lowest_has_all(self) -> None:
        folders = [HERE.parent / "c", NATIVE / "target/generated-sources/mpi", HERE.parents[1] / "common/base", HERE.parents[1] / "common/wrapped_calls"]
        sources = [str(file) for folder in folders for file in sorted(folder.glob("*.c"))] + [f"-I{folder}" for folder in folders]
        for kind in filter(has, KINDS):
            # The library's own files are part of the program: nothing of the tree is visible outside.
            program = compiled(self.directory, kind, "gather.c", "-rdynamic", *sources, f"-L{LIBRARIES}", "-ltimemory", f"-Wl,-rpath,{LIBRARIES}")
            # Ranks wait by spinning: more of them than there are cores take long.
            for ranks in (1, 2, 3, 5, 8) if THOROUGH else (1, 4):
                for machines in (1, 3) if THOROUGH or ranks > 1 else (3,):
                    with self.subTest(kind, ranks=ranks, machines=machines):
                        lines = self.gathered(kind, program, ranks, str(machines), "-1")
                        # The ranks of a machine are together, the lowest first, and so are the machines.
                        by_machine = [rank for machine in range(machines) for rank in range(machine, ranks, machines)]
                        joined = "all: " + " ".join(f"{rank:06}" for rank in by_machine)
                        self.assertEqual(lines, [joined] + ["passed on:"] * (ranks - 1))
                        self.assertEqual(self.machines, list(range(min(machines, ranks))))
            if not THOROUGH and kind != next(filter(has, KINDS)):
                continue
            for ranks, groups in ((5, 2), (7, 7), (3, 9), (16, 5)) if THOROUGH else ((5, 2),):
                with self.subTest(kind, ranks=ranks, groups=groups):
                    of_all = self.gathered(kind, program, ranks, "1", "-1", "16", str(groups))[0]
                    in_each = -(-ranks // groups)
                    neighbours = [range(first, min(first + in_each, ranks)) for first in range(0, ranks, in_each)]
                    self.assertEqual(of_all, "all: " + " ".join("[ " + " ".join(f"{rank:06}" for rank in group) + " ]" for group in neighbours))
            with self.subTest(kind, case="what cannot be merged in a group"):
                lines = self.gathered(kind, program, 5, "1", "1", "16", "2")
                self.assertEqual([line for line in lines if line != "passed on:"], ["all: [ 000000 000002 ] [ 000003 000004 ]", "kept: x000001"])
            with self.subTest(kind, case="what cannot be merged"):
                lines = self.gathered(kind, program, 4, "1", "3")
                self.assertEqual([line for line in lines if line != "passed on:"], ["all: 000000 000001 000002", "kept: x000003"])


class Joining(MpiTest):
    def joint(self, kind: str, ranks: int, program: List[str], **environment: str) -> Path:
        """The folder that all ranks write to."""
        self.runs += 1
        folder = self.directory / f"joint{self.runs}"
        folder.mkdir()
        variables = {**environment_of_ranks(folder), "TIMEMORY_MPI_JOIN_TIMEOUT": "60", "TIMEMORY_OUTPUT_PATH": "out", **environment}
        each = ["env", f"LD_PRELOAD={LIBRARIES / 'libtimemory-mpip.so'}", *program]
        ended = subprocess.run([*launcher(kind, ranks), *each], cwd=folder, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.said = ended.stdout.decode()
        self.assertEqual(ended.returncode, 0, self.said)
        return folder / "out"

    @with_each_library("traffic.c")
    def test_ranks_without_the_library_are_waited_for_in_bounds(self, kind: str, program: List[str]) -> None:
        folder = self.directory / f"some-{kind}"
        folder.mkdir()
        variables = {**environment_of_ranks(folder), "TIMEMORY_OUTPUT_PATH": "out", "TIMEMORY_MPI_JOIN_TIMEOUT": "1"}
        preloaded = ["env", f"LD_PRELOAD={LIBRARIES / 'libtimemory-mpip.so'}", *program]
        command = [*launcher(kind, 2), *preloaded, ":", "-n", "2", *program]
        ended = subprocess.run(command, cwd=folder, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        said = ended.stdout.decode()
        self.assertEqual(ended.returncode, 0, said)
        for rank in range(2):
            self.assertIn(f"timemory-mpip: rank {rank} writes its results separately: within 1 s (TIMEMORY_MPI_JOIN_TIMEOUT)", said)
            for name in ("wall.json", "results.tmy"):
                self.assertEqual(len(list(folder.glob(f"out/**/rank-{rank}-{name}"))), 1, said)

    @with_each_library("attributes.c")
    def test_attributes_of_the_program_are_not_touched(self, kind: str, program: List[str]) -> None:
        self.assertEqual(self.nodes(self.joint(kind, 3, program))["MPI_Barrier"], 3)
        # Once, by the end of MPI_COMM_WORLD itself.
        self.assertEqual(self.said.count("copied 0, deleted 1"), 3, self.said)

    @with_each_library("ended.c", arguments=LINKED)
    def test_a_rank_that_is_ended_while_it_waits_writes_what_it_measured(self, kind: str, program: List[str]) -> None:
        for how in ("wait", "finalize"):
            ranks = self.run_ranks(kind, 2, [*program, how], status=1, TIMEMORY_MPI_JOIN_TIMEOUT="300")
            laps = {label: node.laps for label, node in ranks[0].nodes("wall_clock").items()}
            self.assertEqual((laps.get("MPI_Init"), laps.get("MPI_Comm_rank")), (1, 1), ranks[0].out)

    def nodes(self, folder: Path, component: str = "wall_clock", ending: str = "wall.json") -> Dict[str, int]:
        self.assertEqual([file.name for file in folder.glob(f"**/{ending}")], [ending], self.said)
        return {label: node.laps for label, node in Rank("", folder).nodes(component).items()}

    @with_each_library("traffic.c", "traffic.f90", "traffic_f08.f90", "traffic.py", everywhere=True)
    def test_the_ranks_of_a_program_have_one_call_graph(self, kind: str, program: List[str]) -> None:
        language = next(name for name in ("py", "f90", "c") if f".{name}" in program[-1].rsplit("/", 1)[1])
        for ranks in (2, 4, 6):
            expected: Dict[str, int] = {}
            for me in range(ranks):
                for label, (laps, _) in of_traffic(ranks, me, language).items():
                    expected[label] = expected.get(label, 0) + laps
            self.assertEqual(self.nodes(self.joint(kind, ranks, program)), expected)

    @with_each_library("traffic.c")
    def test_groups_of_ranks_stay_apart_in_files_of_timemorys_layout(self, kind: str, program: List[str]) -> None:
        each, halves = {"TIMEMORY_COLLAPSE_PROCESSES": "false"}, {"TIMEMORY_NODE_COUNT": "2"}
        for setting, groups in ((each, [[0], [1], [2]]), (halves, [[0, 1, 2], [3, 4]])):
            ranks = sum(map(len, groups))
            folder = self.joint(kind, ranks, program, TIMEMORY_TREE_OUTPUT="true", TIMEMORY_OUTPUT_FORMATS="wire", **setting)
            flat, tree = (json.loads(next(folder.rglob(name)).read_text())["timemory"]["wall_clock"] for name in ("wall.json", "wall.tree.json"))
            self.assertEqual((flat["mpi_size"], flat["num_ranks"], flat["process_count"]), (ranks, len(groups), ranks))
            self.assertEqual([of_group["rank"] for of_group in flat["ranks"]], list(range(len(groups))))
            self.assertEqual(len(tree["mpi"]), len(groups))
            for group, of_flat, of_tree in zip(groups, flat["ranks"], tree["mpi"]):
                expected: Dict[str, int] = {}
                for me in group:
                    for label, (laps, _) in of_traffic(ranks, me, "c").items():
                        expected[label] = expected.get(label, 0) + laps
                self.assertEqual({node["prefix"].split(">>> ")[1]: node["entry"]["laps"] for node in of_flat["graph"]}, expected)
                top = of_tree[0]["children"]
                self.assertEqual({node["node"]["prefix"]: node["node"]["inclusive"]["entry"]["laps"] for node in top}, expected)
            self.assertEqual(len(list(folder.rglob("results.tmy"))), 1)
