"""
Runs the tests and reports each in TeamCity's service messages, which the build reads: `python3 -m tests`. For people: `python3 -m unittest`.
With a directory, `python3 -m tests DIRECTORY`, those in it.

Each file is run in a separate process: all tests of a process are in one call graph, and those that query the whole of it wait for what
others left there.
"""

import re
import subprocess
import sys
import time
import unittest
from pathlib import Path

_ESCAPES = {"\n": "|n", "\r": "|r", "|": "||", "'": "|'", "[": "|[", "]": "|]"}


def say(kind: str, /, **attributes: str) -> None:
    escaped = (f" {name}='" + re.sub(r"[\n\r|'\[\]]", lambda found: _ESCAPES[found.group()], text) + "'" for name, text in attributes.items())
    print(f"\n##teamcity[{kind}{''.join(escaped)}]", flush=True)


def named(test):
    """The class and the method; a failure before the first test of a class or after the last is not a test and has neither."""
    suite, _, name = test.id().rpartition(".")
    return (suite, name) if isinstance(test, unittest.TestCase) else ("tests", test.id())


class Messages(unittest.TestResult):
    suite = None
    began = 0.0

    def startTest(self, test):
        super().startTest(test)
        suite, name = named(test)
        if suite != self.suite:
            say("testSuiteStarted", name=suite)
            self.suite = suite
        say("testStarted", name=name)
        self.began = time.monotonic()

    def stopTest(self, test):
        say("testFinished", name=named(test)[1], duration=str(int((time.monotonic() - self.began) * 1000)))
        super().stopTest(test)

    def failed(self, test, error):
        outside = not isinstance(test, unittest.TestCase)
        if outside:
            self.startTest(test)
        say("testFailed", name=named(test)[1], message=str(error[1]), details=self._exc_info_to_string(error, test))
        if outside:
            self.stopTest(test)

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.failed(test, error)

    def addError(self, test, error):
        super().addError(test, error)
        self.failed(test, error)

    def addSubTest(self, test, subtest, error):
        super().addSubTest(test, subtest, error)
        if error is not None:
            self.failed(test, error)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        say("testIgnored", name=named(test)[1], message=reason)


def run(directory: Path, top: Path, pattern: str) -> bool:
    result = Messages()
    unittest.defaultTestLoader.discover(str(directory), pattern, top_level_dir=str(top)).run(result)
    return result.wasSuccessful()


def run_each(directory: Path) -> bool:
    """The files of the package's own tests, each in a process."""
    files = sorted(file.name for file in directory.glob("test_*.py"))
    return sum(subprocess.run([sys.executable, "-B", "-m", "tests", str(directory), file]).returncode != 0 for file in files) == 0


if __name__ == "__main__":
    root = Path(__file__).resolve().parents[1]
    if len(sys.argv) == 1:
        successful = run_each(root / "tests")
    else:
        directory = Path(sys.argv[1]).resolve()
        successful = run(directory, root if directory == root / "tests" else directory, sys.argv[2] if len(sys.argv) > 2 else "test*.py")
    sys.exit(not successful)
