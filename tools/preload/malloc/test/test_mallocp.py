"""Allocation counts, compared with a model, with valgrind, and in programs that do not know about it."""

import json
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Dict, List, Tuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "common/test"))

from tests.optional import require, which  # noqa: E402
from tools import LIBRARIES, LINKED, Run, TIMEOUT, ToolTest, compiled  # noqa: E402

LIBRARY = str(LIBRARIES / "libtimemory-mallocp.so")
NAMES = ("allocated", "freed", "net", "peak", "requested", "allocations", "deallocations")


def memory(run: Run, component: str = "memory_allocations") -> Dict[str, Dict[str, float]]:
    """The numbers of each region by their names, and its laps; sizes in bytes."""
    found: Dict[str, Dict[str, float]] = {}
    for file in run.directory.rglob("*.json"):
        content = json.loads(file.read_text()).get("timemory", {}).get(component)
        for node in [] if content is None else content["ranks"][0]["graph"]:
            label = re.sub(r"^.*(>>> |\|_)", "", node["prefix"])
            numbers = dict(zip(NAMES, (float(number) for number in node["entry"]["repr_data"])))
            for name in NAMES[:5]:
                numbers[name] = round(numbers[name] * 1e6)
            found[label] = {**numbers, "laps": node["entry"]["laps"]}
    return found


