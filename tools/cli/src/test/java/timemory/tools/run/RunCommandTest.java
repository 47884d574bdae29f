package timemory.tools.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("java17")
class RunCommandTest {
    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final String PROGRAM = """
            public class Program {
                public static void main(String[] arguments) throws Exception {
                    long sum = 0;
                    for (int i = 0; i < 3; i++) sum += work(i);
                    System.out.println(sum + String.join("|", arguments));
                    if (arguments.length > 0 && arguments[0].equals("wait")) while (System.in.read() >= 0) sum += work(1);
                    System.exit(arguments.length > 1 ? 7 : 0);
                }

                static int work(int number) {
                    int result = number;
                    for (int i = 0; i < 100; i++) result = result * 31 + i;
                    return result;
                }

                static int trivial() {
                    return 1;
                }
            }
            """;

    @TempDir
    private Path folder;

    private Path exec;

    @BeforeEach
    void compile() throws IOException {
        Outcome.compile(folder, "Program", PROGRAM);
        exec = Files.createTempFile(folder, "exec", "");
        System.setProperty("timemory.exec", exec.toString());
    }

    @AfterEach
    void forget() {
        System.clearProperty("timemory.exec");
    }

    private static Outcome run(Object... arguments) {
        return run(new StringWriter(), arguments);
    }

    /** @param err what is reported meanwhile */
    private static Outcome run(StringWriter err, Object... arguments) {
        List<Object> all = new ArrayList<>(List.of("run"));
        all.addAll(List.of(arguments));
        return Outcome.ofTimemory(err, all.toArray());
    }

    private Path classes() {
        return folder.resolve("classes");
    }

    private Path results() {
        return folder.resolve("results");
    }

    /** Runs the command that the last launch left for the shell, and returns what came of it. */
    private Outcome shell(Map<String, String> environment) throws Exception {
        return Outcome.ofScript(exec, folder, all -> {
            all.remove("TIMEMORY_AUTO_OUTPUT");
            all.putAll(environment);
        });
    }

    private Outcome launch(Object... options) throws Exception {
        List<Object> all = new ArrayList<>(List.of("--output-path", results()));
        all.addAll(List.of(options));
        Outcome prepared = run(all.toArray());
        assertEquals(0, prepared.status(), prepared.err());
        return shell(Map.of());
    }

    private static void assertMatches(String expression, String text) {
        assertTrue(text.matches("(?s)" + expression), text);
    }

    private static void assertRefused(String message, Outcome outcome) {
        assertFalse(outcome.status() == 0);
        assertTrue(outcome.err().startsWith("timemory run: " + message), outcome.err());
    }

    @Test
    void aProgramIsMeasuredAndItsStatusAndOutputAreItsOwn() throws Exception {
        Outcome run = launch("--", JAVA, "-cp", classes(), "Program", "it's", "a b", "$HOME");
        assertEquals(7, run.status());
        assertTrue(run.out().endsWith("it's|a b|$HOME\n"), run.out());
        assertMatches(".*Program\\.work +\\| +3 .*", Files.readString(results().resolve("wall.txt")));
        assertMatches("timemory: 2 functions of 1 class were woven\n.*Program\\.work.*", run.err());
    }

    @Test
    void everyJavaProgramOfAScriptIsMeasuredIntoAFolderOfItsOwn() throws Exception {
        String one = JAVA + " -cp " + classes() + " Program;";
        Outcome run = launch("-q", "--", "sh", "-c", one + one);
        assertEquals(0, run.status(), run.err());
        File[] folders = results().toFile().listFiles();
        assertEquals(2, folders.length);
        for (File one2 : folders) assertMatches(".*Program\\.work +\\| +3 .*", Files.readString(one2.toPath().resolve("wall.txt")));
    }

    @Test
    void optionsReachTheAgentWhateverCharactersTheyHave() throws Exception {
        launch("-I", "^Program\\.(work|a b;'\"|\\$).*\\(int\\)$", "-d", "wall_clock,trip_count", "--label", "line,file,return",
                "--no-throttle",
                "--", JAVA, "-cp", classes(), "Program");
        assertMatches(".*>>> int Program\\.work \\[Program\\.java:\\d+\\] +\\| +3 .*", Files.readString(results().resolve("wall.txt")));
        assertTrue(Files.exists(results().resolve("trip_count.txt")));
    }

