"""If DISABLE_TIMEMORY is defined, programs with gotchas need no library, with any mixture of the headers."""

import subprocess
import tempfile
import unittest
from pathlib import Path

from programs import HERE
from tools import TIMEOUT, compiled


class Disabled(unittest.TestCase):
    def test_programs_are_linked_without_the_library_and_run(self) -> None:
        ways = [("gcc", "c", "c11"), ("gcc", "c", "gnu2x"), ("g++", "cpp", "c++11"), ("g++", "cpp", "c++20")]
        for compiler, language, standard in ways:
            with self.subTest(standard=standard), tempfile.TemporaryDirectory() as folder:
                source = HERE.parents[2] / "test" / language / f"disabled.{language}"
                warnings = ["-Wextra", "-Werror", f"-std={standard}"]
                program = compiled(Path(folder), "disabled", compiler, *warnings, str(source), "-lm")
                subprocess.run([*TIMEOUT, program], cwd=folder, check=True)
                symbols = subprocess.run(["nm", program], stdout=subprocess.PIPE, check=True).stdout.decode()
                self.assertNotIn(" U timemory_", symbols)


if __name__ == "__main__":
    unittest.main()