class Mallocp(ToolTest):
    def program(self, source: str, *arguments: str) -> str:
        compiler = "g++" if source.endswith(".cpp") else "gcc"
        return compiled(self.directory, source.split(".")[0], compiler, str(HERE / source), "-Wextra", "-Werror", "-pthread", *arguments)

    def preloaded(self, command: List[str], status: int = 0) -> Run:
        return self.run_program(command, status, LD_PRELOAD=LIBRARY)

    def test_random_programs_count_what_a_model_of_them_does(self) -> None:
        program = self.program("random.c", "-fno-builtin", "-lm", *LINKED)
        self.assertEqual("", self.run_program([program]).out)

    def test_what_is_started_and_stopped_is_one_region_named_after_the_program(self) -> None:
        program = self.program("held.c", "-fno-builtin", f"-L{LIBRARIES}", "-ltimemory-mallocp", *LINKED)
        run = self.run_program([program, "allocate", "start", "allocate", "start", "stop", "allocate", "stop", "allocate"])
        self.assertEqual("1210\n", run.out)
        numbers = memory(run)["held"]
        # printf's buffer comes in between.
        self.assertGreaterEqual(numbers["requested"], 20_000)
        self.assertLess(numbers["requested"], 26_000)
        self.assertEqual((10, 1), (numbers["deallocations"], numbers["laps"]))
        self.assertEqual({}, memory(self.run_program([program, "allocate"])))
        self.assertEqual(
            "00\n", self.run_program([program, "start", "stop"], TIMEMORY_ENABLE_MALLOCP="false").out
        )

    def test_what_is_registered_is_measured_until_it_is_deregistered_or_the_program_ends(self) -> None:
        program = self.program("held.c", "-fno-builtin", f"-L{LIBRARIES}", "-ltimemory-mallocp", *LINKED)
        for end in ([], ["deregister", "allocate"], ["finalize"], ["finalize", "allocate"]):
            with self.subTest(end=end):
                numbers = memory(self.run_program([program, "allocate", "register", "allocate", *end]))["held"]
                self.assertEqual((5, 1), (numbers["deallocations"], numbers["laps"]))

    def test_regions_of_the_program_stand_beside_what_is_measured_of_all_of_it(self) -> None:
        program = self.program("held.c", "-fno-builtin", f"-L{LIBRARIES}", "-ltimemory-mallocp", *LINKED)
        run = self.run_program(
            [program, "region", "allocate", "end"], LD_PRELOAD=LIBRARY, TIMEMORY_COMPONENTS="malloc_gotcha"
        )
        self.assertEqual(5, memory(run, "malloc_gotcha")["region"]["deallocations"])
        self.assertGreaterEqual(memory(run)["held"]["deallocations"], 5)

    def test_what_is_never_freed_belongs_to_the_region_that_allocated_it_and_those_around(self) -> None:
        run = self.run_program([self.program("leaks.c", "-fno-builtin", *LINKED)])
        outer, inner = (int(number) for number in run.out.split())
        self.assertEqual({"outer": (2, outer), "outer/inner": (2, inner)}, run.nodes("memory_leaks"))

    def test_blocks_have_their_owners_in_overlapping_regions_after_failures_and_where_they_are_freed_unseen(self) -> None:
        run = self.run_program([self.program("owners.c", "-fno-builtin", *LINKED)])
        left = {path.rsplit("/", 1)[-1]: value for path, (_, value) in run.nodes("memory_leaks").items()}
        expected = {label: int(size) for label, size in (line.split() for line in run.out.splitlines())}
        # Allocations of the second region belong to the first as well, in which it started.
        self.assertEqual({"first": expected["second"], **expected}, left)

    def test_what_is_allocated_after_a_program_failed_to_become_another_is_measured_too(self) -> None:
        script = (
            "import os\n"
            "try: os.execv('/nonexistent', ['x'])\n"
            "except OSError: pass\n"
            "kept = [bytearray(1 << 20) for i in range(10)]\n"
        )
        libraries = f"{LIBRARIES / 'libtimemory.so'} {LIBRARY}"
        run = self.run_program([require("python3"), "-S", "-c", script], LD_PRELOAD=libraries)
        requested = [int(number) for number in re.findall(r"allocated (\d+) B", run.error)]
        self.assertEqual(2, len(requested), run.error)
        self.assertGreaterEqual(requested[1], 10 << 20)

    def test_what_the_cuda_runtime_allocates_is_counted_with_the_sizes_that_were_asked_for(self) -> None:
        runtime = compiled(self.directory, "libcudart.so", "gcc", str(HERE / "cudart.c"), "-Wextra", "-Werror", "-shared", "-fPIC")
        program = self.program("cuda.c", runtime, f"-Wl,-rpath,{self.directory}", *LINKED)
        run = self.run_program([program], TIMEMORY_ALLOCATIONS_BY_FUNCTION="true")
        numbers = memory(run, "malloc_gotcha")
        of_cuda = {label: node for label, node in numbers.items() if label.startswith("cuda")}
        # The size of one block is unknown: it was allocated before counting began.
        expected = {
            "cudaMalloc": (1000, 0, 1, 0),
            "cudaMallocManaged": (2000, 0, 1, 0),
            "cudaMallocHost": (3000, 0, 1, 0),
            "cudaHostAlloc": (4000, 0, 1, 0),
            "cudaMallocPitch": (5120, 0, 1, 0),
            "cudaMallocAsync": (7200, 0, 3, 0),
            "cudaFree": (0, 6120, 0, 3),
            "cudaFreeHost": (0, 7000, 0, 2),
            "cudaFreeAsync": (0, 6000, 0, 1),
        }
        names = ("allocated", "freed", "allocations", "deallocations")
        self.assertEqual(expected, {label: tuple(node[name] for name in names) for label, node in of_cuda.items()})
        self.assertEqual({"device": (1, 3200), "device/again": (1, 700)}, run.nodes("memory_leaks"))

    def test_functions_are_regions_inside_where_that_is_asked_for(self) -> None:
        program = self.program("held.c", "-fno-builtin", f"-L{LIBRARIES}", "-ltimemory-mallocp", *LINKED)
        run = self.run_program(
            [program, "region", "allocate", "end"], TIMEMORY_COMPONENTS="malloc_gotcha", TIMEMORY_ALLOCATIONS_BY_FUNCTION="true"
        )
        numbers = memory(run, "malloc_gotcha")
        self.assertEqual({"region", "malloc", "free"}, set(numbers))
        self.assertEqual((10, 10_000, 0), tuple(numbers["malloc"][name] for name in ("allocations", "requested", "freed")))
        self.assertEqual((5, 0), tuple(numbers["free"][name] for name in ("deallocations", "allocated")))
        for name in ("allocated", "freed", "net"):
            self.assertEqual(numbers["region"][name], numbers["malloc"][name] + numbers["free"][name])

    @unittest.skipUnless(os.environ.get("THOROUGH") == "true", "DHAT, of the same valgrind, counts the same")
    def test_preloaded_it_counts_what_valgrind_counts(self) -> None:
        if which("valgrind") is None:
            self.skipTest("there is no valgrind")
        blocks = self.program("blocks.cpp")
        words = self.directory / "words"
        words.write_text("\n".join(f"{i * 7919 % 10007}" for i in range(20_000)))
        xml = self.directory / "file.xml"
        xml.write_text("<a>" + "".join(f"<b c='{i}'>text {i}</b>" for i in range(2_000)) + "</a>")
        programs = [[blocks], [blocks, "1"], ["sort", "--parallel=1", str(words)]]
        if which("xmllint") is not None:
            programs.append(["xmllint", "--noout", str(xml)])
        for command in programs:
            with self.subTest(command=command):
                theirs = self.valgrind(command)
                numbers = memory(self.preloaded(command))[Path(command[0]).name]
                ours = (int(numbers["allocations"]), int(numbers["requested"]))
                # Allocations by the dynamic linker, before the first constructor and after the last exit handler.
                self.assertLessEqual(abs(ours[0] - theirs[0]), 12 + theirs[0] // 200)
                self.assertLessEqual(abs(ours[1] - theirs[1]), 100_000 + theirs[1] // 200)

    def test_preloaded_it_counts_what_dhat_does_in_all_and_at_its_peak(self) -> None:
        if which("valgrind") is None:
            self.skipTest("there is no valgrind")
        words = self.directory / "words"
        words.write_text("\n".join(f"{i * 7919 % 10007}" for i in range(20_000)))
        xml = self.directory / "file.xml"
        xml.write_text("<a>" + "".join(f"<b c='{i}'>text {i}</b>" for i in range(5_000)) + "</a>")
        programs = [
            [self.program("blocks.cpp"), "1"],
            ["sort", "--parallel=1", str(words)],
            ["xmllint", "--noout", str(xml)],
        ]
        # Allocations before the first constructor: 72,704 bytes by the C++ library.
        unseen = 80_000
        for command in programs:
            if which(command[0]) is None:
                continue
            with self.subTest(command=command):
                (gross, blocks), (peak, blocks_at_peak) = self.dhat(command)
                numbers = memory(self.preloaded(command))[Path(command[0]).name]
                # A block of the C library is at least 24 bytes, and at most 15 more than was asked for.
                self.assertLessEqual(abs(numbers["requested"] - gross), unseen + gross // 200)
                self.assertLessEqual(abs(numbers["allocations"] - blocks), 12 + blocks // 200)
                self.assertGreaterEqual(numbers["peak"], peak - unseen - peak // 200)
                self.assertLessEqual(numbers["peak"], peak + 24 * blocks_at_peak + 4096)

    def dhat(self, command: List[str]) -> List[Tuple[int, int]]:
        """Bytes and blocks in all, and when there were most."""
        ended = subprocess.run(
            [*TIMEOUT, "valgrind", "--tool=dhat", "--dhat-out-file=/dev/null", "--run-libc-freeres=no", "--run-cxx-freeres=no", *command],
            cwd=self.directory, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )
        text = ended.stderr.decode(errors="replace")
        found = re.findall(r"(?:Total|At t-gmax): +([\d,]+) bytes in ([\d,]+) blocks", text)
        self.assertEqual(2, len(found), text)
        return [(int(size.replace(",", "")), int(blocks.replace(",", ""))) for size, blocks in found]

    def valgrind(self, command: List[str]) -> Tuple[int, int]:
        ended = subprocess.run(
            [*TIMEOUT, "valgrind", "--run-libc-freeres=no", "--run-cxx-freeres=no", *command],
            cwd=self.directory, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )
        text = ended.stderr.decode(errors="replace")
        usage = re.search(r"total heap usage: ([\d,]+) allocs, [\d,]+ frees, ([\d,]+) bytes", text)
        self.assertIsNotNone(usage, text)
        assert usage is not None
        return int(usage[1].replace(",", "")), int(usage[2].replace(",", ""))

    def test_all_threads_are_counted_and_the_result_survives_an_abrupt_end(self) -> None:
        blocks = self.program("blocks.cpp")
        alone = memory(self.preloaded([blocks, "1"]))["blocks"]
        # Ends that run no exit handler are seen by libtimemory.so if it precedes the C library.
        both = f"{LIBRARY}:{LIBRARIES / 'libtimemory.so'}"
        for command, status, preload in (([blocks, "4"], 0, LIBRARY), ([blocks, "4", "_exit"], 3, both), ([blocks, "4", "exec"], 0, both)):
            with self.subTest(command=command):
                run = self.run_program(command, status, LD_PRELOAD=preload)
                self.assertEqual("done\n", run.out)
                together = memory(run)["blocks"]
                # Each of the threads does the same, and starting one takes some more.
                self.assertGreater(together["allocations"], 3.9 * alone["allocations"] - 200)
                self.assertGreater(together["peak"], 0)

    def test_programs_go_on_as_without_it(self) -> None:
        source = self.directory / "hello.c"
        source.write_text('#include <stdio.h>\nint main(void) { puts("hello"); return 5; }\n')
        hello = self.directory / "Hello.java"
        hello.write_text('class Hello { public static void main(String[] a) { System.out.println("hello"); System.exit(4); } }\n')
        commands: List[List[str]] = [
            [require("python3"), "-c", "import json, sys; print(json.dumps(list(range(50)))); sys.exit(3)"],
            ["bash", "-c", "for i in 1 2 3; do echo $i | sed s/2/two/; done; (exit 2); echo $?; ls / > /dev/null; exit 7"],
            ["gcc", "-O2", str(source), "-o", str(self.directory / "hello")],
            ["node", "-e", "console.log([1, 2, 3].map(x => x * 2)); process.exit(6)"],
            ["java", str(hello)],
            ["sort", "-R", "--random-source=/bin/ls", "/etc/passwd"],
            ["env"],
        ]
        for command in commands:
            if which(command[0]) is None:
                continue
            with self.subTest(command=command[0]):
                bare = subprocess.run([*TIMEOUT, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
                run = self.preloaded(command, bare.returncode)
                if command[0] != "env":
                    self.assertEqual(bare.stdout.decode(errors="replace"), run.out)
                # A line for each process that leaves standard error open to its end, and nothing else.
                ours = [line for line in run.error.splitlines() if line.startswith("timemory: ")]
                self.assertEqual(bare.stderr.decode(errors="replace").splitlines(), [x for x in run.error.splitlines() if x not in ours])
                processes = len(list(run.directory.glob("*memory_allocations.json")))
                self.assertGreaterEqual(processes, 1)
                self.assertLessEqual(len(ours), processes)
        self.assertTrue(os.access(self.directory / "hello", os.X_OK))

    def test_what_is_forked_and_goes_on_measures_nothing(self) -> None:
        child = "    if os.fork() == 0:\n        x = bytearray(10**6)\n        os._exit(0)\n"
        script = f"import os\nfor i in range(3):\n{child}    os.wait()\nprint('parent')"
        run = self.preloaded([require("python3"), "-c", script])
        self.assertEqual("parent\n", run.out)
        self.assertEqual(1, len(list(run.directory.glob("*memory_allocations.json"))))

    def test_a_child_does_not_wait_for_locks_of_threads_that_it_does_not_have(self) -> None:
        native = HERE.parents[3] / "timemory-native/interposition"
        folders = [native / "memory/c", native / "got/c"]
        sources = [str(native / "memory/c/cells.c"), *(str(file) for file in sorted((native / "got/c").glob("*.c")))]
        program = self.program("forked.c", *(f"-I{folder}" for folder in folders), *sources)
        self.assertEqual("", self.run_program([program]).out)

    def test_another_malloc_is_counted_where_it_says_how_large_its_blocks_are(self) -> None:
        tcmalloc = next(iter(sorted(Path("/usr/lib/x86_64-linux-gnu").glob("libtcmalloc_minimal.so.4"))), None)
        if tcmalloc is None:
            self.skipTest("there is no tcmalloc")
        blocks = self.program("blocks.cpp")
        bare = memory(self.preloaded([blocks, "2"]))["blocks"]
        other = memory(self.run_program([blocks, "2"], LD_PRELOAD=f"{LIBRARY}:{tcmalloc}"))["blocks"]
        self.assertLess(abs(bare["allocations"] - other["allocations"]), 50)


if __name__ == "__main__":
    unittest.main()
