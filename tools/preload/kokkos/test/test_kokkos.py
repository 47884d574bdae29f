"""The measurement of a real program, whose kernels, regions, sections, data and copies are known exactly."""

import unittest
from pathlib import Path

from kokkos import FILTER, HERE, TOOL, ToolTest, compiled

# If Debian's libtrilinos-kokkos-dev has it.
HEADERS = Path("/usr/include/trilinos")


class Kokkos(ToolTest):
    def program(self) -> str:
        if not (HEADERS / "Kokkos_Core.hpp").exists():
            raise unittest.SkipTest(f"there is no Kokkos in {HEADERS} (libtrilinos-kokkos-dev)")
        arguments = ["-w", "-std=c++14", str(HERE / "kernels.cpp"), "-I", str(HEADERS), "-ltrilinos_kokkoscore"]
        return compiled(self.directory, "kernels", "g++", *arguments)

    def test_kernels_regions_sections_and_data_are_what_the_program_does(self) -> None:
        run = self.run_program([self.program()], KOKKOS_PROFILE_LIBRARY=TOOL)
        self.assertEqual(run.out, "done\n")
        expected = {
            "solve": 1,
            "solve/kokkos/dev0/fill": 5,
            "solve/kokkos/dev0/sum": 5,
            "solve/prefix": 5,
            "solve/prefix/kokkos/dev0/running": 5,
            "kokkos/outer": 3,
            "kokkos/outer/kokkos/inner": 3,
            "kokkos/outer/kokkos/inner/kokkos/dev0/_fill": 3,
            "mark": 4,
            "kokkos/deep_copy/Host=a/Host=b": 2,
        }
        self.assertEqual(run.laps(), expected)
        self.assertEqual(run.laps("peak_rss"), expected)
        # Kokkos itself allocates as well.
        bytes_of = {label: node for label, node in run.nodes("kokkos_memory").items() if "Kokkos::" not in label}
        expected_bytes = {"kokkos/deep_copy/Host=a/Host=b": (2, 16_000)}
        for how in ("allocate", "deallocate"):
            expected_bytes.update({f"kokkos/{how}/Host/{label}": (1, size) for label, size in (("a", 8000), ("b", 8000), ("block", 12345))})
        self.assertEqual(bytes_of, expected_bytes)

    def test_only_names_that_match_are_measured_by_the_filter(self) -> None:
        run = self.run_program([self.program()], KOKKOS_PROFILE_LIBRARY=FILTER)
        self.assertNotIn("kokkos/outer/kokkos/inner/kokkos/dev0/_fill", run.laps())
        self.assertEqual(run.laps()["solve/kokkos/dev0/fill"], 5)
        run = self.run_program([self.program()], KOKKOS_PROFILE_LIBRARY=FILTER, KOKKOS_PROFILE_REGEX="fill$|^prefix$")
        self.assertEqual(run.laps(), {"kokkos/dev0/fill": 5, "prefix": 5, "kokkos/dev0/_fill": 3})

    def test_what_the_program_was_built_with_is_among_the_metadata(self) -> None:
        run = self.run_program([self.program()], KOKKOS_PROFILE_LIBRARY=TOOL)
        text = "".join(file.read_text() for file in run.directory.rglob("metadata.json"))
        self.assertRegex(text, '"Kokkos Version": *"[0-9.]+"')

    def test_the_program_prints_and_returns_the_same_with_and_without(self) -> None:
        program = self.program()
        without = self.run_program([program])
        self.assertEqual((without.out, without.error), ("done\n", ""))
        self.assertEqual(self.run_program([program], KOKKOS_PROFILE_LIBRARY=TOOL).out, without.out)
