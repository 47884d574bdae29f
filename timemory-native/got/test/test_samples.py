"""The samples with gotchas: the same counts in every language, and those that timemory's own example has."""

import subprocess
from typing import List

from programs import HERE
from tools import LIBRARIES, LINKED, NATIVE, TIMEOUT, ToolTest, compiled

SAMPLES = HERE.parents[2] / "samples" / "native"


class Samples(ToolTest):
    def test_every_language_counts_the_same_calls(self) -> None:
        """Of C, C++, Fortran and Python, and of what was built besides; a language without a compiler is left out, which is said."""
        if LIBRARIES != NATIVE / "target/lib":
            self.skipTest("the script takes the library from where it is built")
        command = [*TIMEOUT, str(SAMPLES / "same-calls"), str(self.directory)]
        ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        output = ended.stdout.decode(errors="replace")
        self.assertEqual(0, ended.returncode, output)
        lines = [line for line in output.splitlines() if ": not run" not in line]
        expected = ["crc32 1000 500500", "adler32 1000 1000000", "results f4d70132 5af2255d 84.916548", ">>> main 1", ">>> |_cos 100"]
        self.assertEqual(expected, lines[:5])
        left_out = output.count(": not run")
        languages = lines[-1].partition("the same in ")[2].split(", ")
        self.assertGreaterEqual(len(languages) + left_out, 4, output)
        self.assertIn("Python", languages)

    def ex_gotcha(self) -> List[str]:
        flags = ["-std=c++11", "-O2", "-Wextra", "-Werror"]
        sources = [str(SAMPLES / "ex_gotcha_lib.cpp"), str(SAMPLES / "ex_gotcha.cpp")]
        compiled(self.directory, "libex_gotcha_lib.so", "g++", *flags, "-shared", "-fPIC", sources[0])
        here = [f"-L{self.directory}", "-lex_gotcha_lib", f"-Wl,-rpath,{self.directory}"]
        return [compiled(self.directory, "ex_gotcha", "g++", *flags, sources[1], *LINKED, *here)]

    def test_the_example_of_timemory_has_its_counts(self) -> None:
        program = self.ex_gotcha()
        sum_exp = "ext::sum_exp(std::vector<double, std::allocator<double> > const&)"
        measured = {
            sum_exp: 1000,
            f"{sum_exp}/exp": 2000,
            "ext::average::add(double)": 1000,
            "ext::average::value() const": 1000,
        }
        both = self.run_program(program)
        self.assertEqual(measured, both.laps())
        for line in ("using intercept    : true", "exp -> expf        : 2000x", "using timers       : true", "wall_clock records : 4"):
            self.assertIn(line + "\n", both.out)
        self.assertEqual("", both.error)

        measuring = self.run_program([*program, "10"], EXP_REPLACE="false")
        self.assertEqual({label: laps // 100 for label, laps in measured.items()}, measuring.laps())
        self.assertIn("exp -> expf        : 0x\n", measuring.out)
        replacing = self.run_program([*program, "10"], EXP_TIMERS="false")
        self.assertEqual({}, replacing.laps())
        self.assertIn("exp -> expf        : 20x\n", replacing.out)
        self.assertIn("wall_clock records : 0\n", replacing.out)


if __name__ == "__main__":
    import unittest

    unittest.main()
