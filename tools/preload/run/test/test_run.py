"""Functions of programs that were not compiled for it are regions, and the programs do what they did: compared with their own counts."""

import os
import subprocess
import sys
import unittest
from collections import Counter
from pathlib import Path
from typing import Dict, List

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "common/test"))
sys.path.insert(0, str(HERE))

from random_program import random_program  # noqa: E402
from tests.optional import require, which  # noqa: E402
from tools import LIBRARIES, LINKED, Run, ToolTest, assert_components_are_chosen, compiled  # noqa: E402

LIBRARY = str(LIBRARIES / "libtimemory-run.so")
PRELOAD = HERE.parents[1]
ALL = {"TIMEMORY_INSTRUMENT_MIN_SIZE": "0", "TIMEMORY_THROTTLE_COUNT": "1000000000"}


def by_function(run: Run) -> Dict[str, int]:
    """Laps, wherever in the call graph."""
    counts: Counter = Counter()
    for path, laps in run.laps().items():
        counts[path.split("/")[-1].replace(" (concurrent)", "")] += laps
    return counts
#: From compilers other than Debian's, with instructions that no small library has.
LARGE = ("usr/lib/jvm/*/lib/server/libjvm.so", "usr/lib/x86_64-linux-gnu/libpython3*.so.1.0", "usr/bin/python3.*[0-9]")


