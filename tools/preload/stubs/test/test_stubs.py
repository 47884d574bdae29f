"""libtimemory-stubs.so, which programs are linked with that preload the library, and libtimemory-jump.so, which finds it."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Dict, List, NamedTuple, Set, Tuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "common/test"))

from tools import HEADERS, LIBRARIES, NATIVE, TIMEOUT, ToolTest, clean_environment, compiled  # noqa: E402

REAL = LIBRARIES / "libtimemory.so"
STUBS = LIBRARIES / "libtimemory-stubs.so"
JUMP = LIBRARIES / "libtimemory-jump.so"
PROGRAMS = NATIVE / "test"
# The functions that the library interposes in the C library.
LEAVING = ["_exit", "_Exit", "daemon", "execl", "execle", "execlp", "execv", "execve", "execvp", "execvpe", "fexecve", "pthread_cancel"]
# The first loads the file that contains timemory_push_region, as it is called there, by other names: that is the library, and not the jump.
# The check of the second takes the symbols off the program that was linked with the library.
OF_THE_FILE = {"copies.c", "sampled.c"}
# What they do a hundred thousand times works as with the library: a jump is the same the second time.
LENGTHY = {"many_names.c", "repeated.c", "sampled_often.c"}
# All others are run with jump in thorough builds; in the gate only those that use most of the interface, or end in special ways.
IN_THE_GATE = {"bundles.c", "context.c", "custom.c", "disabled.c", "early_and_late.c", "gotcha.c", "handlers.c", "leaving.c", "markers.c", "regions.c"}
THOROUGH = os.environ.get("THOROUGH") == "true"


class Ended(NamedTuple):
    status: int
    printed: str
    directory: Path


def symbols(library: Path) -> Set[Tuple[str, str]]:
    """The names that a library has for programs, each with whether it is a function or a variable."""
    listed = subprocess.run(["nm", "-D", "--defined-only", str(library)], stdout=subprocess.PIPE, check=True).stdout.decode()
    named = ((kind, name) for _, kind, name in (line.split() for line in listed.splitlines()))
    # For libtimemory-mallocp.so, the Python package, timemory-live and tests, which need the library itself; no header has them.
    others = ("timemory_memory_", "timemory_python_", "timemory_collect_garbage", "timemory_recording_changed")
    return {(kind, name) for kind, name in named if not name.startswith(others)}


def entries(library: Path, tag: str) -> List[str]:
    listed = subprocess.run(["readelf", "-dW", str(library)], stdout=subprocess.PIPE, check=True).stdout.decode()
    return [line.split("[", 1)[1].rstrip("]") for line in listed.splitlines() if f"({tag})" in line]


class Stubs(ToolTest):
    shared: Path

    @classmethod
    def setUpClass(cls) -> None:
        holder = tempfile.TemporaryDirectory(prefix="timemory-stubs-")
        cls.addClassCleanup(holder.cleanup)
        cls.shared = Path(holder.name)

    def linked(self, source: Path, *libraries: str) -> str:
        """A program with that source, linked with the stubs unless another library is named."""
        cpp = source.suffix == ".cpp"
        with_library = libraries or (str(STUBS), f"-Wl,-rpath,{LIBRARIES}")
        standard = "-std=c++11" if cpp else "-std=gnu11"
        warnings = ["-Wextra", "-Werror"] if source.parent == HERE else ["-w"]
        arguments = [standard, *warnings, "-pthread", str(source), *with_library]
        # By the name that it has in its own tests: one rewrites only calls in itself.
        folder = self.shared / source.parent.name / ("others" if libraries else "stubs")
        folder.mkdir(parents=True, exist_ok=True)
        made = folder / source.stem
        return str(made) if made.exists() else compiled(folder, source.stem, "g++" if cpp else "gcc", *arguments)

    def library(self, name: str, *arguments: str) -> Path:
        return Path(compiled(self.directory, name, "gcc", "-w", "-fPIC", "-shared", *arguments))

    def end(self, program: str, **environment: str) -> Ended:
        """As it ends in a separate folder, with settings from the environment only."""
        self.runs += 1
        folder = self.directory / f"run{self.runs}"
        folder.mkdir()
        names = {"PATH", "HOME", "LANG", "TMPDIR"}
        variables = {**{name: value for name, value in clean_environment(folder).items() if name in names}, **environment}
        # Through env, so that nothing is preloaded into the process that kills the program.
        within = [f"{name}={variables.pop(name)}" for name in ("LD_PRELOAD",) if name in variables]
        command = [*TIMEOUT, "env", *within, program]
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        ended = subprocess.run(command, cwd=folder, env=variables, **pipes)
        return Ended(ended.returncode, ended.stdout.decode(errors="replace"), folder)

    def through_jump(self, program: str, library: Path = REAL) -> Ended:
        # As the scripts beside the programs want it.
        written = {"TIMEMORY_JSON_OUTPUT": "true", "TIMEMORY_CONSOLE": "tables"}
        return self.end(program, LD_PRELOAD=str(JUMP), TIMEMORY_JUMP_LIBRARY=str(library), **written)

    def programs(self) -> Dict[str, str]:
        sources = sorted([*PROGRAMS.glob("c/*.c"), *PROGRAMS.glob("cpp/*.cpp")])
        self.assertGreater(len(sources), 30)
        return {f"{source.parent.name}/{source.name}": self.linked(source) for source in sources}

    def test_both_have_the_names_that_the_library_has(self) -> None:
        self.assertEqual(symbols(REAL), symbols(JUMP))
        self.assertEqual(symbols(REAL) - {("T", name) for name in LEAVING}, symbols(STUBS))

    def test_neither_passes_for_the_library_nor_needs_it(self) -> None:
        for library in (STUBS, JUMP):
            self.assertEqual([library.name], entries(library, "SONAME"))
            self.assertEqual([], [needed for needed in entries(library, "NEEDED") if "timemory" in needed])

    def test_programs_look_for_the_library_by_a_name_with_a_version(self) -> None:
        self.assertEqual(["libtimemory.so.0"], entries(REAL, "SONAME"))
        self.assertEqual(REAL.resolve(), (REAL.parent / "libtimemory.so.0").resolve())

    def test_what_returns_something_says_that_nothing_is_measured(self) -> None:
        ended = self.end(self.linked(HERE / "nothing.c"))
        self.assertEqual((0, ""), (ended.status, ended.printed))
        self.assertEqual([], list(ended.directory.iterdir()))

    def test_programs_run_with_stubs_in_silence(self) -> None:
        for name, program in self.programs().items():
            with self.subTest(name):
                ended = self.end(program)
                # These programs exit with status 1 because of what is missing from their results.
                self.assertIn(ended.status, (0, 1), ended.printed)
                own = [line for line in ended.printed.splitlines() if line.startswith(("timemory:", "[wall_clock]", ">>>"))]
                self.assertEqual([], own)
                self.assertEqual([], list(ended.directory.rglob("timemory-output")))

    def test_programs_do_by_jump_what_they_do_with_the_library(self) -> None:
        for name, program in self.programs().items():
            source = Path(name).name
            if source in OF_THE_FILE | LENGTHY or not THOROUGH and not name.startswith("cpp/") and source not in IN_THE_GATE:
                continue
            with self.subTest(name):
                ended = self.through_jump(program)
                self.assertEqual(0, ended.status, ended.printed)
                check = PROGRAMS / f"{name.rsplit('.', 1)[0]}.check"
                if check.exists():
                    checked = subprocess.run([str(check)], cwd=ended.directory, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                    self.assertEqual(0, checked.returncode, checked.stdout.decode(errors="replace"))

    def test_preloading_the_library_is_enough_to_measure(self) -> None:
        ran = self.run_program([self.linked(HERE / "regions.c")], LD_PRELOAD=str(REAL))
        self.assertEqual({"work": 8, "main": 1}, ran.laps())

    def test_programs_may_be_linked_with_jump_as_with_the_library(self) -> None:
        program = self.linked(HERE / "regions.c", str(JUMP), f"-Wl,-rpath,{LIBRARIES}")
        # In addition to jump, if nothing is named.
        ran = self.run_program([program])
        self.assertEqual({"work": 8, "main": 1}, ran.laps())
        self.assertEqual("", ran.error)

    def test_a_library_that_cannot_be_loaded_is_reported_in_one_line(self) -> None:
        program = self.linked(HERE / "regions.c")
        missing = self.directory / "missing.so"
        ended = self.through_jump(program, missing)
        lines = sorted(ended.printed.splitlines())
        self.assertEqual((0, 2), (ended.status, len(lines)), ended.printed)
        self.assertEqual("done", lines[0])
        self.assertRegex(lines[1], f"^timemory: {missing}: cannot open .*: nothing is measured$")
        self.assertEqual(0, self.through_jump(self.linked(HERE / "nothing.c"), missing).status)

    def test_what_a_library_lacks_is_reported_in_one_line_and_does_nothing(self) -> None:
        less = self.library("libless.so", "-I", str(HEADERS), str(HERE / "answers.c"))
        ended = self.through_jump(self.linked(HERE / "regions.c"), less)
        self.assertEqual(0, ended.status, ended.printed)
        report = f"timemory: {less} has no function timemory_(push|pop)_region: calls of it do nothing"
        self.assertRegex(ended.printed, f"^{report}\ndone\n$")

    def test_a_jump_to_itself_is_a_library_that_lacks_everything(self) -> None:
        ended = self.through_jump(self.linked(HERE / "regions.c"), JUMP)
        self.assertEqual(0, ended.status, ended.printed)
        self.assertIn("has no function timemory_", ended.printed)

    def test_arguments_and_results_of_every_kind_go_through(self) -> None:
        answers = self.library("libanswers.so", "-I", str(HEADERS), str(HERE / "answers.c"))
        ended = self.through_jump(self.linked(HERE / "arguments.c"), answers)
        self.assertEqual((0, ""), (ended.status, ended.printed))

    def test_stubs_before_the_library_are_reported(self) -> None:
        # Like a tool of timemory, of which only the library is preloaded.
        tool = self.library("libtool.so", str(HERE / "tool.c"), "-Wl,--no-as-needed", str(REAL), f"-Wl,-rpath,{LIBRARIES}")
        ended = self.end(self.linked(HERE / "regions.c"), LD_PRELOAD=str(tool))
        self.assertEqual(0, ended.status, ended.printed)
        self.assertIn("timemory: libtimemory-stubs.so precedes libtimemory.so, so nothing is measured: preload", ended.printed)


if __name__ == "__main__":
    unittest.main()
