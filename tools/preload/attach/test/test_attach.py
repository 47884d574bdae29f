"""Running programs are measured for a while, and behave as before, during and after."""

import os
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path
from typing import Dict, List, Optional

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "common/test"))

from tools import LIBRARIES, ToolTest, clean_environment, compiled, components, nodes  # noqa: E402

ATTACH, LIBRARY = str(LIBRARIES / "timemory-attach"), str(LIBRARIES / "libtimemory-run.so")
SECONDS = 120


class LookingAtFiles(ToolTest):
    def library(self, name: str, function: str) -> Path:
        (self.directory / f"{name}.c").write_text(f"int {function}(void) {{ return 1; }}\n")
        return Path(compiled(self.directory, f"{name}.so", "gcc", f"{name}.c", "-shared", "-fPIC", "-fno-builtin"))

    def test_what_cannot_be_looked_at_may_be_an_allocator(self) -> None:
        program = compiled(self.directory, "exports", "gcc", str(HERE / "exports.c"), str(HERE.parent / "c/target.c"))
        allocator, other = self.library("allocator", "malloc"), self.library("other", "something")
        text, cut, garbage, link, pipe = (self.directory / name for name in ("text", "cut", "garbage", "link", "pipe"))
        text.write_text("no library" * 100)
        cut.write_bytes(other.read_bytes()[:1000])
        garbage.write_bytes(other.read_bytes()[:64] + b"\xa5" * 100_000)
        link.symlink_to(other)
        os.mkfifo(str(pipe))
        expected = {allocator: "may", other: "does not", text: "does not", cut: "may", garbage: "may", link: "may", pipe: "may",
                    self.directory / "missing": "may", Path("/dev/null"): "may", Path("/proc/self/maps"): "may"}
        said = subprocess.run([program, *map(str, expected)], stdout=subprocess.PIPE, universal_newlines=True, timeout=SECONDS).stdout
        self.assertEqual(expected, dict(zip(expected, said.splitlines())))


