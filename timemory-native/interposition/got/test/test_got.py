"""The rewriter of calls between objects, by programs that are linked and loaded in every way there is."""

import unittest
from typing import List

from programs import HERE, SOURCES, Programs
from tools import compiled


class Got(Programs):
    def test_programs_are_reached_however_they_are_linked(self) -> None:
        ways: List[List[str]] = [
            ["-Wl,-z,lazy"],
            ["-Wl,-z,now"],
            ["-fno-plt"],
            ["-no-pie", "-fno-pie", "-Wl,-z,lazy"],
            ["-no-pie", "-fno-pie", "-Wl,-z,now"],
            ["-Wl,-z,norelro"],
        ]
        for way in ways:
            with self.subTest(way=way):
                output = self.run_it(self.link("linked.c", "-fno-builtin", *way))
                self.assertEqual(["linked", "by address", "by name", "done"], output.split("\n")[:-1])

    def test_arguments_and_results_of_every_kind_go_through(self) -> None:
        self.run_it(self.link("arguments.c", "-O0"))
        self.run_it(self.link("arguments.c", "-O3", "-mavx"))

    def test_several_hooks_keep_their_order_and_go_in_any_order(self) -> None:
        self.run_it(self.link("priorities.c"))

    def test_a_replacement_above_a_hook_for_some_callers(self) -> None:
        text = "extern int twice(int); int {0}(int x); int {0}(int x) {{ return twice(x); }}"
        for name in ("some", "others"):
            self.from_text(f"lib{name}.so", text.format(f"{name}_call"), *self.found_here(), "-lcallee")
        for way in (("-lsome", "-lothers"), ("-lothers", "-lsome")):
            self.run_it(self.link("above.c", f"-L{self.directory}", *way))

    def test_slots_and_their_protection_are_as_they_were(self) -> None:
        self.run_it(self.link("bytes.c", "-Wl,-z,now"))
        self.run_it(self.link("bytes.c", "-Wl,-z,lazy"))

    def test_calls_that_do_not_return_end(self) -> None:
        self.run_it(self.link("leaving.cpp", compiler="g++"))

    def test_calls_on_stacks_that_take_turns(self) -> None:
        self.run_it(self.link("stacks.c"))

    def test_errno_is_that_of_the_function(self) -> None:
        self.run_it(self.link("errors.c"))

    def test_threads_call_while_hooks_come_and_go(self) -> None:
        self.run_it(self.link("threads.c"))

    def test_threads_leave_nothing_when_they_end(self) -> None:
        self.run_it(self.link("ending.c"))

    def test_children_pass_on_and_handlers_of_signals_are_counted(self) -> None:
        self.run_it(self.link("processes.c"))

    def test_what_is_loaded_later_is_hooked(self) -> None:
        own = self.directory / "own"
        own.mkdir()
        uses = "extern int twice(int); int {0}(int x); int {0}(int x) {{ return twice(x); }}"
        self.from_text("libuser.so", uses.format("uses_twice"), f"-L{self.directory}", "-lcallee", f"-Wl,-rpath,{self.directory}")
        self.from_text("own/libnamed.so", uses.format("also_uses_twice"), f"-L{self.directory}", "-lcallee")
        self.twins("-Wl,-z,lazy")
        self.library("libopener.so", str(HERE / "opener.c"), "-Wl,--enable-new-dtags,-rpath,$ORIGIN/own")
        program = self.link("loaded.c", f"-L{self.directory}", "-lopener")
        self.run_it(program, str(self.directory))

    def twins(self, *arguments: str) -> None:
        for side, value in (("left", 1), ("right", 2)):
            twin = f"lib{side}twin.so"
            self.from_text(twin, f"int twin(void); int twin(void) {{ return {value}; }}", f"-Wl,-soname,{twin}")
            text = f"extern int twin(void); int calls_{side}(void); int calls_{side}(void) {{ return twin(); }}"
            self.from_text(f"lib{side}.so", text, f"-L{self.directory}", f"-l{side}twin", "-Wl,-rpath,$ORIGIN", *arguments)

    def test_a_function_is_meant_by_the_library_that_has_it(self) -> None:
        for way in ("-Wl,-z,lazy", "-Wl,-z,now"):
            self.twins(way)
            self.run_it(self.link("meant.c"), str(self.directory))

    def test_pointers_in_data_stay_as_the_program_changed_them(self) -> None:
        self.library("libpointers.so", str(HERE / "has_pointers.c"), *self.found_here(), "-lcallee")
        self.from_text("libanother.so", "int another(void); int another(void) { return 1; }")
        program = self.link("data_pointers.c", f"-L{self.directory}", "-lpointers")
        self.run_it(program, str(self.directory / "libanother.so"))

    def test_a_library_in_the_place_of_one_that_was_closed(self) -> None:
        times = "int {0}(int x); int {0}(int x) {{ return {1} * x; }}"
        self.from_text("libtimes.so", times.format("twice", 2) + times.format("thrice", 3))
        self.from_text("libonce.so", times.format("once", 1))
        for way in ("-Wl,-z,lazy", "-Wl,-z,now"):
            users = []
            for name, library in (("twice", "times"), ("thrice", "times"), ("once", "once")):
                text = f"extern int {name}(int); int call(int x); int call(int x) {{ return {name}(x); }}"
                self.from_text(f"libcalls{name}.so", text, way, *self.found_here(), f"-l{library}")
                users.append(str(self.directory / f"libcalls{name}.so"))
            with self.subTest(way=way):
                program = self.link("same_place.c", f"-L{self.directory}", "-Wl,--no-as-needed", "-ltimes")
                self.assertEqual("", self.run_it(program, *users))

    def test_arguments_of_half_a_register_are_added_up(self) -> None:
        parameters = ", ".join(f"unsigned {name}" for name in "abcdef")
        text = f"unsigned halves({parameters}); unsigned halves({parameters}) {{ return a + b + c + d + e + f; }}"
        self.from_text("libhalves.so", text)
        self.run_it(self.link("halves.c", f"-L{self.directory}", "-lhalves"))

    def from_text(self, name: str, text: str, *arguments: str) -> None:
        source = self.directory / (name.replace("/", "_") + ".c")
        source.write_text(text + "\n")
        self.library(name, str(source), *arguments)

    def test_versions_of_a_function_are_kept_apart(self) -> None:
        script = self.directory / "versions.map"
        script.write_text("V_1 { global: versioned; local: *; }; V_2 { global: versioned; } V_1;\n")
        both = 'int old(void); int old(void) { return 1; } int new(void); int new(void) { return 2; }'
        symbols = ' __asm__(".symver old,versioned@V_1"); __asm__(".symver new,versioned@@V_2");'
        self.from_text("libversioned.so", both + symbols, f"-Wl,--version-script={script}")
        uses = "extern int versioned(void);{0} int {1}(void); int {1}(void) {{ return versioned(); }}"
        linked = [f"-L{self.directory}", "-lversioned", f"-Wl,-rpath,{self.directory}"]
        self.from_text("libold.so", uses.format(' __asm__(".symver versioned,versioned@V_1");', "old_caller"), *linked)
        self.from_text("libnew.so", uses.format("", "new_caller"), *linked)
        self.run_it(self.link("versions.c", f"-L{self.directory}", "-lold", "-lnew"))

    def test_a_function_without_versions_stands_before_one_that_has_them(self) -> None:
        script = self.directory / "one_version.map"
        script.write_text("V_1 { global: versioned; local: *; };\n")
        self.from_text("libwith.so", "int versioned(void); int versioned(void) { return 1; }", f"-Wl,--version-script={script}")
        # It uses a function that has versions itself, so it has a table of them.
        text = '#include <stdio.h>\nint versioned(void); int versioned(void) { fflush(stdout); return 3; }'
        self.from_text("libbefore.so", text)
        for way in ("-Wl,-z,lazy", "-Wl,-z,now"):
            program = self.link("before.c", way, "-Wl,--no-as-needed", f"-L{self.directory}", "-lwith")
            self.run_it(program, LD_PRELOAD=str(self.directory / "libbefore.so"))

    def test_two_tools_do_not_disturb_each_other(self) -> None:
        for way in ("-Wl,-z,lazy", "-Wl,-z,now"):
            self.run_it(self.link("two_tools.c", way), str(self.directory / "libgot.so"), str(self.directory / "libother.so"))

    def test_what_is_not_reached_is_explained(self) -> None:
        self.library("libwithin.so", str(HERE / "callee.c"), "-Wl,-Bsymbolic")
        program = compiled(
            self.directory,
            "unreached",
            "gcc",
            str(HERE / "unreached.c"),
            f"-L{self.directory}",
            "-lwithin",
            "-lgot",
            f"-Wl,-rpath,{self.directory}",
        )
        self.run_it(program)

    def test_programs_that_are_linked_statically_are_said_to_be(self) -> None:
        text = '#include "check.h"\n#include "driver.h"\n#include <string.h>\nint main(void) { hook h = count_calls("puts", -1);'
        source = self.directory / "static.c"
        source.write_text(text + ' check(strstr(why_none(h), "is statically linked") != NULL); return 0; }\n')
        rewriter = [str(file) for file in sorted(SOURCES.glob("*.c"))]
        headers = ["-I", str(HERE), "-I", str(SOURCES)]
        program = compiled(
            self.directory, "static", "gcc", "-static", "-w", "-pthread", *headers, str(source), str(HERE / "driver.c"), *rewriter
        )
        self.run_it(program)

    def test_there_is_an_end_to_hooks_and_none_to_using_them_again(self) -> None:
        self.run_it(self.link("many.c"))

    def test_hooks_are_used_again_while_threads_call(self) -> None:
        for way in ("-Wl,-z,lazy", "-Wl,-z,now"):
            self.run_it(self.link("used_again.c", "-O2", way))

    def test_gotchas_come_and_go_without_end(self) -> None:
        self.run_it(self.with_gotchas("gotchas.c"))

    def test_callers_are_found_at_each_instruction(self) -> None:
        self.run_it(self.link("unwound.c", "-O1", "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls"))

    def test_slots_that_may_not_be_written_are_said_to_be(self) -> None:
        program = self.link("refused.c", "-Wl,-z,now")
        expected = (
            "the slots of scaled cannot be written: Operation not permitted\n"
            "1 of the 2 slots of twice cannot be written: Operation not permitted\n"
        )
        self.assertEqual(expected, self.run_it(program, "refused"))
        output = self.run_it(program, "sealed")
        if output.startswith("no memory is sealed here"):
            self.skipTest(output)
        self.assertEqual(expected, output)

    def test_calls_nest_as_deeply_as_the_program_has_them(self) -> None:
        self.run_it(self.link("deep.c"))


if __name__ == "__main__":
    unittest.main()
