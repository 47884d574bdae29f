package timemory.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Elapsed time, allocated memory and locks: {@link sampled.AllocatingAndWaiting}, compared with other sources for the same regions. */
class AllocationAndWaitSamplesTest {
    private static final String ALL = "cpu_samples,wall_samples,alloc_samples,lock_samples";

    @BeforeAll
    static void onlyWhereThereIsALibrary() {
        assumeTrue(System.getProperty("os.name").equals("Linux"));
    }

    /** Checks that {@code component} has the expected value for {@code region} within {@code tolerance}, in {@code function}. */
    private static void assertNear(String output, String component, String region, double tolerance, String function) {
        double truth = Child.numberOf("true." + component + "." + region, output) * partSampled(component, output);
        long estimate = Child.numberOf(component + "." + region, output);
        assertTrue(Math.abs(estimate - truth) <= tolerance * truth, component + " of " + region + " in\n" + output);
        assertTrue(output.contains("function." + component + "." + region + "=~" + function), output);
    }

    /** Returns the part of elapsed time that was sampled: less than all of it on a busy machine, which is reported. */
    private static double partSampled(String component, String output) {
        Matcher reported = Pattern.compile("elapsed time of 1 threads was sampled ([0-9.]+) % as often").matcher(output);
        return component.equals("wall_samples") && reported.find() ? Double.parseDouble(reported.group(1)) / 100 : 1.0;
    }

    /** It waited to be notified for a second and a half; the monitor itself may be held for a moment. */
    private static void assertNoLockWhereNoneIsWaitedFor(String output) {
        long waited = output.contains("\nlock_samples.waiting=") ? Child.numberOf("lock_samples.waiting", output) : 0;
        assertTrue(waited < 150_000_000L, output);
    }

    @Test
    void asyncProfilerHasAllKindsAtOnceEachInItsRegion() throws Exception {
        String output = new Child(true, Map.of()).run("sampled.AllocatingAndWaiting", ALL);
        assertNear(output, "alloc_samples", "small", 0.3, "sampled.AllocatingAndWaiting.");
        assertNear(output, "alloc_samples", "large", 0.3, "sampled.AllocatingAndWaiting.");
        assertNear(output, "lock_samples", "monitor", 0.1, "sampled.AllocatingAndWaiting.");
        assertNear(output, "lock_samples", "lock", 0.1, "sampled.AllocatingAndWaiting.");
        assertNoLockWhereNoneIsWaitedFor(output);
        assertNear(output, "wall_samples", "asleep", 0.2, "sampled.AllocatingAndWaiting.");
        // Some may hit it while falling asleep.
        long onProcessor = output.contains("\ncpu_samples.asleep=") ? Child.numberOf("cpu_samples.asleep", output) : 0;
        assertTrue(onProcessor < Child.numberOf("wall_samples.asleep", output) / 5, output);
    }

    @Test
    @Tag("java17") // with other events
    void theFlightRecorderHasMemoryAndLocks() throws Exception {
        String output = new Child(false, Map.of()).run("sampled.AllocatingAndWaiting", "alloc_samples,lock_samples");
        assertNear(output, "alloc_samples", "small", 0.3, "sampled.AllocatingAndWaiting.");
        assertNear(output, "alloc_samples", "large", 0.3, "sampled.AllocatingAndWaiting.");
        assertNear(output, "lock_samples", "monitor", 0.1, "sampled.AllocatingAndWaiting.");
        assertNear(output, "lock_samples", "lock", 0.1, "sampled.AllocatingAndWaiting.");
        assertNoLockWhereNoneIsWaitedFor(output);
    }

    @Tag("thorough")
    @Test
    void elapsedTimeIsRefusedByNameWhereOnlyTheFlightRecorderIs() throws Exception {
        String output = new Child(false, Map.of()).run("sampled.AllocatingAndWaiting", "wall_samples,alloc_samples");
        assertTrue(output.contains("component wall_samples is unavailable here and was skipped: elapsed time is sampled by async-profiler "
                + "only: the Flight Recorder samples running threads"), output);
        assertFalse(output.contains("\nwall_samples."), output);
        assertTrue(output.contains("alloc_samples.large="), output);
    }

    @Test
    void aWholeProgramIsSampledForSeveralThingsAtOnce() throws Exception {
        String output = new Child(true, Map.of("TIMEMORY_SAMPLING", "cpu,wall")).run("sampled.ThreeLeaves", "timed", "20000");
        assertEquals(0, Child.numberOf("wrong", output), output);
        assertTrue(Child.numberOf("right", output) > 0, output);
        assertTrue(Child.numberOf("wall", output) > Child.numberOf("right", output) / 2, output);
    }

    @Test
    void whatCannotBeSampledOfAWholeProgramIsRefusedByNameAndTheRestIsSampled() throws Exception {
        Child child = new Child(false, Map.of("TIMEMORY_SAMPLING", "cpu,wall"));
        String output = child.run("sampled.ThreeLeaves", "timed", "20000");
        assertTrue(output.contains("no wall_samples: elapsed time is sampled by async-profiler only"), output);
        assertTrue(Child.numberOf("right", output) > 0, output);
    }

    @Test
    void aKindThatThereIsNotIsNamedWithThoseThatThereAre() throws Exception {
        String output = new Child(true, Map.of("TIMEMORY_SAMPLING", "cpu,walk")).run("sampled.ThreeLeaves", "timed", "10");
        assertTrue(output.contains("cpu,walk") && output.contains("none, or some of cpu, wall, alloc, lock, separated by commas"), output);
        assertEquals(0, Child.numberOf("self", output), output);
    }

    @Tag("thorough")
    @Test
    void nothingIsSampledBeforeTheDelayIsOver() throws Exception {
        Child late = new Child(true, Map.of("TIMEMORY_SAMPLING", "cpu", "TIMEMORY_SAMPLING_DELAY", "1000"));
        assertEquals(0, Child.numberOf("self", late.run("sampled.ThreeLeaves", "timed", "2000")));
        Child soon = new Child(true, Map.of("TIMEMORY_SAMPLING", "cpu", "TIMEMORY_SAMPLING_DELAY", "0.05"));
        String output = soon.run("sampled.ThreeLeaves", "timed", "20000");
        assertEquals(0, Child.numberOf("wrong", output), output);
        assertTrue(Child.numberOf("right", output) > 0, output);
    }

    @Test
    void aDelayThatIsNoneIsRefused() throws Exception {
        Child child = new Child(true, Map.of("TIMEMORY_SAMPLING", "cpu", "TIMEMORY_SAMPLING_DELAY", "-1"));
        String output = child.run("sampled.ThreeLeaves", "timed", "20000");
        assertTrue(output.contains("seconds from 0 to 1000000"), output);
        assertTrue(Child.numberOf("right", output) > 0, output);
    }
}
