"""The rewriter with many libraries, with libraries loaded early or late, and with preloaded ones: the tests of LLNL/GOTCHA, by their names,
and more."""

import unittest
from pathlib import Path
from typing import List

from programs import HERE, Programs
from tools import compiled

MODULES, FUNCTIONS = 6, 12


class Loading(Programs):
    def test_hammer_and_multi_module_stress(self) -> None:
        for module in range(MODULES):
            functions = []
            for function in range(FUNCTIONS):
                name = f"m{module}_f{function}"
                inner = f"m{module - 1}_f{function}" if module > 0 else ""
                declared = f"extern int {inner}(int); " if inner else ""
                functions.append(f"{declared}int {name}(int); int {name}(int x) {{ return {inner}(x) + {function}; }}")
            needed = [*self.found_here(), f"-lm{module - 1}"] if module > 0 else []
            self.from_text(f"libm{module}.so", "\n".join(functions), "-Wl,-z,lazy" if module % 2 == 0 else "-Wl,-z,now", *needed)
        every = [[f"m{module}_f{function}" for function in range(FUNCTIONS)] for module in range(MODULES)]
        declared = "".join(f"extern int {name}(int);\n" for module in every for name in module)
        texts = ",\n".join("{" + ", ".join(f'"{name}"' for name in module) + "}" for module in every)
        addresses = ",\n".join("{" + ", ".join(module) + "}" for module in every)
        (self.directory / "modules.h").write_text(
            f"enum {{ MODULES = {MODULES}, FUNCTIONS = {FUNCTIONS} }};\n{declared}"
            f"static const char* const names[MODULES][FUNCTIONS] = {{{texts}}};\n"
            f"static int (*const outermost[MODULES][FUNCTIONS])(int) = {{{addresses}}};\n"
        )
        libraries = [f"-I{self.directory}", f"-L{self.directory}", *(f"-lm{module}" for module in range(MODULES))]
        self.run_it(self.link("hammer.c", "-O2", *libraries))

    def test_stack(self) -> None:
        tools = [str(self.directory / name) for name in ("libgot.so", "libother.so")]
        for way in ("-Wl,-z,lazy", "-Wl,-z,now"):
            program = self.link("stacked.c", way)
            for outer in ("0", "1"):
                with self.subTest(way=way, outer=outer):
                    self.run_it(program, *tools, outer)

    def test_rogot_by_a_library_that_is_preloaded(self) -> None:
        tee = self.with_got("libtee.so", "tee.c")
        said = self.directory / "said.c"
        main = 'int main(void) { puts("one"); fflush(stdout); return write(1, "two\\n", 4) != 4; }'
        said.write_text(f"#include <stdio.h>\n#include <unistd.h>\n{main}\n")
        for number, way in enumerate(("-Wl,-z,now", "-Wl,-z,lazy")):
            program = compiled(self.directory, f"said{number}", "gcc", str(said), way)
            copy = self.directory / f"copy{number}"
            self.assertEqual("one\ntwo\n", self.run_it(program, LD_PRELOAD=tee, TEE=str(copy)))
            self.assertEqual("one\ntwo\n", copy.read_text())

    def test_programs_of_the_system_and_their_children_go_on_with_a_library_preloaded(self) -> None:
        tee = self.with_got("libtee2.so", "tee.c")
        copy = self.directory / "copy of cat"
        text = Path(__file__).read_text()
        script = f"cat '{__file__}' | tr a-z A-Z; exit 0"
        output = self.run_it("/bin/sh", "-c", script, LD_PRELOAD=tee, TEE=str(copy))
        self.assertEqual(text.upper(), output)
        self.assertIn(text, copy.read_text())

    def test_wrap_main(self) -> None:
        library = self.with_got("libmain.so", "main_wrapped.c")
        source = self.directory / "has_main.c"
        source.write_text('#include <stdio.h>\nint main(int count, char** arguments) { puts(arguments[1]); return count + 5; }\n')
        for way in ("-pie", "-no-pie"):
            program = compiled(self.directory, "has_main" + way, "gcc", str(source), way)
            self.assertEqual("before main\nmain\nafter main: 7\n", self.run_it(program, "main", LD_PRELOAD=library))

    def test_function_ptr(self) -> None:
        for way in (["-fPIE", "-pie"], ["-fPIE", "-pie", "-Wl,-z,now"], ["-fno-pie", "-no-pie"]):
            with self.subTest(way=way):
                self.run_it(self.link("pointers.c", *way))

    def test_dispatcher(self) -> None:
        both = "int first(void); int first(void) { return 1; } int second(void); int second(void) { return 2; }"
        self.from_text("libimplementation.so", both)
        self.library("libdispatching.so", str(HERE / "dispatching.c"), "-Wl,-rpath,$ORIGIN")
        self.run_it(self.link("dispatched.c", *self.found_here(), "-ldispatching"))

    def test_what_constructors_call_is_seen_from_when_there_is_a_hook(self) -> None:
        calls = "extern int twice(int); int {0}(int x); int {0}(int x) {{ return twice(x); }}"
        calls += " __attribute__((constructor)) static void begin(void) {{ twice(1); }}"
        callee = [*self.found_here(), "-lcallee"]
        self.from_text("libearlier.so", calls.format("calls_earlier"), *callee)
        self.with_got("libinconstructor.so", "in_constructor.c", *callee, "-learlier")
        self.from_text("libafterwards.so", calls.format("calls_afterwards"), *callee, "-Wl,--no-as-needed", "-linconstructor")
        self.from_text("liblater.so", calls.format("calls_later"), *callee)
        program = self.link("constructors.c", *self.found_here(), "-lafterwards", "-linconstructor", "-learlier")
        self.run_it(program, str(self.directory / "liblater.so"))

    def test_libraries_that_another_thread_is_loading(self) -> None:
        self.library("libslow.so", str(HERE / "slow_to_relocate.c"), "-Wl,-z,now")
        text = "extern int twice(int), calls_slowly(int); int call(int x); int call(int x) { return twice(calls_slowly(x)); }"
        program = self.link("relocating.c")
        for number, way in enumerate((["lazy"], ["now"], ["lazy", "norelro"], ["now", "norelro"])):
            library = f"libuses{number}.so"
            self.from_text(library, text, *(f"-Wl,-z,{one}" for one in way), *self.found_here(), "-lcallee", "-lslow")
            for earlier in ("first", "following"):
                with self.subTest(way=way, earlier=earlier):
                    self.run_it(program, str(self.directory / library), earlier)

    def test_a_library_is_looked_at_though_another_thread_looks_meanwhile(self) -> None:
        text = """#include <stdatomic.h>
            #include <unistd.h>
            extern int twice(int);
            extern atomic_int state;
            int call(int x);
            int call(int x) { return twice(x); }
            __attribute__((constructor)) static void begin(void) {
                state = 2;
                usleep(100000); /* the other thread may wait for the dynamic linker */
            }"""
        for way in ("lazy", "now"):
            self.from_text("libslowly.so", text, f"-Wl,-z,{way}", *self.found_here(), "-lcallee")
            with self.subTest(way=way):
                self.run_it(self.link("loading_elsewhere.c", "-rdynamic"))

    def test_a_constructor_that_waits_for_a_hook_is_not_waited_for(self) -> None:
        text = "extern int twice(int); int calls_of_writable(int x); int calls_of_writable(int x) { return twice(x); }"
        self.from_text("libwritable.so", text, "-Wl,-z,now", *self.found_here(), "-lcallee")
        waits = 'char one = 120; if (write(REACHED, &one, 1) != 1 || read(GO, &one, 1) != 1) abort();'
        text = '#include <stdlib.h>\n#include <unistd.h>\n#include "relocating.h"\n'
        text += f"__attribute__((constructor)) static void begin(void) {{ {waits} }}"
        self.from_text("libwaits.so", text, f"-I{HERE}")
        program = self.link("waited_for.c", "-Wl,-z,now", *self.found_here(), "-lwritable")
        self.run_it(program, str(self.directory / "libwaits.so"), LD_BIND_NOW="1")

    def test_programs_that_the_dynamic_linker_is_called_with(self) -> None:
        linker = next((file for file in ("/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1") if Path(file).exists()), None)
        if linker is None:
            self.skipTest("there is no dynamic linker of this name")
        for way in (["-pie"], ["-no-pie", "-fno-pie"]):
            output = self.run_it(linker, self.link("linked.c", "-fno-builtin", *way))
            self.assertEqual("done", output.split("\n")[-2])

    def test_slots_that_the_environment_has_filled_at_once(self) -> None:
        output = self.run_it(self.link("linked.c", "-fno-builtin", "-Wl,-z,lazy"), LD_BIND_NOW="1")
        self.assertEqual("done", output.split("\n")[-2])


if __name__ == "__main__":
    unittest.main()
