package timemory.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs whose true results are known: {@link sampled.Leaves}. They do a fixed amount of work, and samples are taken by CPU time, so
 * their number depends little on the machine's load.
 */
class SampledProgramsTest {
    private static final String THREE_LEAVES = "sampled.ThreeLeaves";

    /** Stacks of inlined code are precise only to a few instructions: one sample in thousands would seem to be in the previous region. */
    private static final String EXACT = "-XX:CompileCommand=dontinline,sampled.Leaves::*";

    /** At 1,000 samples per second there are more, but a kernel may tick only 100 times per second. */
    private static final long MIN_SAMPLES = 20;

    @BeforeAll
    static void onlyWhereThereIsALibrary() {
        assumeTrue(System.getProperty("os.name").equals("Linux"));
    }

    @Test
    void everySampleIsInTheRegionThatItsThreadStoodIn() throws Exception {
        String output = new Child(true, Map.of("TIMEMORY_SAMPLING_FREQ", "1000"), EXACT).run(THREE_LEAVES, "short", "10000");
        assertEquals(0, Child.numberOf("wrong", output), output);
        assertTrue(Child.numberOf("right", output) >= MIN_SAMPLES, output);
        assertEquals(Child.numberOf("all", output), Child.numberOf("self", output), output);
    }

    @Test
    void samplesOfCoroutinesAreInTheirRegionsOnWhicheverThread() throws Exception {
        String output = new Child(true, Map.of("TIMEMORY_SAMPLING_FREQ", "1000"), EXACT).run("sampled.HoppingCoroutinesKt", "1000");
        assertEquals(0, Child.numberOf("wrong", output), output);
        assertTrue(Child.numberOf("right", output) >= MIN_SAMPLES, output);
    }

    @Test
    void theWholeProgramIsSampledWhereASettingSaysSo() throws Exception {
        Child child = new Child(true, Map.of("TIMEMORY_SAMPLING", "cpu", "TIMEMORY_SAMPLING_FREQ", "1000"), EXACT);
        String output = child.run(THREE_LEAVES, "timed", "10000");
        assertEquals(0, Child.numberOf("wrong", output), output);
        assertTrue(Child.numberOf("right", output) >= MIN_SAMPLES, output);
    }

    @Test
    @Tag("java17")
    void theFlightRecorderSamplesWithoutAsyncProfiler(@TempDir Path folder) throws Exception {
        Child child = new Child(false, Map.of("TIMEMORY_SAMPLING_FREQ", "200", "TIMEMORY_FILE_OUTPUT", "true", "TIMEMORY_OUTPUT_PATH",
                folder.toString()));
        String output = child.run(THREE_LEAVES, "long", "20000");
        // Located by time: samples taken when a region starts or ends may be in its neighbour.
        long wrong = Child.numberOf("wrong", output);
        assertTrue(Child.numberOf("right", output) >= Math.max(MIN_SAMPLES, 20 * wrong), output);
        String file = Files.readString(folder.resolve("results.timemory.json"));
        String event = Runtime.version().feature() >= 25 ? "jdk.CPUTimeSample" : "jdk.ExecutionSample";
        assertTrue(file.contains("\"SAMPLING_ENGINE\":\"Flight Recorder, " + event), file);
        assertTrue(file.contains("async-profiler is not on the class path"), file);
        // What the stream has delivered is in the recording of the last seconds as well, and counts once.
        Matcher time = Pattern.compile("\"SAMPLED_CPU_TIME\":\"(\\d+) ms, of (\\d+) ms").matcher(file);
        assertTrue(time.find(), file);
        assertTrue(Long.parseLong(time.group(1)) <= 1.3 * Long.parseLong(time.group(2)), time.group());
    }

    @Test
    void samplesOfWorkThatIsKeptApartAreInItsResultsAlone() throws Exception {
        String output = new Child(true, Map.of("TIMEMORY_SAMPLING_FREQ", "1000"), EXACT).run("sampled.CapturesKt", "400", "sampled");
        assertEquals(0, Child.numberOf("wrong", output) + Child.numberOf("wrongInParts", output), output);
        assertTrue(Child.numberOf("right", output) >= MIN_SAMPLES && Child.numberOf("rightInParts", output) >= MIN_SAMPLES, output);
    }