class Attaching(ToolTest):
    @classmethod
    def setUpClass(cls) -> None:
        with subprocess.Popen(["sleep", "60"], env=clean_environment(HERE)) as sleep:
            probe = [ATTACH, str(sleep.pid), LIBRARY, "1", "FILE_OUTPUT=false", "COUT_OUTPUT=false", "ALLOW_SIGNAL_HANDLER=false"]
            error = subprocess.run(probe, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, universal_newlines=True).stderr
            sleep.kill()
        if "CAP_SYS_PTRACE" in error:
            raise unittest.SkipTest(error)

    def start(self, command: List[str], **environment: str) -> "subprocess.Popen[str]":
        """A program that runs until its input ends, and prints a line once it has started."""
        given = {**clean_environment(self.directory), **environment}
        process = subprocess.Popen(
            command, cwd=self.directory, env=given, stdin=subprocess.PIPE, stdout=subprocess.PIPE, universal_newlines=True
        )

        def end() -> None:
            process.kill()
            process.communicate()

        self.addCleanup(end)
        self.assertEqual("begun\n", process.stdout.readline())
        return process

    def attach(self, process: "subprocess.Popen[str]", name: str, *options: str, milliseconds: int = 300) -> "subprocess.Popen[str]":
        settings = {**{f"{kind}_OUTPUT": "false" for kind in ("COUT", "TEXT", "COMPACT", "HTML")}, "JSON_OUTPUT": "true",
                    "OUTPUT_PATH": str(self.directory / name), "ALLOW_SIGNAL_HANDLER": "false", "TIMEMORY_INSTRUMENT_MIN_SIZE": "0"}
        words = [f"{key}={value}" for key, value in settings.items()] + list(options)
        return subprocess.Popen([ATTACH, str(process.pid), LIBRARY, str(milliseconds), *words],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)

    def measured(self, process: "subprocess.Popen[str]", name: str, *options: str) -> Dict[str, int]:
        tool = self.attach(process, name, *options)
        out, error = tool.communicate(timeout=SECONDS)
        self.assertEqual((0, ""), (tool.returncode, error))
        self.assertTrue(out.startswith("measuring ") and out.endswith("\nwritten\n"), out)
        return {label: node.laps for label, node in nodes(self.directory / name, "wall_clock").items()}

    def refused(self, process: "subprocess.Popen[str]", *options: str) -> str:
        tool = self.attach(process, "refused", *options)
        _, error = tool.communicate(timeout=SECONDS)
        self.assertEqual(2, tool.returncode, error)
        return error

    def code(self, process: "subprocess.Popen[str]") -> bytes:
        """The instructions of the program as they are in memory."""
        program = str(Path(f"/proc/{process.pid}/exe").resolve())
        with open(f"/proc/{process.pid}/maps") as maps, open(f"/proc/{process.pid}/mem", "rb") as memory:
            found = b""
            for line in maps:
                fields = line.split(None, 5)
                if "x" in fields[1] and fields[-1].strip() == program:
                    begin, end = (int(part, 16) for part in fields[0].split("-"))
                    memory.seek(begin)
                    found += memory.read(end - begin)
        self.assertTrue(found)
        return found

    def end(self, process: "subprocess.Popen[str]") -> str:
        out, _ = process.communicate("", timeout=SECONDS)
        self.assertEqual(0, process.returncode)
        return out

    def program(self, *options: str) -> str:
        return compiled(self.directory, "runs", "gcc", str(HERE / "runs.c"), "-O1", "-pthread", *options)

    def test_a_program_is_measured_again_and_again_and_is_as_before_in_between(self) -> None:
        process = self.start([self.program()])
        before = self.code(process)
        for name in "first", "second":
            laps = self.measured(process, name, "TIMEMORY_THROTTLE_VALUE=0")
            # For threads that wait and for one that never does.
            for function in "waits", "turns":
                self.assertGreater(laps[function], 0, laps)
                # But for calls that were under way when measuring began and ended.
                self.assertLessEqual(abs(2 * laps[function] - laps[f"{function}/leaf"]), 2, laps)
            self.assertNotIn("main", laps)
            self.assertTrue(before == self.code(process))
        chosen = self.measured(process, "third", "TIMEMORY_INSTRUMENT_INCLUDE=^leaf$")
        self.assertEqual({"leaf"}, set(chosen))
        # The program counted its own work, with and without us.
        self.assertEqual("right\n", self.end(process))

    def test_a_name_that_the_program_gives_a_pipe_is_not_waited_for(self) -> None:
        process = self.start([compiled(self.directory, "misleads", "gcc", str(HERE / "misleads.c"), "-O1")])
        self.measured(process, "results")
        self.assertEqual("", self.end(process))

    def test_a_program_that_ends_meanwhile_has_its_results(self) -> None:
        process = self.start([self.program()])
        tool = self.attach(process, "results", milliseconds=0)
        self.assertTrue(tool.stdout.readline().startswith("measuring "))
        time.sleep(0.1)
        self.end(process)
        out, error = tool.communicate(timeout=SECONDS)
        self.assertEqual((0, "ended\n", ""), (tool.returncode, out, error))
        self.assertGreater(nodes(self.directory / "results", "wall_clock")["turns"].laps, 0)

    def test_being_asked_to_end_takes_everything_back(self) -> None:
        process = self.start([self.program()])
        before = self.code(process)
        tool = self.attach(process, "results", milliseconds=0)
        self.assertTrue(tool.stdout.readline().startswith("measuring "))
        self.assertFalse(before == self.code(process))
        tool.send_signal(signal.SIGINT)
        out, error = tool.communicate(timeout=SECONDS)
        self.assertEqual((0, "written\n", ""), (tool.returncode, out, error))
        self.assertTrue(before == self.code(process))
        self.assertEqual("right\n", self.end(process))

    def test_where_who_measures_is_killed_the_program_goes_on(self) -> None:
        process = self.start([self.program()])
        tool = self.attach(process, "results", milliseconds=0)
        self.assertTrue(tool.stdout.readline().startswith("measuring "))
        time.sleep(0.2)  # until something was measured
        tool.kill()
        tool.communicate(timeout=SECONDS)
        end = time.monotonic() + SECONDS
        while not list((self.directory / "results").glob("*.json")) and time.monotonic() < end:
            time.sleep(0.05)
        self.assertTrue(list((self.directory / "results").glob("*.json")))
        self.assertEqual("right\n", self.end(process))

    def test_a_process_is_measured_by_one_at_a_time(self) -> None:
        process = self.start([self.program()])
        tool = self.attach(process, "results", milliseconds=0)
        self.assertTrue(tool.stdout.readline().startswith("measuring "))
        self.assertIn("it is already being measured", self.refused(process))
        tool.send_signal(signal.SIGTERM)
        tool.communicate(timeout=SECONDS)
        self.assertEqual(0, tool.returncode)
        self.assertEqual("right\n", self.end(process))

    def test_what_cannot_be_measured_says_why_and_goes_on(self) -> None:
        static = self.start([self.program("-static")])
        self.assertIn("it has no GNU C library that can load others", self.refused(static))
        self.assertEqual("right\n", self.end(static))
        process = self.start([self.program()])
        self.assertIn("wall_clock", self.refused(process, "TIMEMORY_COMPONENTS=wal_clock"))
        self.assertIn("wall_clock", self.refused(process, "TRACE_COMPONENTS=trip_count,wal_clock"))
        self.assertIn("TIMEMORY_PRECISION", self.refused(process, "PRECISION=many"))
        self.assertGreater(self.measured(process, "afterwards")["turns"], 0)
        self.assertEqual("right\n", self.end(process))
        ended = subprocess.run([ATTACH, str(process.pid), LIBRARY, "100"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
        self.assertEqual((2, f"process {process.pid} cannot be measured: no such process\n"), (ended.returncode, ended.stderr))

    def test_components_are_those_that_are_asked_for(self) -> None:
        process = self.start([self.program()], TIMEMORY_TRACE_COMPONENTS="cpu_clock")
        for name, chosen, expected in (
            ("own", (), {"cpu_clock"}),
            ("none", ("TRACE_COMPONENTS=none", "COMPONENTS=none"), set()),
            ("counted", ("TRACE_COMPONENTS=trip_count,fallthrough", "COMPONENTS=wall_clock"), {"trip_count", "wall_clock"}),
        ):
            self.attach(process, name, *chosen).communicate(timeout=SECONDS)
            self.assertEqual(expected, components(self.directory / name), name)
        self.assertEqual("right\n", self.end(process))

    def test_threads_that_begin_and_end_all_the_time_and_a_first_one_that_has_ended(self) -> None:
        process = self.start([compiled(self.directory, "churns", "gcc", str(HERE / "churns.c"), "-O1", "-pthread")])
        for name in "first", "second":
            laps = self.measured(process, name, "TIMEMORY_THROTTLE_VALUE=0")
            self.assertGreater(sum(count for path, count in laps.items() if path.split("/")[-1].startswith("brief")), 0, laps)
        self.assertEqual("right\n", self.end(process))

    def test_an_interpreter_that_never_waits(self) -> None:
        script = self.directory / "spin.py"
        script.write_text(
            "import sys, threading\n"
            "def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n"
            "ended = []\nthreading.Thread(target=lambda: ended.append(sys.stdin.read())).start()\n"
            "print('begun', flush=True)\nresults = set()\n"
            "while not ended: results.add(fib(12))\nprint(results)\n"
        )
        process = self.start([sys.executable, "-I", str(script)])
        laps = self.measured(process, "results", "TIMEMORY_INSTRUMENT_MIN_SIZE=200", "MAX_DEPTH=16", "TIMEMORY_INSTRUMENT_LIBRARIES=libpython")
        self.assertTrue(laps)
        self.assertEqual("{144}\n", self.end(process))


if __name__ == "__main__":
    unittest.main()