    @Test
    void aPatternThatMatchesNothingIsRefusedBeforeAnythingRuns() throws Exception {
        assertRefused("the pattern 'Porgram' matches none of the 4 functions on the class path",
                run("-I", "Porgram", "--", JAVA, "-cp", classes(), "Program"));
        assertEquals("", Files.readString(exec));
        assertEquals(0, run("-I", "Porgram", "--no-check", "--", JAVA, "-cp", classes(), "Program").status());
    }

    @Test
    void whatCannotRunIsRefused() {
        assertRefused("missing program:", run());
        assertRefused("there is no JAR 'missing.jar'", run("--", JAVA, "-jar", "missing.jar"));
        assertRefused("'" + JAVA + " -version' does not run a program", run("--", JAVA, "-version"));
        assertRefused("'(' is not a regular expression: Unclosed group at character 2", run("-I", "(", "--", JAVA, "Program"));
        assertRefused("there is no component 'wal_clock'; the nearest is 'wall_clock'", run("-d", "wal_clock", "--", JAVA, "Program"));
        assertRefused("--scope must be tree, flat or timeline, not 'round'", run("-M", "round", "--", JAVA, "Program"));
        assertRefused("'nonsense' is not a setting", run("--set", "nonsense=1", "--", JAVA, "Program"));
    }

    @Test
    void functionsAreListedWithTheReasonAndNothingRuns() throws Exception {
        Outcome excluded = run("--print-excluded", "--", JAVA, "-cp", classes(), "Program");
        assertMatches("Program\\.<init>\\(\\) \\[Program.java:1\\]  would not: it is a constructor \\(--constructors\\)\n"
                + "Program\\.trivial\\(\\) \\[Program.java:\\d+\\]  would not: it is trivial: 2 bytes of code, less than 40 "
                + "\\(--min-size\\)\n"
                + "\n1 class, 4 functions: 2 would be measured, 2 would not\n", excluded.out());
        Outcome measured = run("--print-instrumented", "--", JAVA, "-cp", classes(), "Program");
        assertMatches("Program\\.main\\(java\\.lang\\.String\\[\\]\\) .*\nProgram\\.work\\(int\\) .*\n\n.*", measured.out());
        assertEquals("", Files.readString(exec));
    }

    @Test
    void listsAreToldAsJsonToo() throws Exception {
        JsonNode list = new ObjectMapper().readTree(run("--print-available", "--format", "json", classes()).out());
        assertEquals(4, list.get("functions").size());
        assertEquals(2, list.get("measured").asInt());
        for (JsonNode function : list.get("functions")) {
            assertEquals("Program", function.get("class").asText());
            assertEquals(List.of("main", "work").contains(function.get("method").asText()), function.get("measured").asBoolean());
            assertFalse(function.get("reason").asText().isEmpty());
        }
    }

    @Test
    void aFolderIsRewrittenAndMeasuresItself() throws Exception {
        Path output = folder.resolve("measured");
        Outcome rewritten = run("-o", output, "--output-path", results(), classes());
        assertEquals(0, rewritten.status(), rewritten.err());
        assertEquals("timemory: 2 functions of 1 class were woven; '" + output + "' measures itself\n", rewritten.err());
        Files.writeString(exec, JAVA + " -cp " + output + " Program");
        Outcome run = shell(Map.of());
        assertEquals(0, run.status(), run.err());
        assertMatches(".*Program\\.work +\\| +3 .*", Files.readString(results().resolve("wall.txt")));
        assertRefused("there is no JAR or folder 'missing'", run("-o", output, "missing"));
        assertRefused("'" + classes() + "' would overwrite itself", run("-o", classes(), classes()));
        assertRefused("-o rewrites one JAR or folder, not 2", run("-o", output, classes(), classes()));
        assertRefused("'/' is not a file name", run("-o", "/", classes()));
        assertRefused("'/' is the root folder, which cannot be rewritten", run("-o", output.resolveSibling("root"), "/"));
    }