    @Tag("thorough")
    @Test
    void samplesOfWorkThatIsKeptApartWithoutThemAreInNoRegionOfTheProcess() throws Exception {
        for (boolean hasAsyncProfiler : new boolean[] {true, false}) {
            Child child = new Child(hasAsyncProfiler, Map.of("TIMEMORY_SAMPLING_FREQ", "200"), EXACT);
            String output = child.run("sampled.CapturesKt", "300", "without");
            long wrong = Child.numberOf("wrong", output);
            long most = hasAsyncProfiler ? 0 : Child.numberOf("right", output) / 20;
            assertTrue(wrong <= most && Child.numberOf("right", output) >= MIN_SAMPLES, output);
            assertEquals(0, Child.numberOf("rightInParts", output), output);
        }
    }

    @Tag("thorough")
    @Test
    void samplesOfWorkThatIsKeptApartAreFoundByTimeAsWell() throws Exception {
        String output = new Child(false, Map.of("TIMEMORY_SAMPLING_FREQ", "200")).run("sampled.CapturesKt", "400", "sampled");
        long wrong = Child.numberOf("wrong", output) + Child.numberOf("wrongInParts", output);
        assertTrue(Child.numberOf("right", output) >= Math.max(MIN_SAMPLES, 20 * wrong), output);
        assertTrue(Child.numberOf("rightInParts", output) >= Math.max(MIN_SAMPLES, 20 * wrong), output);
    }

    @Test
    void aProgramThatTheFlightRecorderSamplesEnds(@TempDir Path folder) throws Exception {
        Child child = new Child(false, Map.of("TIMEMORY_SAMPLING", "cpu", "TIMEMORY_FILE_OUTPUT", "true", "TIMEMORY_OUTPUT_PATH",
                folder.toString()));
        child.run("sampled.Unfinished");
        assertTrue(Files.readString(folder.resolve("results.timemory.json")).contains("\"cpu_samples\""));
    }

    @Test
    void anEngineThatIsMissingIsNamed() throws Exception {
        Child child = new Child(false, Map.of("TIMEMORY_SAMPLING_ENGINE", "async-profiler"));
        String output = child.run(THREE_LEAVES, "short", "10");
        assertTrue(output.contains("component cpu_samples is unavailable here and was skipped: async-profiler is not on the class path"),
                output);
        assertEquals(0, Child.numberOf("self", output), output);
    }

    @Test
    void aWholeProgramWithoutAnEngineSaysWhy() throws Exception {
        Child child = new Child(false, Map.of("TIMEMORY_SAMPLING_ENGINE", "async-profiler", "TIMEMORY_SAMPLING", "cpu"));
        String output = child.run(THREE_LEAVES, "timed", "10");
        assertTrue(output.contains("no samples are taken: async-profiler is not on the class path"), output);
    }

    @Test
    void withoutSamplesNoEngineIsLoaded() throws Exception {
        String output = new Child(true, Map.of(), "-Xlog:class+load").run(THREE_LEAVES, "timed", "100");
        assertTrue(output.contains("timemory.internal.callgraph.ThreadGraph "), output);
        assertFalse(output.contains("timemory.sampling.AsyncProfilerEngine "), output);
        assertFalse(output.contains("timemory.sampling.FlightRecorderEngine "), output);
        assertFalse(output.contains("one.profiler."), output);
        assertEquals(0, Child.numberOf("self", output), output);
    }

    @Test
    void collapsedStacksHaveTheRegionsAndThenTheFunctions(@TempDir Path folder) throws Exception {
        Child child = new Child(true, Map.of("TIMEMORY_SAMPLING_FREQ", "1000", "TIMEMORY_FILE_OUTPUT", "true", "TIMEMORY_OUTPUT_PATH",
                folder.toString(), "TIMEMORY_OUTPUT_FORMATS", "collapsed"));
        child.run(THREE_LEAVES, "short", "10000");
        String table = Files.readString(folder.resolve("cpu_samples.txt"));
        assertTrue(table.contains("|_~sampled.Leaves.alpha"), table);
        assertTrue(Files.readString(folder.resolve("results.timemory.json")).contains("\"~sampled.Leaves.gamma\""));
    }
}
