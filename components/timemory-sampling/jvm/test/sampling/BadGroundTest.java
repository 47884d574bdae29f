package timemory.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Situations in which sampling is difficult or impossible: only samples are lost, and the reason is reported. */
class BadGroundTest {
    private static final String THREE_LEAVES = "sampled.ThreeLeaves";
    private static final String EXACT = "-XX:CompileCommand=dontinline,sampled.Leaves::*";
    private static final Map<String, String> CPU = Map.of("TIMEMORY_SAMPLING", "cpu");
    private static final Map<String, String> BY_RECORDER = Map.of("TIMEMORY_SAMPLING", "cpu", "TIMEMORY_SAMPLING_ENGINE", "jfr",
            "TIMEMORY_SAMPLING_FREQ", "200");

    /** Ten thousand were tried as well. */
    private static final String MANY = "true".equals(System.getenv("THOROUGH")) ? "2000" : "500";

    @TempDir
    private Path folder;

    @BeforeAll
    static void onlyWhereThereIsALibrary() {
        assumeTrue(System.getProperty("os.name").equals("Linux"));
    }

    private Child writing(boolean hasAsyncProfiler, Map<String, String> variables, String... options) {
        Map<String, String> all = new java.util.HashMap<>(variables);
        all.put("TIMEMORY_FILE_OUTPUT", "true");
        all.put("TIMEMORY_OUTPUT_PATH", folder.toString());
        return new Child(hasAsyncProfiler, all, options);
    }

    /** Returns the engine according to the metadata. */
    private String engine() throws IOException {
        return fact("SAMPLING_ENGINE");
    }

    /** Returns the metadata's {@code name}; empty if missing. */
    private String fact(String name) throws IOException {
        String file = Files.readString(folder.resolve("results.timemory.json"));
        String key = "\"" + name + "\":\"";
        int begin = file.indexOf(key) + key.length();
        return begin < key.length() ? "" : file.substring(begin, file.indexOf('"', begin));
    }

    private static boolean hasCpuTimeSamples() {
        return Runtime.version().feature() >= 25;
    }

    /** The number of lost samples depends on the machine, so only the report's consistency is checked. */
    @Tag("thorough")
    @Test
    void samplesThatTheFlightRecorderLosesAreReported() throws Exception {
        String output = writing(false, BY_RECORDER).run(THREE_LEAVES, "timed", "20000");
        long taken = Long.parseLong(fact("SAMPLES"));
        long lost = Long.parseLong(fact("SAMPLES_LOST"));
        assertEquals(LostSamples.sentence(lost, taken) != null, output.contains("the Flight Recorder lost " + lost + " of "), output);
    }

    @Tag("thorough")
    @Test
    void interpretedProgramsAreSampled() throws Exception {
        for (Map<String, String> variables : List.of(CPU, BY_RECORDER)) {
            String output = new Child(true, variables, "-Xint").run(THREE_LEAVES, "timed", "600");
            assertTrue(Child.numberOf("right", output) > 0, output);
            assertTrue(Child.numberOf("right", output) >= 20 * Child.numberOf("wrong", output), output);
        }
    }

    @Test
    void stacksThatAreTooDeepAreInTheirRegionAndSayThatTheyLackFunctions() throws Exception {
        String output = new Child(true, CPU, "-Xss64m", "-XX:MaxJavaStackTraceDepth=10").run("sampled.DeepStacks", "5000");
        assertTrue(Child.numberOf("inside", output) > 0, output);
        assertEquals(0, Child.numberOf("wrong", output), output);
        assertTrue(output.matches("(?s).*samples had stacks deeper than the 2048 functions that async-profiler .* records; the functions "
                + "between these and their region are shown as ~\\.\\.\\..*"), output);
    }

    @Tag("thorough")
    @Test
    void theFlightRecorderSaysHowItLooksAtDeeperStacks() throws Exception {
        String output = new Child(false, BY_RECORDER).run("sampled.DeepStacks", "500");
        assertTrue(Child.numberOf("inside", output) > 0, output);
        assertTrue(output.contains("samples had stacks deeper than the 64 functions"), output);
        assertTrue(output.contains("-XX:FlightRecorderOptions:stackdepth=2048"), output);
    }

    @Tag("thorough")
    @Test
    void manyThreadsAreSampled() throws Exception {
        Map<String, String> both = Map.of("TIMEMORY_SAMPLING", "cpu,wall", "TIMEMORY_SAMPLING_FREQ", "1000");
        for (Map<String, String> variables : List.of(both, BY_RECORDER)) {
            String output = new Child(true, variables, EXACT).run("sampled.ManyThreads", MANY);
            assertEquals(0, Child.numberOf("wrong", output), output);
            assertTrue(Child.numberOf("right", output) > 0, output);
        }
    }

    @Tag("thorough")
    @Test
    void whereTheLibraryCannotBeUnpackedTheFlightRecorderSamples() throws Exception {
        String absent = folder.resolve("absent").toString();
        writing(true, CPU, "-Done.profiler.extractPath=" + absent).run(THREE_LEAVES, "timed", "20000");
        assertTrue(engine().startsWith("Flight Recorder, jdk."), engine());
        assertTrue(engine().contains("async-profiler cannot load its library: "), engine());
        assertTrue(engine().contains("-Done.profiler.extractPath="), engine());
    }

    @Test
    void whereTheLibraryCannotBeRunTheFlightRecorderSamples() throws Exception {
        Path noLibrary = Files.writeString(folder.resolve("libasyncProfiler.so"), "no library");
        writing(true, CPU, "-Done.profiler.libraryPath=" + noLibrary).run(THREE_LEAVES, "timed", "20000");
        assertTrue(engine().startsWith("Flight Recorder, jdk."), engine());
        assertTrue(engine().contains("async-profiler cannot load its library: "), engine());
    }

