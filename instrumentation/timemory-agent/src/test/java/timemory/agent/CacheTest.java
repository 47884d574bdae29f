package timemory.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Woven classes are kept for the next run and never change its results. */
class CacheTest {
    @TempDir
    private Path folder;

    private Path cache;
    private Path program;

    @BeforeEach
    void build() throws IOException {
        cache = folder.resolve("woven");
        Path library = Built.compile(folder, "", Map.of("library/Helper.java", Built.LIBRARY));
        program = Built.compile(folder, library.toString(), Map.of("acme/Main.java", Built.PROGRAM));
        Files.createDirectories(program.resolve("library"));
        Files.copy(library.resolve("library/Helper.class"), program.resolve("library/Helper.class"));
    }

    @Test
    void theSecondRunLoadsNothingOfTheWeaver() throws Exception {
        Programs.Outcome first = run("");
        assertTrue(weaver(first) > 0);
        assertEquals(3, countsOf(first));
        Programs.Outcome second = run("");
        assertEquals(0, weaver(second), second.output());
        assertEquals(3, countsOf(second));
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(cache)));
        for (Path file : files()) assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    void anotherClassOrOtherOptionsAreWovenAnew() throws Exception {
        run("");
        assertTrue(weaver(run(";min-size=1000")) > 0);
        Path changed = Built.compile(folder, program.toString(), Map.of("acme/Main.java", Built.PROGRAM.replace("work(4)", "work(9)")));
        Files.copy(changed.resolve("acme/Main.class"), program.resolve("acme/Main.class"),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        Programs.Outcome run = run("");
        assertTrue(weaver(run) > 0);
        assertTrue(run.output().contains("146"), run.output());
        assertEquals(3, countsOf(run));
    }

    @Test
    void damagedFilesAndLinksAreNotTaken() throws Exception {
        run("");
        List<Path> files = files();
        assertEquals(2, files.size());
        byte[] bytes = Files.readAllBytes(files.get(0));
        bytes[bytes.length / 2] ^= 1;
        Files.write(files.get(0), bytes);
        Path elsewhere = Files.move(files.get(1), folder.resolve("elsewhere"));
        Files.createSymbolicLink(files.get(1), elsewhere);
        Programs.Outcome run = run("");
        assertTrue(weaver(run) > 0);
        assertEquals(3, countsOf(run));
        assertEquals(0, weaver(run("")), "they were written anew");
        assertFalse(Files.isSymbolicLink(files.get(1)));
    }

    @Test
    void aFolderThatOthersMayUseIsRefused() throws Exception {
        Files.createDirectory(cache, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        Programs.Outcome run = run("");
        assertEquals(3, countsOf(run));
        assertEquals(List.of(), files());
        assertTrue(run.errors().contains("timemory: woven classes are not cached in " + cache + ": users other than its owner have "
                + "access to it (chmod 700)"), run.errors());
        Files.delete(cache);
        Path own = Files.createDirectory(folder.resolve("own"), PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString("rwx------")));
        Files.createSymbolicLink(cache, own);
        run = run("");
        assertEquals(3, countsOf(run));
        assertEquals(List.of(), files());
        assertTrue(run.errors().contains("it is not a folder"), run.errors());
    }

    @Tag("thorough")
    @Test
    void manyProcessesMayUseItAtOnce() throws Exception {
        List<CompletableFuture<Programs.Outcome>> runs = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Path own = Files.createDirectory(folder.resolve("run" + i));
            runs.add(CompletableFuture.supplyAsync(() -> {
                try {
                    return run(own, "");
                } catch (Exception failure) {
                    throw new AssertionError(failure);
                }
            }));
        }
        for (CompletableFuture<Programs.Outcome> run : runs) assertEquals(3, countsOf(run.get()));
        assertEquals(2, files().size(), "and nothing half written");
        assertEquals(0, weaver(run("")));
    }

    @Test
    void itIsLeftAloneOnRequest() throws Exception {
        Programs.Outcome run = run(";cache=off");
        assertEquals(3, countsOf(run));
        assertFalse(Files.exists(cache));
    }

    @Test
    void suspendFunctionsFromItAreMeasuredAlike() throws Exception {
        String options = "include=^programs;throttle=false;cache=" + cache;
        Table woven = Table.of(Programs.run(folder, options, "programs.SuspendingSteps"));
        Table kept = Table.of(Programs.run(folder, options, "programs.SuspendingSteps"));
        assertFalse(woven.rows().isEmpty());
        assertEquals(woven, kept);
    }

    private Programs.Outcome run(String options) throws Exception {
        return run(folder, options);
    }

    /** Runs the program on one processor, where nothing is loaded before it is needed. */
    private Programs.Outcome run(Path where, String options) throws Exception {
        String all = "all-functions;cache=" + cache + options;
        Programs.Outcome run = Programs.java(where, List.of("-XX:ActiveProcessorCount=1", "-Xlog:class+load",
                "-javaagent:" + Programs.AGENT + "=" + all, "-cp", program.toString()), "acme.Main");
        assertEquals(0, run.status(), run.errors());
        return run;
    }

    /** How many classes of the weaver were loaded. */
    private static long weaver(Programs.Outcome run) {
        return run.output().lines().filter(line -> line.contains("net.bytebuddy.jar.asm.")).count();
    }

    private static int countsOf(Programs.Outcome run) throws IOException {
        return Table.of(run).countOfAll("acme\\.Main\\.main|acme\\.Main\\.work|library\\.Helper\\.help");
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(cache)) {
            return files.sorted().toList();
        }
    }
}
