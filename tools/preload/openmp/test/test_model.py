"""Computes what randomly generated programs must do, from their text only, and compares it with the measurement."""

import random
from typing import Dict, List

from omp import OpenMpTest

TASK = "ompt_implicit_task"


class Program:
    """Regions in regions, barriers, locks and tasks, as C and as laps by path; tasks, which any thread may run anywhere, only by label."""

    def __init__(self, chance: random.Random, has_work: bool) -> None:
        self.chance, self.has_work = chance, has_work
        self.lines: List[str] = []
        self.laps: Dict[str, int] = {}
        self.tasks = 0
        for _ in range(chance.randint(2, 4)):
            self.parallel("", 1, 0)

    def add(self, path: str, laps: int) -> None:
        self.laps[path] = self.laps.get(path, 0) + laps

    def parallel(self, around: str, times: int, depth: int) -> None:
        threads, repeated = self.chance.randint(1, 4 if depth == 0 else 2), self.chance.randint(1, 3)
        team = around + "ompt_parallel"
        self.add(team, times * repeated)
        self.add(f"{team}/{TASK}", times * repeated * threads)
        if threads > 1:
            self.add(f"{team}/ompt_sync_region_barrier_implicit", times * repeated * threads)
        self.lines.append(f"for (int i{depth} = 0; i{depth} < {repeated}; i{depth}++) {{")
        self.lines.append(f"#pragma omp parallel num_threads({threads})\n{{\nsomething();")
        for _ in range(self.chance.randint(0, 5)):
            self.part(f"{team}/{TASK}/", times * repeated, threads, depth)
        self.lines.append("}\n}")

    def part(self, inside: str, teams: int, threads: int, depth: int) -> None:
        """Something that all threads of the teams reach; barriers of a team of one are not reported in the same way by all runtimes."""
        kind = self.chance.choice(["barrier", "critical", "parallel", "tasks", *(["loop", "master", "single"] if self.has_work else [])])
        times = teams * threads
        if kind == "barrier" and threads > 1:
            self.lines.append("#pragma omp barrier")
            self.add(inside + "ompt_sync_region_barrier", times)
        elif kind == "critical":
            self.lines.append("#pragma omp critical\ncount++;")
            self.add(inside + "ompt_mutex_critical", times)
        elif kind == "parallel" and depth < 2:
            self.parallel(inside, times, depth + 1)
        elif kind == "tasks":
            tasks = self.chance.randint(1, 5)
            self.lines.append(f"for (int t = 0; t < {tasks}; t++) {{\n#pragma omp task\nsomething();\n}}\n#pragma omp taskwait")
            self.tasks += times * tasks
            self.add(inside + "ompt_sync_region_taskwait", times)
        elif kind == "loop" and threads > 1:
            self.lines.append("#pragma omp for nowait\nfor (int k = 0; k < 10; k++) something();")
            self.add(inside + "ompt_work_loop", times)
        elif kind == "master":
            self.lines.append("#pragma omp master\nsomething();")
            self.add(inside + "ompt_master", teams)
        elif kind == "single" and threads > 1:
            self.lines.append("#pragma omp single nowait\nsomething();")
            self.add(inside + "ompt_work_single_executor", teams)
            self.add(inside + "ompt_work_single_other", times - teams)

    @property
    def text(self) -> str:
        begin = "#include <omp.h>\nstatic int count;\nvolatile int sink;\nstatic void something(void) { sink = 1; }\n"
        return begin + "int main(void) {\nomp_set_max_active_levels(4);\n" + "\n".join(self.lines) + "\nreturn 0;\n}\n"


class Model(OpenMpTest):
    def test_random_programs_have_the_laps_that_their_text_says(self) -> None:
        for kind in self.kinds():
            for seed in range(8):
                with self.subTest(kind, seed=seed):
                    expected = Program(random.Random(seed), has_work=kind == "clang")
                    source = self.directory / f"program{seed}.c"
                    source.write_text(expected.text)
                    found = self.run_program(self.compiled(kind, str(source)))
                    by_label = found.laps_by_label()
                    self.assertEqual(by_label.get("ompt_task_schedule", 0), expected.tasks, expected.text)
                    self.assertEqual(found.stored().get("ompt_task_create", 0), expected.tasks)
                    # Tasks hang wherever they were run, and have nothing inside.
                    laps = {path: count for path, count in found.laps().items() if "ompt_task_schedule" not in path}
                    self.assertEqual(laps, expected.laps, expected.text)