    @Test
    void withoutAFolderForTemporaryFilesNothingIsSampledAndTheWayOutIsNamed() throws Exception {
        // No temporary files can be created either.
        String output = new Child(true, CPU, "-Djava.io.tmpdir=/proc/absent").run(THREE_LEAVES, "timed", "1000");
        assertEquals(0, Child.numberOf("self", output), output);
        assertTrue(output.contains("no samples are taken: async-profiler cannot load its library: "), output);
        assertTrue(output.contains("the Flight Recorder did not start: "), output);
        assertTrue(output.contains("-Djava.io.tmpdir="), output);
    }

    @Test
    void aProfilerThatSomebodyElseHasStartedIsLeftAlone() throws Exception {
        String output = writing(true, CPU).run("sampled.OtherProfiler", "timed", "30000");
        assertTrue(engine().startsWith("Flight Recorder, jdk.ExecutionSample"), engine());
        assertTrue(engine().contains("async-profiler did not start: ctimer: Profiler already started"), engine());
        assertTrue(output.contains("own=true"), output);
        assertTrue(Child.numberOf("right", output) > 0, output);
    }

    @Test
    void aProgramThatHandlesTheSignalItselfIsSampledWithoutIt() throws Exception {
        String output = writing(false, BY_RECORDER).run("sampled.OwnSignal", "timed", "30000");
        assertTrue(engine().startsWith("Flight Recorder, jdk.ExecutionSample"), engine());
        if (hasCpuTimeSamples()) {
            assertTrue(engine().contains("jdk.CPUTimeSample needs the signal SIGPROF, which this process already handles"),
                    engine());
        }
        assertTrue(Child.numberOf("right", output) > 0, output);
    }

    @Test
    void aFlightRecorderThatIsDisabledIsNamed() throws Exception {
        Child child = new Child(false, BY_RECORDER, "-XX:+IgnoreUnrecognizedVMOptions", "-XX:-FlightRecorder");
        String output = child.run(THREE_LEAVES, "timed", "1000");
        assertTrue(output.contains("no samples are taken: the Flight Recorder is disabled in this JVM"), output);
        assertEquals(0, Child.numberOf("self", output), output);
    }

    @Tag("thorough")
    @Test
    void aRecordingOfSomebodyElseGoesOnAndChangesNoValue() throws Exception {
        Path other = folder.resolve("other.jfr");
        String faster = "-XX:StartFlightRecording:jdk.ExecutionSample#enabled=true,jdk.ExecutionSample#period=10ms,filename=" + other;
        String output =
                writing(false, Map.of("TIMEMORY_SAMPLING", "cpu", "TIMEMORY_SAMPLING_ENGINE", "jfr", "TIMEMORY_SAMPLING_FREQ", "20"),
                        faster).run(THREE_LEAVES, "long", "20000");
        assertTrue(Child.numberOf("right", output) > 0, output);
        assertTrue(Files.size(other) > 0);
        String file = Files.readString(folder.resolve("results.timemory.json"));
        if (!hasCpuTimeSamples()) assertTrue(file.contains("\"SAMPLING_PERIOD\":\"10000 us\""), file);
    }

    /** A profiler without perf_event, as with `perf_event_paranoid` 3 and seccomp. */
    private static final class WithoutPerf implements AsyncProfilerEngine.Commands {
        final List<String> started = new ArrayList<>();

        @Override
        public String execute(String command) {
            if (command.contains("event=cpu-clock")) throw new IllegalStateException("No access to perf events");
            started.add(command);
            return "";
        }

        @Override
        public String version() {
            return "4.6";
        }

        @Override
        public void add(Thread thread) {}
    }

    @Test
    void withoutPerfEventsTheTimersOfTheKernelSampleAsFastAsTheyCan() throws Exception {
        WithoutPerf profiler = new WithoutPerf();
        SamplesByPart none = new SamplesByPart(() -> new Samples(64, (kind, set) -> true));
        AsyncProfilerEngine engine = new AsyncProfilerEngine(profiler, null, new Rates(1000, 524_288, 10_000), none, true);
        engine.start(EnumSet.of(SampleKind.CPU));
        assertEquals("async-profiler 4.6, ctimer (cpu-clock: No access to perf events)", engine.name());
        assertTrue(profiler.started.get(0).startsWith("start,jfr,event=ctimer,interval=10000000ns,file="), profiler.started.toString());
        assertEquals(10_000_000L, engine.period(SampleKind.CPU));
    }

    @Test
    void aRefusedPerfEventIsNoReasonWhereItIsNotNeeded() throws Exception {
        WithoutPerf profiler = new WithoutPerf();
        SamplesByPart none = new SamplesByPart(() -> new Samples(64, (kind, set) -> true));
        AsyncProfilerEngine engine = new AsyncProfilerEngine(profiler, null, new Rates(100, 524_288, 10_000), none, false);
        engine.start(EnumSet.of(SampleKind.CPU, SampleKind.WALL, SampleKind.ALLOC, SampleKind.LOCK));
        assertEquals("async-profiler 4.6, ctimer", engine.name());
        assertFalse(profiler.started.get(0).contains("cpu-clock"), profiler.started.toString());
        String expected = "start,jfr,event=ctimer,interval=10000000ns,wall=10000000ns,nobatch,filter,alloc=524288,lock=10000ns,file=";
        assertTrue(profiler.started.get(0).startsWith(expected), profiler.started.toString());
    }
}
