package timemory.tools.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.tests.OptionalTools;
import timemory.tools.TimemoryCommandRun;

/** {@code timemory run --preload mallocp} with programs that know nothing of it: they print what they print without, and end as they do. */
@Tag("optional-tools")
class PreloadedProgramsTest {
    private static final Path LIBRARIES = Path.of("../../timemory-native/target/lib").toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    private Path exec;

    private record Outcome(int status, String out, List<String> err) {}

    @BeforeEach
    void prepare() throws IOException {
        assumeTrue(Files.exists(LIBRARIES.resolve("libtimemory-mallocp.so")), "native code is not built on this machine");
        exec = Files.createTempFile(folder, "exec", "");
        System.setProperty("timemory.exec", exec.toString());
        System.setProperty("timemory.libraries", LIBRARIES.toString());
    }

    @AfterEach
    void forget() {
        System.clearProperty("timemory.exec");
        System.clearProperty("timemory.libraries");
    }

    private Outcome run(List<String> command) throws Exception {
        Path out = Files.createTempFile(folder, "out", "");
        Path err = Files.createTempFile(folder, "err", "");
        List<String> bounded = new ArrayList<>(List.of("timeout", "-k", "5", "300"));
        bounded.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(bounded).redirectInput(new File("/dev/null"));
        builder.environment().keySet().removeIf(name -> name.startsWith("TIMEMORY_") || name.equals("LD_PRELOAD"));
        int status = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start().waitFor();
        return new Outcome(status, Files.readString(out), Files.readAllLines(err));
    }

    /** Fails where it goes on otherwise than without; skipped where it is not installed. */
    private void assertGoesOnAsWithout(int status, String... command) throws Exception {
        OptionalTools.require(command[0]);
        Outcome bare = run(List.of(command));
        assertEquals(status, bare.status(), bare.toString());
        String results = folder.resolve("results").toString();
        List<String> all = new ArrayList<>(List.of("run", "--preload", "mallocp", "--output-path", results, "--"));
        all.addAll(List.of(command));
        StringWriter messages = new StringWriter();
        int prepared = TimemoryCommandRun.execute(new PrintWriter(messages), new PrintWriter(messages), all.toArray(String[]::new));
        assertEquals(0, prepared, messages.toString());
        assertTrue(messages.toString().contains(LIBRARIES.resolve("libtimemory-mallocp.so").toString()), messages.toString());
        Outcome measured = run(List.of("bash", exec.toString()));
        assertEquals(status, measured.status(), measured.toString());
        assertEquals(bare.out(), measured.out());
        List<String> others = measured.err().stream().filter(line -> !line.startsWith("timemory: ")).toList();
        assertEquals(bare.err(), others);
        try (Stream<Path> files = Files.walk(Path.of(results))) {
            boolean isMeasured = files.anyMatch(file -> file.getFileName().toString().endsWith("memory_allocations.txt"));
            assertTrue(isMeasured, measured.toString());
        }
    }

    private static String output(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        List<String> all = new ArrayList<>(List.of("run"));
        for (Object argument : arguments) all.add(argument.toString());
        int status = TimemoryCommandRun.execute(new PrintWriter(out), new PrintWriter(err), all.toArray(String[]::new));
        assertEquals(0, status, err.toString());
        return out.toString();
    }

    @Test
    void functionsOfAProgramThatNobodyRecompiledAreListedAndMeasured() throws Exception {
        Path source = Files.writeString(folder.resolve("known.c"), """
                #include <stdio.h>
                __attribute__((noinline)) long square(long x) { for (int i = 0; i < 3; i++) x ^= x * 3; return x; }
                static __attribute__((noinline)) long sum(int n) { long s = 0; while (n > 0) s += square(n--); return s; }
                int main(void) { printf("%ld\\n", sum(50)); return 5; }
                """);
        Path program = folder.resolve("known");
        assertEquals(0, run(List.of(OptionalTools.require("gcc"), "-O1", source.toString(), "-o", program.toString())).status());
        String listed = output("--print-available", "-r", "0", "--", program);
        assertTrue(listed.matches("(?s).*square \\[known, \\d+ bytes]  would be measured\n.*"), listed);
        assertTrue(listed.matches("(?s).*_start \\[known, \\d+ bytes]  would not: it starts or ends the program\n.*"), listed);
        assertTrue(output("--print-excluded", "-E", "square", "--format", "json", "--", program).contains("\"reason\" : \"is excluded\""));
        output("--output-path", folder.resolve("results"), "--set", "text_output=true", "-r", "0", "--", program);
        Outcome measured = run(List.of("bash", exec.toString()));
        assertEquals(5, measured.status(), measured.toString());
        assertEquals(run(List.of(program.toString())).out(), measured.out());
        assertTrue(measured.err().stream().anyMatch(line -> line.matches("timemory-run: 3 of \\d+ functions of known are measured.*")),
                measured.toString());
        String table = Files.readString(folder.resolve("results/wall.txt"));
        assertTrue(table.matches("(?s).*\\|_square +\\| +50 \\|.*"), table);
    }

