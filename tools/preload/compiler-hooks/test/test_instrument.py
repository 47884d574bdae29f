"""Functions that compilers instrument are regions: in programs of C, C++ and Fortran whose calls are known."""

import sys
import unittest
from pathlib import Path
from typing import Dict, List

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "common/test"))

from tools import LIBRARIES, LINKED, Run, ToolTest, assert_components_are_chosen, compiled  # noqa: E402

LIBRARY = str(LIBRARIES / "libtimemory-compiler-instrument.so")
COMPILERS = {".c": "gcc", ".cpp": "g++", ".f90": "gfortran"}


class CompilerInstrument(ToolTest):
    def program(self, source: str, *arguments: str) -> str:
        file = Path(source)
        return compiled(
            self.directory, file.stem, COMPILERS[file.suffix], str(HERE / source), "-finstrument-functions", "-pthread", *arguments
        )

    def preloaded(self, command: List[str], **environment: str) -> Run:
        return self.run_program(command, LD_PRELOAD=LIBRARY, **environment)

    @staticmethod
    def below(laps: Dict[str, int], root: str) -> Dict[str, int]:
        return {path[len(root) + 1 :]: count for path, count in laps.items() if path.startswith(root + "/")}

    def test_each_call_is_a_lap_below_its_caller_however_it_ends(self) -> None:
        for level in ("-O0", "-O1"):
            with self.subTest(level):
                run = self.preloaded([self.program("calls.c", level)])
                self.assertEqual("2\n", run.out)
                laps = {path.replace(" (concurrent)", ""): count for path, count in run.laps().items()}
                self.assertEqual(1, laps["main"])
                expected = {
                    "twice": 10,
                    "twice/leaf": 20,
                    "recursive": 1,
                    "recursive/recursive": 1,
                    "recursive/recursive/recursive": 1,
                    "lands": 2,
                    "lands/jumps": 2,
                    "lands/jumps/jumps": 2,
                    "lands/jumps/jumps/jumps": 2,
                    "lands/leaf": 2,
                    "works": 1,
                    "works/twice": 100,
                    "works/twice/leaf": 200,
                    "leaves": 1,
                    "leaves/twice": 1,
                    "leaves/twice/leaf": 2,
                }
                self.assertEqual(expected, self.below(laps, "main"))

    def test_components_are_chosen_as_everywhere(self) -> None:
        program = self.program("short.c", "-O0")
        assert_components_are_chosen(self, lambda **chosen: self.preloaded([program], **chosen), "TRACE_COMPONENTS")

    def test_components_of_traces_are_those_of_the_program_unless_settings_name_others(self) -> None:
        program = compiled(self.directory, "traces", "gcc", "-DTRACES", str(HERE / "short.c"), *LINKED)
        assert_components_are_chosen(self, lambda **chosen: self.run_program([program], **chosen), "TRACE_COMPONENTS", usual="page_rss")

    def test_a_program_that_is_linked_with_it_needs_no_preloading_and_one_without_it_does_nothing(self) -> None:
        linked = self.program("calls.c", "-O0", "-Wl,--no-as-needed", f"-L{LIBRARIES}", "-ltimemory-compiler-instrument", *LINKED)
        self.assertEqual(10, self.run_program([linked]).laps()["main/twice"])
        plain = self.run_program([self.program("calls.c", "-O0")])
        self.assertEqual(("2\n", {}), (plain.out, plain.laps()))

    def test_exceptions_end_what_they_leave_and_names_are_those_of_the_source(self) -> None:
        run = self.preloaded([self.program("exceptions.cpp", "-O0", "-finstrument-functions-exclude-file-list=/usr/include")])
        self.assertEqual("26\n", run.out)
        laps = run.laps()
        expected = {
            "shop::Box<int>::open() const": 5,
            "shop::hidden(int)": 5,
            "fails(int)": 1,
            "fails(int)/fails(int)": 1,
            "fails(int)/fails(int)/Cleared::~Cleared()": 1,
            "fails(int)/fails(int)/Cleared::~Cleared()/shop::hidden(int)": 1,
            "fails(int)/Cleared::~Cleared()": 1,
            "fails(int)/Cleared::~Cleared()/shop::hidden(int)": 1,
        }
        self.assertEqual(expected, self.below(laps, "main"))
        self.assertEqual(1, sum(count for path, count in laps.items() if "static_init" in path and path.endswith("hidden(int)")))

    def test_subroutines_of_fortran(self) -> None:
        laps = self.preloaded([self.program("sums.f90", "-O0")]).laps()
        root = next(path for path in laps if path.endswith("MAIN__") or path.endswith("main"))
        tree = self.below(laps, min((path for path in laps if path.endswith("MAIN__")), default=root))
        self.assertEqual({"__sums_MOD_add": 2, "__sums_MOD_add/__sums_MOD_doubled": 7}, tree)

    def test_handlers_of_signals_leave_the_rest_as_it_is(self) -> None:
        run = self.preloaded([self.program("signals.c", "-O0")], TIMEMORY_THROTTLE_COUNT="1000000000")
        rounds = int(run.out)
        laps = run.laps()
        self.assertEqual((1, rounds), (laps["main"], laps["main/work"]))
        # A signal that interrupts measuring is not measured, and whatever it interrupts is counted.
        self.assertEqual(2 * rounds, laps["main/work/leaf"])
        self.assertGreaterEqual(laps["main/handler"], rounds // 100)
        self.assertEqual(laps["main/handler"], laps["main/handler/counts"])

    def test_plugins_at_the_same_address_have_their_own_names(self) -> None:
        plugins = []
        for name in ("first", "second"):
            source = str(HERE / "plugin.c")
            plugins.append(
                compiled(self.directory, f"{name}.so", "gcc", source, "-finstrument-functions", "-shared", "-fPIC", f"-DFUNCTION={name}")
            )
        laps = self.preloaded([self.program("plugins.c", "-O0", "-ldl"), *plugins]).laps()
        self.assertEqual({"enter": 6, "enter/first": 3, "enter/second": 3}, self.below(laps, "main"))

    def test_functions_are_chosen_by_their_names(self) -> None:
        program = self.program("calls.c", "-O0")
        laps = self.preloaded([program], TIMEMORY_INSTRUMENT_INCLUDE="^(main|twice|leaf)$", TIMEMORY_INSTRUMENT_EXCLUDE="ea").laps()
        # Three threads, two of which start in functions that are left out.
        self.assertEqual(111, sum(count for path, count in laps.items() if path.split("/")[-1].split(" ")[0] == "twice"))
        self.assertEqual({"main", "twice"}, {part.split(" ")[0] for path in laps for part in path.split("/")})
        learned = self.directory / "app.functions"
        learned.write_text("timemory-functions 1\n-\t10\t0\t90\ttwice\n+\t1\t100\t0\tmain\n")
        others = self.preloaded([program], TIMEMORY_INSTRUMENT_LEARNED=str(learned), TIMEMORY_INSTRUMENT_INCLUDE="^leaf$").laps()
        self.assertEqual({"main", "leaf"}, {part.split(" ")[0] for path in others for part in path.split("/")})
        wrong = self.preloaded([program], TIMEMORY_INSTRUMENT_EXCLUDE="a(")
        self.assertIn("TIMEMORY_INSTRUMENT_EXCLUDE is 'a('", wrong.error)
        self.assertEqual(10, wrong.laps()["main/twice"])

    def test_what_is_called_often_and_takes_little_is_dropped(self) -> None:
        run = self.preloaded([self.program("signals.c", "-O0")], TIMEMORY_THROTTLE_COUNT="100", TIMEMORY_THROTTLE_VALUE="100000000")
        laps = run.laps()
        self.assertEqual(1, laps["main"])
        self.assertLess(laps["main/work"], int(run.out))

    def prepared(self) -> str:
        """By clang, for its own runtime to change at run time."""
        if not list(Path("/usr/lib").glob("llvm-14/lib/clang/*/lib/linux/libclang_rt.xray-x86_64.a")):
            raise unittest.SkipTest("clang's runtime for XRay is not installed (clang-14, libclang-rt-14-dev)")
        options = ["-O2", "-fxray-instrument", "-fxray-instruction-threshold=1"]
        return compiled(self.directory, "xray", "clang++-14", str(HERE / "xray.cpp"), *options)

    def test_functions_that_clang_prepared_are_measured_however_they_end(self) -> None:
        run = self.preloaded([self.prepared()])
        self.assertEqual("158\n", run.out)
        expected = {
            "twice(int)": 11,
            "twice(int)/leaf(int)": 22,
            "tail(int)": 1,
            "leaf(int)": 1,  # which continues in its place
            "recursive(int)": 1,
            "recursive(int)/recursive(int)": 1,
            "recursive(int)/recursive(int)/recursive(int)": 1,
            "lands()": 1,
            "lands()/jumps(int)": 1,
            "lands()/jumps(int)/jumps(int)": 1,
            "lands()/jumps(int)/jumps(int)/jumps(int)": 1,
            "lands()/leaf(int)": 1,
            "catches()": 1,
            "catches()/fails(int)": 1,
            "catches()/fails(int)/fails(int)": 1,
            "catches()/fails(int)/fails(int)/leaf(int)": 1,
            "catches()/fails(int)/leaf(int)": 1,
            "catches()/leaf(int)": 1,
        }
        self.assertEqual(expected, self.below(run.laps(), "main"))

    def test_of_the_functions_that_clang_prepared_those_are_changed_that_are_chosen(self) -> None:
        program = self.prepared()
        laps = self.preloaded([program], TIMEMORY_INSTRUMENT_INCLUDE="^(twice|catches)").laps()
        self.assertEqual({"twice(int)": 11, "catches()": 1}, laps)
        self.assertEqual("158\n", self.run_program([program]).out)
        disabled = self.preloaded([program], TIMEMORY_ENABLED="false")
        self.assertEqual(("158\n", {}), (disabled.out, disabled.laps()))

    def test_disabled_it_does_nothing(self) -> None:
        run = self.preloaded([self.program("calls.c", "-O0")], TIMEMORY_ENABLED="false")
        self.assertEqual(("2\n", {}), (run.out, run.laps()))


if __name__ == "__main__":
    unittest.main()
