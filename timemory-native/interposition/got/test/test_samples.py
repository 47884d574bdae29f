"""The sample with gotchas: the counts that timemory's own example has."""

from typing import List

from programs import HERE
from tools import LINKED, ToolTest, compiled

SAMPLES = HERE.parents[3] / "samples" / "native"


class Samples(ToolTest):
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
        for line in ("using intercept    : true", "exp -> expf        : 2000x", "using timers       : true", "wall_clock records : 4", "malloc records     : 1"):
            self.assertIn(line + "\n", both.out)
        self.assertEqual("", both.error)
        self.assertEqual({"memory": 1}, both.laps("malloc_gotcha"))

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
