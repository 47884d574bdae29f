"""Programs and libraries to try the rewriter with, which is compiled by itself."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import List

HERE = Path(__file__).resolve().parent
SOURCES = HERE.parent / "c"
GOTCHAS = HERE.parents[1] / "gotcha/c"
HEADERS = HERE.parents[2] / "include"
sys.path.insert(0, str(HERE.parents[3] / "tools/preload/common/test"))

from tools import TIMEOUT, compiled  # noqa: E402


class Programs(unittest.TestCase):
    directory: Path

    @classmethod
    def setUpClass(cls) -> None:
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.directory = Path(holder.name)
        rewriter = [str(file) for file in sorted(SOURCES.glob("*.c"))]
        for name in ("libgot.so", "libother.so"):
            cls.library(name, "-O2", "-I", str(SOURCES), *rewriter, str(HERE / "driver.c"), "-Wl,-z,nodelete")
        cls.library("libcallee.so", str(HERE / "callee.c"))

    @classmethod
    def library(cls, name: str, *arguments: str) -> None:
        compiled(cls.directory, name, "gcc", "-std=gnu11", "-Wextra", "-Werror", "-fPIC", "-shared", "-pthread", *arguments)

    def found_here(self) -> List[str]:
        return [f"-L{self.directory}", f"-Wl,-rpath,{self.directory}"]

    def link(self, source: str, *arguments: str, compiler: str = "gcc") -> str:
        name = source.split(".")[0] + "".join(arguments).replace("/", "")[-40:]
        here = [f"-L{self.directory}", f"-Wl,-rpath,{self.directory}", "-lgot", "-lcallee"]
        return compiled(self.directory, name, compiler, "-Wextra", "-Werror", "-pthread", str(HERE / source), *arguments, *here)

    def run_it(self, program: str, *arguments: str, **environment: str) -> str:
        """Its output. Variables are set only for the program itself, not for the process that kills it if it hangs."""
        variables = ["env", *(f"{name}={value}" for name, value in environment.items())] if environment else []
        command = [*TIMEOUT, *variables, program, *arguments]
        ended = subprocess.run(command, cwd=self.directory, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        output = ended.stdout.decode(errors="replace")
        self.assertEqual(0, ended.returncode, output)
        return output

    def with_got(self, name: str, source: str, *arguments: str) -> str:
        """A library that uses the rewriter, from a file here."""
        self.library(name, str(HERE / source), f"-L{self.directory}", "-lgot", f"-Wl,-rpath,{self.directory}", *arguments)
        return str(self.directory / name)

    def with_gotchas(self, source: str, *arguments: str) -> str:
        """A program that uses gotchas, which are compiled without Kotlin for the host in this folder."""
        parts = [HERE / "host", SOURCES, GOTCHAS, HEADERS]
        files = [str(file) for folder in (SOURCES, GOTCHAS) for file in sorted(folder.glob("*.c"))]
        self.library("libgotchas.so", "-O2", *(f"-I{part}" for part in parts), *files, "-Wl,-z,nodelete")
        return self.link(source, f"-I{HEADERS}", *arguments, f"-L{self.directory}", "-lgotchas")

    def from_text(self, name: str, text: str, *arguments: str) -> None:
        source = self.directory / (name.replace("/", "_") + ".c")
        source.write_text(text + "\n")
        self.library(name, str(source), *arguments)
