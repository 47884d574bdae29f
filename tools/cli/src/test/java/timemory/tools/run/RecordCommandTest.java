package timemory.tools.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code timemory record} and {@code timemory run --sample}: programs as they are, with samples. */
class RecordCommandTest {
    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    /** A fixed amount of work, and of memory; longer than a hundred samples of 10 ms take. */
    private static final String PROGRAM = """
            public class Burner {
                static volatile double sink;
                static volatile Object kept;

                public static void main(String[] arguments) {
                    for (int i = 0; i < 200; i++) burn();
                    for (int i = 0; i < 100; i++) fill();
                    System.out.println("burnt " + String.join("|", arguments));
                    System.exit(arguments.length);
                }

                static void burn() {
                    double x = 1;
                    for (int i = 0; i < 1_000_000; i++) x += Math.sqrt(x + i);
                    sink = x;
                }

                static void fill() {
                    for (int i = 0; i < 10; i++) kept = new byte[1_000_000];
                }
            }
            """;

    @TempDir
    private Path folder;

    private Path exec;

    @BeforeEach
    void compile() throws IOException {
        assumeTrue(System.getProperty("os.name").equals("Linux"));
        Outcome.compile(folder, "Burner", PROGRAM);
        exec = Files.createTempFile(folder, "exec", "");
        System.setProperty("timemory.exec", exec.toString());
        String jar = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.contains("async-profiler")).findFirst().orElseThrow();
        System.setProperty("timemory.async-profiler", jar);
    }

    @AfterEach
    void forget() {
        System.clearProperty("timemory.exec");
        System.clearProperty("timemory.async-profiler");
    }

    private static Outcome command(Object... arguments) {
        return Outcome.ofTimemory(new StringWriter(), arguments);
    }

    /** Has {@code name} of timemory's commands start the program, and waits for that; what both printed as errors is one after the other. */
    private Outcome launch(String name, Object... arguments) throws Exception {
        List<Object> all = new ArrayList<>(List.of(name, "--output-path", results()));
        all.addAll(List.of(arguments));
        Outcome prepared = command(all.toArray());
        assertEquals(0, prepared.status(), prepared.err());
        Outcome run =
                Outcome.ofScript(exec, folder, environment -> environment.keySet().removeIf(variable -> variable.startsWith("TIMEMORY_")));
        return new Outcome(run.status(), run.out(), prepared.err() + run.err());
    }

    private Path results() {
        return folder.resolve("results");
    }

    private String result(String file) throws IOException {
        return Files.readString(results().resolve(file));
    }

    private Path classes() {
        return folder.resolve("classes");
    }

    private static void assertRefused(String message, Outcome outcome) {
        assertEquals(2, outcome.status(), outcome.err());
        assertTrue(outcome.err().startsWith(message), outcome.err());
    }

    @Test
    @Tag("java17")
    void aProgramIsSampledAndItsStatusAndOutputAreItsOwn() throws Exception {
        Outcome run = launch("record", "--", JAVA, "-cp", classes(), "Burner", "it's", "a b");
        assertEquals(2, run.status(), run.err());
        assertEquals("burnt it's|a b\n", run.out());
        assertTrue(result("cpu_samples.txt").contains("~Burner.burn"), result("cpu_samples.txt"));
        assertFalse(Files.exists(results().resolve("wall.txt")));
        assertTrue(run.err().matches("(?s).*timemory: samples by async-profiler [^\n]*, ctimer.*~Burner\\.burn\n.*"), run.err());
        assertTrue(result("results.timemory.json").contains("\"SAMPLING_ENGINE\":\"async-profiler"), run.err());
    }

    @Test
    void severalThingsAreSampledAtOnceAsOftenAsAskedFor() throws Exception {
        Outcome run = launch("record", "-e", "cpu,wall,alloc", "-F", "50", "-q", "--", JAVA, "-cp", classes(), "Burner");
        assertEquals("", run.err());
        assertTrue(result("cpu_samples.txt").contains("~Burner.burn"));
        assertTrue(result("wall_samples.txt").contains("~Burner.burn"));
        assertTrue(result("alloc_samples.txt").contains("~Burner.fill"));
        assertTrue(result("results.timemory.json").contains("\"SAMPLING_PERIOD\":\"cpu 20000 us, wall 20000 us"));
    }

    @Test
    @Tag("java17")
    void theFlightRecorderSamplesWhereAsyncProfilerIsNotThereOrNotWanted() throws Exception {
        // On a machine that is busy with something else it may take no sample at all: then there are no results.
        for (int attempt = 0; attempt < 5 && !Files.exists(results().resolve("results.timemory.json")); attempt++) {
            launch("record", "-q", "--engine", "jfr", "--", JAVA, "-cp", classes(), "Burner");
        }
        assertTrue(result("results.timemory.json").contains("\"SAMPLING_ENGINE\":\"Flight Recorder, jdk."));
        System.setProperty("timemory.async-profiler", folder.resolve("absent.jar").toString());
        Outcome run = launch("record", "-F", "50", "--", JAVA, "-cp", classes(), "Burner");
        for (int attempt = 0; attempt < 5 && !run.err().contains("timemory: samples by "); attempt++) {
            run = launch("record", "-F", "50", "--", JAVA, "-cp", classes(), "Burner");
        }
        assertTrue(run.err().contains("timemory: samples by Flight Recorder, jdk."), run.err());
        assertTrue(result("cpu_samples.txt").contains("~Burner.burn"));
    }

    @Test
    void everyJavaProgramOfACommandIsSampledIntoAFolderOfItsOwnAndNativeCodeIsNamed() throws Exception {
        String one = JAVA + " -cp " + classes() + " Burner;";
        Outcome run = launch("record", "--", "sh", "-c", one + one);
        assertEquals(0, run.status(), run.err());
        assertTrue(
                run.err().startsWith("timemory record: 'sh' is native code, which is not sampled: Java programs that it starts "
                        + "are sampled"),
                run.err());
        File[] folders = results().toFile().listFiles();
        assertEquals(2, folders.length);
        for (File process : folders) assertTrue(Files.readString(process.toPath().resolve("cpu_samples.txt")).contains("~Burner.burn"));
    }

    @Test
    void functionsThatAreChosenAreRegionsWithSamplesInside() throws Exception {
        Outcome run = launch("run", "--sample", "-I", "Burner\\.main", "--", JAVA, "-cp", classes(), "Burner");
        assertEquals(0, run.status(), run.err());
        assertTrue(result("wall.txt").contains("Burner.main"), run.err());
        String samples = result("cpu_samples.txt");
        assertTrue(samples.matches("(?s).*>>> Burner\\.main .*\\|_~Burner\\.burn .*"), samples);
    }

    @Test
    void withoutAChoiceNoFunctionIsMeasuredAndAProgramAfterTheOptionIsNoKind() throws Exception {
        Outcome run = launch("run", "--sample", JAVA, "-cp", classes(), "Burner");
        assertEquals("burnt \n", run.out());
        assertFalse(Files.exists(results().resolve("wall.txt")));
        assertTrue(result("cpu_samples.txt").contains("~Burner.burn"));
    }

    @Test
    void whatCannotBeSampledIsRefused() {
        assertRefused("timemory record: missing program: timemory record -- java", command("record"));
        assertRefused("timemory record: TIMEMORY_SAMPLING is 'cpu,walk' but must be none, or some of cpu, wall, alloc, lock",
                command("record", "-e", "cpu,walk", "--", JAVA, "Burner"));
        assertRefused("timemory record: no events to sample (-e none)", command("record", "-e", "none", "--", JAVA, "Burner"));
        assertRefused("timemory record: TIMEMORY_SAMPLING_FREQ is", command("record", "-F", "0", "--", JAVA, "Burner"));
        assertRefused("timemory record: TIMEMORY_SAMPLING_DELAY is", command("record", "--delay", "soon", "--", JAVA, "Burner"));
        assertRefused("timemory record: TIMEMORY_SAMPLING_ENGINE is", command("record", "--engine", "perf", "--", JAVA, "Burner"));
        assertRefused("timemory run: --sample-freq needs --sample", command("run", "--sample-freq", "5", "--", JAVA, "Burner"));
        assertRefused("timemory run: --sample is for programs that the command starts",
                command("run", "--sample", "-p", ProcessHandle.current().pid()));
        assertRefused("timemory run: --sample is for Java programs", command("run", "--sample", "--preload", "ompt", "--", "true"));
    }

    @Test
    void shellsKnowTheCommandAndItsOptions() {
        String script = command("generate-completion").out();
        assertTrue(script.contains("_picocli_timemory_record"), script);
        assertTrue(script.contains("--sample-freq"), script);
    }
}