    /** A program that runs, and works for as long as it is let. */
    private final class Running implements AutoCloseable {
        final Process process;

        Running(String... flags) throws IOException {
            List<String> command = new ArrayList<>(List.of(JAVA));
            if (Runtime.version().feature() >= 21) command.add("-XX:+EnableDynamicAgentLoading");
            command.addAll(List.of(flags));
            command.addAll(List.of("-cp", classes().toString(), "Program", "wait"));
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(folder.resolve("errors").toFile());
            builder.environment().remove("TIMEMORY_AUTO_OUTPUT");
            process = builder.start();
            assertEquals(true, new BufferedReader(new InputStreamReader(process.getInputStream())).readLine().endsWith("wait"));
            Thread feeder = new Thread(() -> {
                try (var in = process.getOutputStream()) {
                    while (true) {
                        in.write('x');
                        in.flush();
                    }
                } catch (IOException ignored) {
                    // the program is over
                }
            });
            feeder.start();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    @Test
    void aRunningProgramIsMeasuredForAsLongAsAskedFor() throws Exception {
        try (Running program = new Running()) {
            Outcome run = run("-p", program.process.pid(), "--duration", "500ms", "--output-path", results());
            assertEquals(0, run.status(), run.err());
            assertMatches("timemory: measuring process \\d+ for 500 ms\ntimemory: 2 functions of 1 class were woven\n.*Program\\.work.*",
                    run.err());
            assertMatches(".*Program\\.work +\\| +\\d+ .*", Files.readString(results().resolve("wall.txt")));
        }
    }

    @Test
    void aMeasurementWithoutResultsEndsWithTheReasonAndAStatus() throws Exception {
        try (Running program = new Running()) {
            long pid = program.process.pid();
            Path file = Files.createFile(folder.resolve("file"));
            Outcome run = run("-p", pid, "--duration", "300ms", "--output-path", file.resolve("below"));
            assertEquals(1, run.status(), run.err());
            assertMatches(".*timemory run: process \\d+ was measured without results: nothing could be written to " + file + "/below\n",
                    run.err());
            assertFalse(run.err().contains("the call graph is in"), run.err());
            Outcome[] killed = new Outcome[1];
            StringWriter said = new StringWriter();
            Thread measuring = new Thread(() -> killed[0] = run(said, "-p", pid, "--output-path", results()));
            measuring.start();
            while (!said.toString().contains("measuring process") && measuring.isAlive()) Thread.sleep(10);
            assertRefused("process " + pid + " is not measured: the agent already measures this program",
                    run("-p", pid, "--duration", "1ms"));
            program.process.destroyForcibly();
            measuring.join();
            assertEquals(1, killed[0].status(), killed[0].err());
            assertMatches(".*timemory run: process \\d+ ended, or could no longer be reached, before its results were written: there are "
                    + "none\n", killed[0].err());
        }
    }

    @Test
    void aProgramBegunWithTheAgentIsNotMeasuredASecondTime() throws Exception {
        try (Running program = new Running("-javaagent:" + AgentJar.path())) {
            assertRefused("process " + program.process.pid() + " is not measured: the agent already measures this program",
                    run("-p", program.process.pid(), "--duration", "1ms"));
        }
    }

    @Test
    void aProcessThatCannotBeMeasuredIsToldApart() throws Exception {
        assertRefused("there is no process 99999999", run("-p", 99999999));
        Process sleep = new ProcessBuilder("sleep", "100").start();
        try {
            System.setProperty("timemory.libraries", folder.toString());
            assertRefused("there is no " + folder.resolve("timemory-attach") + ", which measures running native programs",
                    run("-p", sleep.pid()));
            assertRefused("--jdk is for Java programs, and process " + sleep.pid() + " is native",
                    run("-p", sleep.pid(), "--jdk"));
            assertRefused("-p measures a running program and takes no command ('ls')", run("-p", sleep.pid(), "ls"));
            Path attach = Files.createFile(folder.resolve("timemory-attach"), PosixFilePermissions.asFileAttribute(
                    PosixFilePermissions.fromString("rwx------")));
            Files.createFile(folder.resolve("libtimemory-run.so"));
            Files.writeString(attach, "#!/bin/sh\necho \"process $1 cannot be measured: $3 $*\" | sed \"s/$$/PID/\" >&2\nexit 2\n");
            Outcome refused = run("-p", sleep.pid(), "-I", "^solve", "-d", "wall_clock", "--duration", "1500ms");
            assertRefused("process " + sleep.pid() + " cannot be measured: 1500 ", refused);
            assertMatches(".* COMPONENTS=wall_clock .*|.* TIMEMORY_COMPONENTS=wall_clock .*", refused.err());
            assertMatches(".* TIMEMORY_INSTRUMENT_INCLUDE=\\^solve .*", refused.err());
            assertTrue(sleep.isAlive(), "a process that cannot be measured lives on");
        } finally {
            System.clearProperty("timemory.libraries");
            sleep.destroy();
        }
        assertRefused("'soon' is not a duration, such as 500ms, 30s, 5m or 1h",
                run("-p", ProcessHandle.current().pid(), "--duration", "soon"));
        assertRefused("process " + ProcessHandle.current().pid() + " is this command itself", run("-p", ProcessHandle.current().pid()));
    }

    @Test
    void whatIsWorthMeasuringIsLearned() throws Exception {
        Path file = folder.resolve("app.functions");
        Outcome learned = run("--learn", file, "-q", "-r", "0", "--set", "auto_output=true", "--output-path", results(), "--", JAVA, "-cp",
                classes(), "Program", "a", "b");
        assertEquals(7, learned.status(), learned.err());
        assertMatches("timemory run: .*app.functions: \\d of 2 functions (?:is|are) worth measuring: .*", learned.err());
        List<String> lines = Files.readAllLines(file);
        assertTrue(lines.stream().anyMatch(line -> line.matches("[+-]\t3\t.*\tProgram\\.work")), lines.toString());
        Files.writeString(file, "timemory-functions 1\n# by hand\n-\t1\t100\t0\tProgram.main\n+\t3\t0\t0\tProgram.trivial()\n");
        Outcome listed = run("--learned", file, "--print-available", "--", JAVA, "-cp", classes(), "Program");
        assertMatches(".*Program\\.main\\S* \\S+  would not: it is not worth measuring, as learned.*", listed.out());
        assertMatches(".*Program\\.trivial\\S* \\S+  would be measured: it is worth measuring, as learned.*", listed.out());
        assertMatches(".*Program\\.work\\S+ \\S+  would not: it was not learned, and no pattern includes it.*", listed.out());
    }

    @Test
    void whatCannotBeLearnedIsRefusedBeforeTheProgramStarts() throws Exception {
        Path file = folder.resolve("app.functions");
        assertRefused("--learn is for programs that the command starts", run("--learn", file, "-p", "1"));
        assertRefused("--learn needs the names of functions, which --label args changes",
                run("--learn", file, "--label", "args", "--", JAVA, "-cp", classes(), "Program"));
        assertRefused("'/' is not a file name", run("--learn", "/", "--", JAVA, "-cp", classes(), "Program"));
        Files.writeString(file, "notes");
        assertRefused("'" + file + "' exists but is not a learned-functions file", run("--learn", file, "--", JAVA, "Program"));
        assertRefused("'" + file + "' is not a learned-functions file: it does not start with 'timemory-functions 1'",
                run("--learned", file, "--", JAVA, "-cp", classes(), "Program"));
        Files.writeString(file, "timemory-functions 1\n+\tProgram.work\n");
        assertRefused("'" + file + "', line 2: expected + or -, three numbers and a name",
                run("--learned", file, "--", JAVA, "-cp", classes(), "Program"));
        assertRefused("learned-functions file '/nowhere' not found",
                run("--learned", "/nowhere", "--", JAVA, "-cp", classes(), "Program"));
    }
}
