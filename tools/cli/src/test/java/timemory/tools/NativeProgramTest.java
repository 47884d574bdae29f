package timemory.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.results.Results;
import timemory.tests.OptionalTools;
import timemory.tools.read.ResultFiles;

/** A program in C answers the same questions. */
class NativeProgramTest {

    private static final Path NATIVE = Path.of("../../timemory-native/target").toAbsolutePath().normalize();

    /** Does a lap for each line, and says so. */
    private static final String PROGRAM = """
            #include <stdio.h>
            #include <timemory/library.h>

            int main(void) {
                char line[100];
                timemory_push_region("main");
                puts("ready");
                fflush(stdout);
                while (fgets(line, sizeof line, stdin)) {
                    timemory_push_region("lap");
                    timemory_pop_region("lap");
                    puts("done");
                    fflush(stdout);
                }
                timemory_pop_region("main");
                return 0;
            }
            """;

    @TempDir
    private Path folder;

    private static String printed(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] all = Arrays.stream(arguments).map(Object::toString).toArray(String[]::new);
        assertEquals(0, TimemoryCommandRun.execute(new PrintWriter(out, true), new PrintWriter(err, true), all), err.toString());
        return out.toString();
    }

    private Path compiled() throws Exception {
        String gcc = OptionalTools.require("gcc");
        assumeTrue(Files.exists(NATIVE.resolve("lib/libtimemory.so")), "native code is not built on this machine");
        Path source = Files.writeString(folder.resolve("laps.c"), PROGRAM);
        Path program = folder.resolve("laps");
        Process compiler = new ProcessBuilder(gcc, "-o", program.toString(), source.toString(), "-I" + NATIVE.resolve("include"),
                "-L" + NATIVE.resolve("lib"), "-Wl,-rpath," + NATIVE.resolve("lib"), "-ltimemory").inheritIO().start();
        assertEquals(0, compiler.waitFor());
        return program;
    }

    @Test
    void whatCKeepsForItselfHearsOfItToo() throws Exception {
        Process program = start("TIMEMORY_ENABLED", "false");
        try (BufferedReader said = new BufferedReader(new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8))) {
            assertEquals("ready", said.readLine());
            lap(program, said);
            printed("enable", program.pid());
            // So many that C measures the region by itself.
            for (int i = 0; i < 500; i++) {
                lap(program, said);
            }
            printed("disable", program.pid());
            lap(program, said);
            assertEquals(500, laps(program, "lap"));
        } finally {
            program.destroyForcibly();
        }
    }

    /** @param settings names and values in turns; nothing stands for none */
    private Process start(String... settings) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(List.of(compiled().toString())).directory(folder.toFile());
        builder.redirectError(folder.resolve("err").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("TIMEMORY_") || name.equals("XDG_RUNTIME_DIR"));
        builder.environment().put("TMPDIR", folder.toString());
        builder.environment().put("TIMEMORY_LIVE_SOCKET", "true");
        builder.environment().put("TIMEMORY_COUT_OUTPUT", "false");
        for (int i = 0; i < settings.length; i += 2) {
            if (settings[i + 1].isEmpty()) builder.environment().remove(settings[i]);
            else builder.environment().put(settings[i], settings[i + 1]);
        }
        return builder.start();
    }

    @Test
    void itIsAskedAndToldWhatToDo() throws Exception {
        Process program = start("TIMEMORY_BANNER", "false");
        try (BufferedReader said = new BufferedReader(new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8))) {
            assertEquals("ready", said.readLine());
            lap(program, said);
            assertEquals(1, laps(program));
            printed("reset", program.pid());
            printed("disable", program.pid());
            lap(program, said);
            assertTrue(printed("enable", program.pid()).endsWith("(laps): measuring\n"));
            lap(program, said);
            assertEquals(1, laps(program));
            String table = printed("top", program.pid(), "--once", "--interval", "100ms");
            assertTrue(table.startsWith("process " + program.pid() + " (laps), native: "), table);
            assertTrue(table.lines().anyMatch(line -> line.endsWith(" main")), table);
            program.getOutputStream().close();
            assertTrue(program.waitFor(60, TimeUnit.SECONDS));
            assertEquals(0, program.exitValue(), Files.readString(folder.resolve("err")));
            Path sockets = folder.resolve("timemory-" + Files.getAttribute(folder, "unix:uid"));
            try (var left = Files.list(sockets)) {
                assertEquals(List.of(), left.toList());
            }
        } finally {
            program.destroyForcibly();
        }
    }

    @Test
    void aSignalHasItOpenItsSocketAndCloseIt() throws Exception {
        Process program = start("TIMEMORY_LIVE_SOCKET", "", "TIMEMORY_LIVE_SIGNAL", "USR2");
        try (BufferedReader said = new BufferedReader(new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8))) {
            assertEquals("ready", said.readLine());
            lap(program, said);
            assertTrue(printed("attach", program.pid()).contains(" open at " + folder));
            lap(program, said);
            assertEquals(2, laps(program));
            printed("attach", program.pid()); // it is
            assertEquals(2, laps(program));
            assertEquals("live socket of process " + program.pid() + " closed\n", printed("attach", program.pid(), "--close"));
            lap(program, said);
            assertTrue(program.isAlive());
            String err = Files.readString(folder.resolve("err"));
            assertTrue(err.startsWith("timemory: live socket open at " + folder), err);
        } finally {
            program.destroyForcibly();
        }
    }

    private static void lap(Process program, BufferedReader said) throws Exception {
        program.getOutputStream().write('\n');
        program.getOutputStream().flush();
        assertEquals("done", said.readLine());
    }

    private long laps(Process program) throws Exception {
        return laps(program, "main", "lap");
    }

    private long laps(Process program, String... region) throws Exception {
        Path file = folder.resolve("snapshot.timemory.json");
        printed("snapshot", program.pid(), "-o", file);
        Results results = ResultFiles.read(file);
        var node = results.get("wall_clock").find(region);
        return node == null ? 0 : node.getInclusive().getLaps();
    }
}