class NativeFunctions(ToolTest):
    def measured(self, command: List[str], status: int = 0, **environment: str) -> Run:
        return self.run_program(command, status, LD_PRELOAD=LIBRARY, **{**ALL, **environment})

    def report(self, command: List[str], **environment: str) -> Dict[str, List[str]]:
        """The outcome for each function, by name: the object, its bytes, 1 or 0, and the reason."""
        file = self.directory / "report"
        self.measured(command, TIMEMORY_INSTRUMENT_TRIAL="true", TIMEMORY_INSTRUMENT_REPORT=str(file), **environment)
        lines = [line.split("\t") for line in file.read_text().splitlines()]
        return {line[4]: line[:4] for line in lines}

    def assert_counted(self, program: str) -> List[str]:
        """Its output is unchanged, and its own counts are the laps. The functions that are left out."""
        taken, plain, run = self.report([program]), self.run_program([program]), self.measured([program])
        self.assertEqual(plain.out, run.out)
        counts = by_function(run)
        own = dict(line.split() for line in plain.out.splitlines() if line.count(" ") == 1 and not line[0].isdigit())
        # Compilers omit functions that are never called.
        left_out = [name for name in own if name in taken and taken[name][2] == "0"]
        for name, laps in own.items():
            self.assertEqual(0 if name in left_out else int(laps), counts.get(name, 0), name)
        return left_out

    def test_functions_of_all_shapes_are_counted_exactly_and_do_what_they_did(self) -> None:
        for level in ("-O0", "-O1", "-O2", "-O3", "-O2 -fcf-protection", "-O2 -fno-plt", "-O2 -no-pie", "-Os", "-O2 -falign-functions=1"):
            with self.subTest(level):
                program = compiled(self.directory, "shapes", "gcc", str(HERE / "shapes.c"), *level.split(), "-pthread", "-w")
                left_out = self.assert_counted(program)
                # Without alignment, a return that is jumped to has a single byte.
                if level not in ("-Os", "-O2 -falign-functions=1"):
                    self.assertEqual([], left_out)
                self.assertLess(len(left_out), 6)

    def test_random_programs_are_counted_exactly(self) -> None:
        left = 0
        for seed in range(24):
            with self.subTest(seed):
                source = self.directory / f"random{seed}.c"
                source.write_text(random_program(seed))
                left += len(self.assert_counted(compiled(self.directory, "random", "gcc", str(source), ("-O1", "-O2", "-O3", "-Os")[seed % 4])))
        # Out of about 600.
        self.assertLess(left, 20)

    def test_components_are_chosen_as_everywhere(self) -> None:
        source = self.directory / "short.c"
        source.write_text("__attribute__((noinline)) static int work(int n) { return n * n; }\nint main(int argc, char** argv) { return work(argc) != 1 || !argv; }\n")
        program = compiled(self.directory, "short", "gcc", str(source), "-O1")
        assert_components_are_chosen(self, lambda **chosen: self.measured([program], **chosen), "TRACE_COMPONENTS")

    def test_exceptions_end_what_they_leave(self) -> None:
        source = str(PRELOAD / "compiler-hooks/test/exceptions.cpp")
        program = compiled(self.directory, "exceptions", "g++", source, "-O0")
        run = self.measured([program])
        self.assertEqual("26\n", run.out)
        laps = {path: count for path, count in run.laps().items() if path.startswith("main")}
        self.assertEqual(1, laps["main"])
        self.assertEqual(5, laps["main/shop::Box<int>::open() const"])
        self.assertEqual((1, 1), (laps["main/fails(int)"], laps["main/fails(int)/fails(int)"]))
        for level in ("-O1", "-O2", "-Os", "-O3 -falign-functions=1"):
            self.assertEqual("26\n", self.measured([compiled(self.directory, "other", "g++", source, *level.split())]).out)
        self.assertEqual(5 + 2, sum(count for path, count in laps.items() if path.endswith("shop::hidden(int)")))

    def test_subroutines_of_fortran(self) -> None:
        program = compiled(self.directory, "sums", "gfortran", str(PRELOAD / "compiler-hooks/test/sums.f90"), "-O1", "-fno-inline")
        self.assertEqual((2, 7), tuple(by_function(self.measured([program]))[f"__sums_MOD_{name}"] for name in ("add", "doubled")))

    def test_functions_are_chosen_by_name_size_and_object(self) -> None:
        program = compiled(self.directory, "shapes", "gcc", str(HERE / "shapes.c"), "-O1", "-pthread", "-lm")
        chosen = self.measured([program], TIMEMORY_INSTRUMENT_INCLUDE="^(leaf|tail|lands)$", TIMEMORY_INSTRUMENT_EXCLUDE="^tail")
        self.assertEqual({"leaf", "lands"}, set(by_function(chosen)))
        restricted = self.measured([program], TIMEMORY_INSTRUMENT_RESTRICT="tail")
        self.assertEqual({"tail", "other_tail"}, set(by_function(restricted)))
        large = self.report([program], TIMEMORY_INSTRUMENT_MIN_SIZE="60", TIMEMORY_INSTRUMENT_MIN_SIZE_LOOP="1000")
        for name, (_, size, is_measured, reason) in large.items():
            if is_measured == "1":
                self.assertGreaterEqual(int(size), 60, name)
        self.assertEqual("is too small, for a loop", large["looped"][3])
        self.assertEqual("is too small", large["leaf"][3])
        usual = self.report([program], TIMEMORY_INSTRUMENT_MIN_SIZE="")
        self.assertEqual(("1", "0"), (usual["looped"][2], usual["leaf"][2]))
        learned = self.directory / "app.functions"
        learned.write_text("timemory-functions 1\n# by hand\n+\t9\t9\t0\tleaf\n-\t9\t0\t9\tlooped\n+\t9\t9\t0\ttail\n")
        known = self.report([program], TIMEMORY_INSTRUMENT_LEARNED=str(learned), TIMEMORY_INSTRUMENT_MIN_SIZE="")
        self.assertEqual(("1", "0", "1"), tuple(known[name][2] for name in ("leaf", "looped", "tail")))
        self.assertEqual("is not worth measuring, as learned", known["looped"][3])
        excluded = self.report([program], TIMEMORY_INSTRUMENT_LEARNED=str(learned), TIMEMORY_INSTRUMENT_EXCLUDE="^tail")
        self.assertEqual("is excluded", excluded["tail"][3])
        self.assertEqual({"leaf", "tail"}, {name for name, fields in known.items() if fields[2] == "1"})
        more = self.report([program], TIMEMORY_INSTRUMENT_LEARNED=str(learned), TIMEMORY_INSTRUMENT_INCLUDE="^co")
        self.assertEqual({"leaf", "tail"} | {name for name in more if name.startswith("co")}, {name for name, fields in more.items() if fields[2] == "1"})
        libraries = self.report([program], TIMEMORY_INSTRUMENT_LIBRARIES=".")
        # Neither the measuring code nor its callees.
        self.assertEqual({"shapes", "libm.so.6"}, {Path(fields[0]).name for fields in libraries.values()})

    def test_several_restrictions_all_have_to_match_and_objects_are_excluded(self) -> None:
        program = compiled(self.directory, "shapes", "gcc", str(HERE / "shapes.c"), "-O1", "-pthread", "-lm")
        restricted = self.measured([program], TIMEMORY_INSTRUMENT_RESTRICT="tail\n^other")
        self.assertEqual({"other_tail"}, set(by_function(restricted)))
        wrong = self.measured([program], TIMEMORY_INSTRUMENT_RESTRICT="tail\na(")
        self.assertIn("TIMEMORY_INSTRUMENT_RESTRICT is 'a(', which is not an extended regular expression", wrong.error)
        self.assertEqual({"tail", "other_tail"}, set(by_function(wrong)))
        excluded = self.report([program], TIMEMORY_INSTRUMENT_LIBRARIES=".", TIMEMORY_INSTRUMENT_EXCLUDE_LIBRARIES="libm")
        self.assertEqual({"shapes"}, {Path(fields[0]).name for fields in excluded.values()})
        libraries = self.report([program], TIMEMORY_INSTRUMENT_LIBRARIES=".", TIMEMORY_INSTRUMENT_EXCLUDE_LIBRARIES="/shapes$")
        self.assertEqual({"libm.so.6"}, {Path(fields[0]).name for fields in libraries.values()})

    def test_functions_of_the_user_are_called_at_each_begin_and_end(self) -> None:
        library = compiled(self.directory, "libuser.so", "gcc", str(HERE / "user_functions.c"), "-O1", "-shared", "-fPIC")
        program = compiled(self.directory, "shapes", "gcc", str(HERE / "shapes.c"), "-O1", "-pthread", "-lm")
        chosen = {"TIMEMORY_INSTRUMENT_INCLUDE": "^(leaf|tail|other_tail)$", "TIMEMORY_INSTRUMENT_LOAD": library}
        run = self.measured([program], TIMEMORY_INSTRUMENT_ENTRY="user_begins", TIMEMORY_INSTRUMENT_EXIT="user_ends", **chosen)
        counts = by_function(run)
        self.assertEqual({f"{name} {laps} {laps}" for name, laps in counts.items()}, set(run.error.split("user functions:\n")[1].splitlines()))
        self.assertEqual(self.run_program([program]).out, run.out)
        for variable, value, why in [
            ("ENTRY", "none", f"TIMEMORY_INSTRUMENT_ENTRY: '{library}' has no function 'none'; none is called"),
            ("LOAD", "/nowhere.so", "TIMEMORY_INSTRUMENT_LOAD: /nowhere.so"),
            ("LOAD", "", "TIMEMORY_INSTRUMENT_ENTRY: neither the program nor a library in it exports 'user_begins'"),
        ]:
            wrong = self.measured([program], **{**chosen, "TIMEMORY_INSTRUMENT_ENTRY": "user_begins", f"TIMEMORY_INSTRUMENT_{variable}": value})
            self.assertIn(why, wrong.error)
            self.assertEqual(counts, by_function(wrong))

    def test_functions_follow_the_components_that_the_program_pushes(self) -> None:
        program = compiled(self.directory, "pushes", "gcc", str(HERE / "pushes.c"), "-O1", *LINKED)
        found = {}
        for mode in ("trace", "region", ""):
            run = self.measured([program], TIMEMORY_INSTRUMENT_MODE=mode, TIMEMORY_INSTRUMENT_INCLUDE="^work")
            found[mode] = {component: {path.split("/")[-1]: node.laps for path, node in run.nodes(component).items()} for component in ("wall_clock", "trip_count")}
        self.assertEqual({"wall_clock": {"work_usual": 1, "work_pushed": 3}, "trip_count": {}}, found["trace"])
        self.assertEqual(found["trace"], found[""])
        self.assertEqual({"wall_clock": {"work_usual": 1}, "trip_count": {"work_pushed": 3}}, found["region"])
        wrong = self.measured([program], TIMEMORY_INSTRUMENT_MODE="regions")
        self.assertIn("TIMEMORY_INSTRUMENT_MODE is 'regions', but must be trace or region; trace is used", wrong.error)

    def test_what_is_wrong_is_reported_and_the_rest_measured(self) -> None:
        program = compiled(self.directory, "shapes", "gcc", str(HERE / "shapes.c"), "-O1", "-pthread")
        wrong = {"INCLDE": "x", "EXCLUDE": "a(", "MIN_SIZE_LOOP": "-4", "REPORT": "/nowhere/at/all"}
        run = self.measured([program], **{f"TIMEMORY_INSTRUMENT_{name}": value for name, value in wrong.items()})
        self.assertIn("TIMEMORY_INSTRUMENT_INCLDE is not a setting; the nearest is TIMEMORY_INSTRUMENT_INCLUDE", run.error)
        self.assertIn("TIMEMORY_INSTRUMENT_EXCLUDE is 'a(', which is not an extended regular expression", run.error)
        self.assertIn("TIMEMORY_INSTRUMENT_MIN_SIZE_LOOP is '-4', which is not a number of bytes; using 0", run.error)
        self.assertIn("TIMEMORY_INSTRUMENT_REPORT: '/nowhere/at/all' cannot be written: No such file or directory", run.error)
        self.assertRegex(run.error, "timemory-run: [0-9]+ of [0-9]+ functions of shapes are measured")
        self.assertEqual(200, by_function(run)["lands"])
        for content, why in {"notes\n": "from line 1 on", "timemory-functions 1\n+\tleaf\n": "from line 2 on"}.items():
            learned = self.directory / "wrong.functions"
            learned.write_text(content)
            run = self.measured([program], TIMEMORY_INSTRUMENT_LEARNED=str(learned), TIMEMORY_INSTRUMENT_MIN_SIZE="")
            self.assertIn(f"TIMEMORY_INSTRUMENT_LEARNED names '{learned}', which is not a learned-functions file {why}", run.error)
        run = self.measured([program], TIMEMORY_INSTRUMENT_LEARNED="/nowhere/at/all")
        self.assertIn("TIMEMORY_INSTRUMENT_LEARNED names '/nowhere/at/all', which cannot be read: No such file or directory", run.error)
        quiet = self.measured([program], TIMEMORY_INSTRUMENT_QUIET="true")
        self.assertEqual("", quiet.error)

    def test_what_is_called_often_and_takes_little_is_dropped(self) -> None:
        program = compiled(self.directory, "shapes", "gcc", str(HERE / "shapes.c"), "-O1", "-pthread")
        run = self.measured([program, "20000"], TIMEMORY_THROTTLE_COUNT="100", TIMEMORY_THROTTLE_VALUE="100000000")
        self.assertEqual(self.run_program([program, "20000"]).out, run.out)
        self.assertLess(by_function(run)["leaf"], 20000)

    def test_only_the_program_that_is_named_is_measured_and_not_what_it_starts(self) -> None:
        program = compiled(self.directory, "shapes", "gcc", str(HERE / "shapes.c"), "-O1", "-pthread")
        run = self.measured(["sh", "-c", f"{program} 10; echo \"$LD_PRELOAD\"; exec {program} 20"], TIMEMORY_INSTRUMENT_PROGRAM=program)
        self.assertIn(LIBRARY, run.out)
        self.assertEqual(2, run.error.count("functions of shapes are measured"))
        self.assertNotIn("functions of dash", run.error)
        bash = which("bash") or self.skipTest("there is no bash")
        run = self.measured([bash, "-c", f"{program} 10 >/dev/null; echo \"<$LD_PRELOAD>\""])
        self.assertEqual("<>\n", run.out)
        self.assertEqual(1, run.error.count("are measured"))

    def test_libraries_that_are_loaded_later_are_measured_where_they_are_chosen(self) -> None:
        plugins = [
            compiled(self.directory, f"{name}.so", "gcc", str(PRELOAD / "compiler-hooks/test/plugin.c"), "-O0", "-shared", "-fPIC", f"-DFUNCTION={name}")
            for name in ("first", "second")
        ]
        program = compiled(self.directory, "plugins", "gcc", str(PRELOAD / "compiler-hooks/test/plugins.c"), "-O0", "-ldl")
        # Each in turn, at the address of the one before, and thrice.
        command = [program, *plugins, *plugins, *plugins]
        run = self.measured(command, TIMEMORY_INSTRUMENT_LIBRARIES="(first|second)\\.so$")
        self.assertEqual({"main": 1, "main/enter": 18, "main/enter/first": 9, "main/enter/second": 9}, run.laps())
        self.assertEqual({"main": 1}, self.measured(command).laps())

    def test_what_a_programs_own_allocator_does_inside_is_not_measured(self) -> None:
        program = compiled(self.directory, "allocator", "gcc", str(HERE / "allocator.c"), "-O1", "-pthread")
        run = self.measured([program])
        self.assertEqual("500\n", run.out)
        counts = by_function(run)
        self.assertEqual((500, 500), (counts["work"], run.laps()["main/work/malloc"]))
        self.assertNotIn("take", counts)

    def test_disabled_nothing_is_changed(self) -> None:
        program = compiled(self.directory, "shapes", "gcc", str(HERE / "shapes.c"), "-O1", "-pthread")
        run = self.measured([program], TIMEMORY_ENABLED="false")
        self.assertEqual((self.run_program([program]).out, "", {}), (run.out, run.error, run.laps()))

    def alike(self, command: List[str], least: int, **environment: str) -> Run:
        """A program of the system, with all its functions measured: its output and status are unchanged."""
        if which(command[0]) is None:
            self.skipTest(f"there is no {command[0]}")
        usual = {"TIMEMORY_MAX_DEPTH": "8", "TIMEMORY_THROTTLE_COUNT": "100"}
        plain, run = self.run_program(command), self.measured(command, **{**usual, **environment})
        self.assertEqual(plain.out, run.out)
        self.assertGreater(len(by_function(run)), least)
        return run

    def test_a_shell_behaves_alike(self) -> None:
        script = "f() { local x; for x in 3 1 2; do echo $((x * $1)); done | sort; }; f 7; trap 'echo ended' EXIT; [[ abc =~ b(.) ]] && " \
                 "echo ${BASH_REMATCH[1]}; a=(1 2 3); echo ${#a[@]} $(printf %05d 42) ${HOME:+home}; (exit 3); echo $?"
        self.alike(["bash", "-c", script], 100)

    def test_an_interpreter_behaves_alike(self) -> None:
        code = "import json, re, threading, signal, os\n" \
               "def g(n):\n    yield from (i * i for i in range(n))\n" \
               "def fails():\n    raise ValueError('no')\n" \
               "try:\n    fails()\nexcept ValueError as e:\n    print(repr(e))\n" \
               "print(json.dumps({str(i): i for i in g(9)}), re.sub('(b+)', r'<\\1>', 'abbbc'), 2 ** 300, sorted('hello'))\n" \
               "t = threading.Thread(target=lambda: print(sum(g(100)))); t.start(); t.join()\n" \
               "try:\n    os.kill(os.getpid(), signal.SIGINT); import time; time.sleep(5)\nexcept KeyboardInterrupt:\n    print('interrupted')\n"
        # For both ways it is built in: within the program, or as a library.
        self.alike([require("python3"), "-I", "-c", code], 300, TIMEMORY_INSTRUMENT_LIBRARIES="libpython")

    def test_a_database_behaves_alike(self) -> None:
        sql = "create table t(a integer primary key, b text); with recursive n(i) as (select 1 union all select i + 1 from n where i < 300) " \
              "insert into t select i, hex(i * i) from n; select count(*), sum(length(b)), max(b) from t where a % 3 = 1; " \
              "select b, count(*) from t group by substr(b, 1, 1) order by 2 desc, 1 limit 4; drop table t;"
        if which("sqlite3") is None:
            self.skipTest("there is no sqlite3")
        command = ["sh", "-c", "exec sqlite3 :memory: \"$0\" 2>&1 || true", sql]
        plain = self.run_program(command)
        program = {"TIMEMORY_INSTRUMENT_PROGRAM": str(which("sqlite3")), "TIMEMORY_INSTRUMENT_LIBRARIES": "libsqlite3"}
        run = self.measured(command, TIMEMORY_INSTRUMENT_QUIET="true", TIMEMORY_MAX_DEPTH="8", TIMEMORY_THROTTLE_COUNT="100", **program)
        # Functions that were throttled are named on stderr, which is the same here.
        self.assertEqual(plain.out, "".join(line for line in run.out.splitlines(True) if not line.startswith("timemory: ")))
        self.assertGreater(len(by_function(run)), 30)

    @unittest.skipUnless(os.environ.get("THOROUGH") == "true", "it takes long")
    def test_a_compiler_makes_the_same_code(self) -> None:
        if which("gcc") is None:
            self.skipTest("there is no gcc")
        inner = subprocess.run(["gcc", "-print-prog-name=cc1"], stdout=subprocess.PIPE, check=True).stdout.decode().strip()
        source = self.directory / "shapes.i"
        source.write_bytes(subprocess.run(["gcc", "-E", "-P", str(HERE / "shapes.c")], stdout=subprocess.PIPE, check=True).stdout)
        self.alike([inner, "-quiet", "-fpreprocessed", "-O2", str(source), "-o", "-"], 3000)

    def test_instructions_are_what_an_independent_reader_says(self) -> None:
        if which("objdump") is None:
            self.skipTest("there is no objdump")
        reader = compiled(self.directory, "decoded", "gcc", "-O2", f"-I{PRELOAD}/run/c", str(HERE / "decoded.c"), str(PRELOAD / "run/c/decode.c"))
        files = [LIBRARY, *(f"/lib/x86_64-linux-gnu/{name}" for name in ("libc.so.6", "libm.so.6", "libstdc++.so.6"))]
        if os.environ.get("THOROUGH") == "true":  # millions
            files += [str(file) for pattern in LARGE for file in Path("/").glob(pattern)]
        for file in filter(os.path.exists, files):
            with subprocess.Popen(["objdump", "-d", "-w", file], stdout=subprocess.PIPE) as dump:
                read = subprocess.run([reader], stdin=dump.stdout, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True)
            self.assertGreater(int(read.stderr), 1000)
            self.assertEqual("", read.stdout.decode())


if __name__ == "__main__":
    unittest.main()
