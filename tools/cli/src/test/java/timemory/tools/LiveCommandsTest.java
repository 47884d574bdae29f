package timemory.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.results.Results;
import timemory.tools.read.ResultFiles;

/** The commands that ask a running program, with a real one. */
@Tag("java17")
class LiveCommandsTest {

    @TempDir
    private Path folder;

    private Process program;
    private BufferedReader said;

    private record Outcome(int status, String out, String err) {}

    private static Outcome command(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] all = new String[arguments.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = arguments[i].toString();
        }
        int status = TimemoryCommandRun.execute(new PrintWriter(out, true), new PrintWriter(err, true), all);
        return new Outcome(status, out.toString(), err.toString());
    }

    /** What {@code arguments} print where they succeed. */
    private static String printed(Object... arguments) {
        Outcome outcome = command(arguments);
        assertEquals(0, outcome.status(), outcome.err());
        return outcome.out();
    }

    private void start(String... settings) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), ServedProgram.class.getName());
        builder.redirectError(folder.resolve("err").toFile()).directory(folder.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("TIMEMORY_") || name.equals("XDG_RUNTIME_DIR"));
        builder.environment().put("TMPDIR", folder.toString());
        builder.environment().put("TIMEMORY_COUT_OUTPUT", "false");
        for (String setting : settings) {
            builder.environment().put(setting.substring(0, setting.indexOf('=')), setting.substring(setting.indexOf('=') + 1));
        }
        program = builder.start();
        said = new BufferedReader(new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8));
        assertEquals("ready", said.readLine());
    }

    @BeforeEach
    void startOne() throws IOException {
        start("TIMEMORY_LIVE_SOCKET=true");
    }

    @AfterEach
    void end() throws Exception {
        program.getOutputStream().close();
        if (!program.waitFor(60, TimeUnit.SECONDS)) {
            program.destroyForcibly();
        }
    }

    private void laps(int count, String label) throws IOException {
        program.getOutputStream().write((count + " " + label + "\n").getBytes(StandardCharsets.UTF_8));
        program.getOutputStream().flush();
        assertEquals("done", said.readLine());
    }

    private long lapsOf(String label, Object... options) throws IOException {
        Path file = folder.resolve("snapshot.timemory.json");
        Object[] arguments = new Object[options.length + 4];
        System.arraycopy(new Object[] {"snapshot", program.pid(), "-o", file}, 0, arguments, 0, 4);
        System.arraycopy(options, 0, arguments, 4, options.length);
        printed(arguments);
        Results results = ResultFiles.read(file);
        var trips = results.get("trip_count");
        var node = trips == null ? null : trips.find("main", label);
        return node == null ? 0 : node.getInclusive().getLaps();
    }

    private LiveFolders ownFolders() {
        return new LiveFolders(folder.resolve("elsewhere"), Map.of("TMPDIR", folder.toString()));
    }

    @Test
    void aSocketInOurOwnRootGoesByItsOwnNameThoughItIsFoundOnlyInThatOfTheProcess() throws IOException {
        Path about = Path.of("/proc", Long.toString(program.pid()));
        Path sockets = folder.resolve("timemory-" + Files.getAttribute(about, "unix:uid"));
        Files.createFile(sockets.resolve(program.pid() + "-1-a-b.socket")); // of a process that had this number before
        List<LiveSocketFile> found = ownFolders().inOwnRoot(about, (Integer) Files.getAttribute(about, "unix:uid"));
        assertEquals(1, found.size(), found.toString());
        assertEquals(sockets, found.get(0).path().getParent());
        assertEquals(ownFolders().of(program.pid()), found);
    }

    @Test
    void aSnapshotHasWhatWasMeasuredSoFarAndResetLeavesItOut() throws IOException {
        laps(3, "solve");
        assertEquals(3, lapsOf("solve"));
        assertTrue(printed("reset", program.pid()).endsWith("snapshots leave out what was measured before\n"));
        assertEquals(0, lapsOf("solve"));
        laps(2, "solve");
        assertEquals(2, lapsOf("solve"));
        assertEquals(5, lapsOf("solve", "--all"));
    }

    @Test
    void aProgramThatWasStartedWithoutASocketOpensOneWhenItIsAskedTo() throws Exception {
        end();
        start();
        laps(3, "solve");
        Outcome refused = command("top", program.pid(), "--once");
        assertEquals(1, refused.status());
        assertTrue(refused.err().contains("timemory attach PID"), refused.err());
        assertTrue(printed("attach", program.pid()).contains(" open at " + folder));
        assertEquals(3, lapsOf("solve"));
        laps(2, "solve");
        assertEquals(5, lapsOf("solve"));
        printed("open", program.pid(), "--close"); // the name that it had before
        assertEquals(1, command("snapshot", program.pid()).status());
        laps(1, "solve");
    }

    @Test
    void whatIsNoJavaProgramIsNotAskedToOpenASocket() throws Exception {
        Process sleeping = new ProcessBuilder("sleep", "60").start();
        try {
            Outcome refused = command("attach", sleeping.pid());
            assertEquals(1, refused.status());
            assertTrue(refused.err().contains("is not a Java program"), refused.err());
            assertTrue(sleeping.isAlive());
        } finally {
            sleeping.destroyForcibly();
        }
    }

    @Test
    void aSnapshotIsATreeOnTheConsoleAndFilesOfAnyFormat() throws IOException {
        laps(3, "solve");
        String tables = printed("snapshot", program.pid(), "--metric", "trip_count");
        assertTrue(tables.contains("\nmain ") && tables.contains("solve"), tables);
        printed("snapshot", program.pid(), "-f", "csv,speedscope", "-o", folder.resolve("files"));
        try (var files = Files.list(folder.resolve("files"))) {
            assertTrue(files.map(file -> file.getFileName().toString()).anyMatch(name -> name.endsWith(".speedscope.json")));
        }
    }

    @Test
    void slowLapsAreShownWithWhatHappenedInThem() throws Exception {
        assertEquals(1, command("snapshot", program.pid(), "--slow").status(), "none are kept");
        end();
        start("TIMEMORY_LIVE_SOCKET=true", "TIMEMORY_SLOW_LAP_THRESHOLDS=trip_count>0");
        laps(1, "solve");
        assertTrue(printed("snapshot", program.pid(), "--slow").contains("solve"));
    }

    @Test
    void recordingIsSwitchedOffAndOn() throws IOException {
        assertTrue(printed("disable", program.pid()).endsWith("measuring is off\n"));
        laps(3, "solve");
        assertTrue(printed("enable", program.pid()).endsWith("measuring\n"));
        laps(2, "solve");
        assertEquals(2, lapsOf("solve"));
    }

    @Test
    void componentsAreChosenForRegionsThatNameNone() throws IOException {
        assertTrue(printed("configure", program.pid(), "components=trip_count").endsWith("default components are now trip_count\n"));
        Outcome unknown = command("configure", program.pid(), "components=trip_cont");
        assertEquals(1, unknown.status());
        assertTrue(unknown.err().contains("trip_cont"), unknown.err());
        assertEquals(2, command("configure", program.pid(), "colour=red").status());
    }

    @Test
    void topShowsWhatHappensInAnInterval() throws IOException {
        laps(3, "before\\033[31m");
        String table = printed("top", program.pid(), "--once", "--interval", "100ms");
        assertTrue(table.startsWith("process " + program.pid() + " (java timemory.tools.ServedProgram), JVM: "), table);
        // Of a region that is open all the time, all of it.
        assertTrue(table.lines().anyMatch(line -> line.matches(" *0 +\\d+\\.\\d % +\\d+\\.\\d % +- +1 +.* main")), table);
        assertFalse(table.contains("before"), table);
        String tree = printed("top", program.pid(), "--count", "2", "--interval", "100ms", "--tree", "--filter", "nothing");
        assertEquals(2, tree.lines().filter(line -> line.startsWith("process ")).count(), tree);
        assertFalse(tree.contains(" main"), tree);
        assertTrue(tree.contains("no active region matches --filter 'nothing'"), tree);
    }

    @Test
    void topShowsWhichRegionsAreOpen() throws IOException {
        laps(3, "solve");
        String open = printed("top", program.pid(), "--open", "--once");
        List<String> lines = open.lines().toList();
        assertTrue(lines.get(0).contains(": 1 open at "), open);
        assertTrue(lines.get(3).matches(" *\\d+(\\.\\d+)? [a-z]+  main +main"), open);
        assertTrue(printed("top", program.pid(), "--open", "--once", "--filter", "solve").contains(": 0 open at "));
    }

    @Test
    void aProgramThatStartsWithMeasuringOffIsSwitchedOn() throws Exception {
        end();
        start("TIMEMORY_LIVE_SOCKET=true", "TIMEMORY_ENABLED=false");
        printed("enable", program.pid());
        laps(2, "solve");
        String table = printed("snapshot", program.pid(), "-m", "trip_count");
        assertTrue(table.contains("solve"), table);
    }

    @Test
    void aProcessIsFoundByAPartOfItsName() throws IOException {
        assertEquals(program.pid(), LiveProcess.find("servedprog", ownFolders()).info().process());
        String reason = assertThrows(IOException.class, () -> LiveProcess.find("nobody", ownFolders())).getMessage();
        assertEquals("no process with a live socket is called 'nobody'. There is process " + program.pid()
                + " (java timemory.tools.ServedProgram)", reason);
    }

    @Test
    void aProcessThatCannotBeAskedIsNamedWithTheWayOut() throws Exception {
        Outcome itself = command("top", ProcessHandle.current().pid(), "--once");
        assertEquals(1, itself.status());
        assertTrue(itself.err().contains("cannot be reached: it has no live socket in "), itself.err());
        assertTrue(itself.err().contains("TIMEMORY_LIVE_SOCKET=true"), itself.err());
        Outcome none = command("snapshot", 999_999_999);
        assertEquals(1, none.status());
        assertTrue(none.err().startsWith("timemory snapshot: there is no process 999999999"), none.err());
    }

    @Test
    void aProcessThatWasKilledLeavesASocketThatNobodyFinds() throws Exception {
        LiveProcess known = LiveProcess.find(Long.toString(program.pid()), ownFolders());
        program.destroyForcibly().waitFor();
        assertTrue(LiveProcess.all(ownFolders()).isEmpty());
        String reason = assertThrows(IOException.class, () -> known.ask("info")).getMessage();
        assertTrue(reason.endsWith("has ended, or closed its live socket"), reason);
        startOne();
        assertEquals(program.pid(), LiveProcess.all(ownFolders()).get(0).info().process());
        try (var sockets = Files.list(ownFolders().all().get(0).path().getParent())) {
            assertEquals(1, sockets.count(), "the next process removes it");
        }
    }

    @Test
    void wrongOptionsAreRefusedBeforeAnythingIsAsked() {
        assertEquals(2, command("top", program.pid(), "--sort", "beauty").status());
        assertEquals(2, command("top", program.pid(), "--filter", "(").status());
        assertEquals(2, command("top", program.pid(), "--interval", "1ms").status());
        assertEquals(2, command("top", program.pid(), "--count", "0").status());
        assertEquals(2, command("snapshot", program.pid(), "-o", folder).status());
    }
}