    @Test
    void pythonGoesOnAsWithout() throws Exception {
        assertGoesOnAsWithout(3, "python3", "-c", "import json, sys; print(json.dumps(list(range(50)))); sys.exit(3)");
    }

    @Test
    void bashAndWhatItStartsGoOnAsWithout() throws Exception {
        assertGoesOnAsWithout(7, "bash", "-c", "for i in 1 2 3; do echo $i | sed s/2/two/; done; (exit 2); echo $?; exit 7");
    }

    @Test
    void gccGoesOnAsWithout() throws Exception {
        Path source = Files.writeString(folder.resolve("hello.c"), "#include <stdio.h>\nint main(void) { return puts(\"hello\") < 0; }\n");
        assertGoesOnAsWithout(0, "gcc", "-O2", source.toString(), "-o", folder.resolve("hello").toString());
        assertEquals("hello\n", run(List.of(folder.resolve("hello").toString())).out());
        Path wrong = Files.writeString(folder.resolve("wrong.c"), "int main(void) { return nothing; }\n");
        assertGoesOnAsWithout(1, "gcc", wrong.toString(), "-o", folder.resolve("wrong").toString());
    }

    @Test
    void javaGoesOnAsWithout() throws Exception {
        Path source = Files.writeString(folder.resolve("Hello.java"),
                "class Hello { public static void main(String[] a) { System.out.println(\"hello\"); System.exit(4); } }\n");
        assertGoesOnAsWithout(4, "java", source.toString());
    }

    @Test
    void nodeGoesOnAsWithout() throws Exception {
        assertGoesOnAsWithout(6, "node", "-e", "console.log([1, 2, 3].map(x => x * 2)); process.exit(6)");
    }

    @Test
    void functionsOfAProgramThatRunsAreMeasured() throws Exception {
        Path source = Files.writeString(folder.resolve("runs.c"), """
                #include <stdio.h>
                __attribute__((noinline)) long square(long x) { for (int i = 0; i < 3; i++) x ^= x * 3; return x; }
                int main(void) {
                    volatile long x = 1;
                    puts("begun");
                    fflush(stdout);
                    getchar();
                    for (int i = 0; i < 50; i++) x += square(x);
                    return 0;
                }
                """);
        Path program = folder.resolve("runs");
        assertEquals(0, run(List.of(OptionalTools.require("gcc"), "-O1", source.toString(), "-o", program.toString())).status());
        Process process = new ProcessBuilder(program.toString()).start();
        try {
            assertEquals("begun", process.inputReader().readLine());
            StringWriter messages = new StringWriter();
            Path results = folder.resolve("attached");
            CompletableFuture<Integer> status = CompletableFuture.supplyAsync(() -> TimemoryCommandRun.execute(
                    new PrintWriter(new StringWriter()), new PrintWriter(messages, true), "run", "-p", Long.toString(process.pid()), "-r",
                    "0",
                    "--set", "text_output=true", "--output-path", results.toString()));
            while (!messages.toString().contains("measuring process") && !status.isDone()) Thread.sleep(10);
            assumeTrue(!messages.toString().contains("CAP_SYS_PTRACE"), messages.toString());
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
            assertEquals(0, status.get(2, TimeUnit.MINUTES), messages.toString());
            List<String> lines = messages.toString().lines().toList();
            String begin = "timemory: measuring process " + process.pid() + " until it ends, or Ctrl-C: 2 of ";
            assertTrue(lines.get(0).startsWith(begin), messages.toString());
            assertEquals("timemory: the call graph is in " + results, lines.get(1));
            String table = Files.readString(results.resolve("wall.txt"));
            assertTrue(table.matches("(?s).*>>> square +\\| +50 \\|.*") && !table.contains("main"), table);
        } finally {
            process.destroyForcibly();
        }
    }
}
