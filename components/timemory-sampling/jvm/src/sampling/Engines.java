package timemory.sampling;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Selects the sampling engine. One at a time: async-profiler and the JDK's CPU-time profiling both need the signal SIGPROF, and the second
 * one silently gets no samples.
 */
final class Engines {
    private static final String ASYNC_PROFILER = "async-profiler";
    private static final String FLIGHT_RECORDER = "jfr";

    private Engines() {}

    /**
     * Returns why no engine has samples of {@code kind} here, as far as that is known without starting it; {@code null} if one probably
     * does.
     */
    static @Nullable String reasonAgainst(SampleKind kind, String wanted) {
        if (!hasFlightRecorder()) {
            return "this Java runtime has no Flight Recorder (the module jdk.jfr), whose format samples use";
        }
        if (wanted.equals(ASYNC_PROFILER) && !hasAsyncProfiler()) {
            return absent();
        }
        if (kind == SampleKind.WALL && wanted.equals(FLIGHT_RECORDER)) {
            return FlightRecorderEngine.NO_WALL;
        }
        return kind == SampleKind.WALL && !hasAsyncProfiler() ? FlightRecorderEngine.NO_WALL + "; " + absent() : null;
    }

    /**
     * Returns async-profiler, ready to start; {@code null} if it is not selected or not available.
     *
     * @param samples receives the samples; initially empty
     * @param isWholeProgram whether threads without regions are sampled
     * @param reasons receives a sentence with the reason if it is not returned
     */
    static @Nullable SampleEngine asyncProfiler(String wanted, Rates rates, SamplesByPart samples, boolean isWholeProgram,
            List<String> reasons) {
        if (wanted.equals(FLIGHT_RECORDER)) {
            return null;
        }
        if (!hasAsyncProfiler()) {
            reasons.add(absent());
            return null;
        }
        try {
            return AsyncProfilerEngine.prepare(rates, samples, isWholeProgram);
        } catch (IllegalStateException | LinkageError failure) {
            reasons.add(failure.getMessage());
            return null;
        }
    }

    /**
     * Returns the Flight Recorder, ready to start; {@code null} if it is not selected or not available.
     *
     * @param mayUseSignal whether the signal SIGPROF is free; it may not be if async-profiler is loaded and did not start, because
     * something else may have started it
     */
    static @Nullable SampleEngine flightRecorder(String wanted, Rates rates, SamplesByPart samples, boolean mayUseSignal,
            List<String> reasons) {
        if (wanted.equals(ASYNC_PROFILER)) {
            return null;
        }
        try {
            return FlightRecorderEngine.prepare(rates, samples, mayUseSignal, reasons);
        } catch (IllegalStateException failure) {
            reasons.add("the Flight Recorder did not start: " + failure.getMessage()
                    + " (it needs a folder for temporary files: -Djava.io.tmpdir=...)");
            return null;
        }
    }

    private static String absent() {
        return "async-profiler is not on the class path (tools.profiler:async-profiler, 4.5 or later)";
    }

    private static boolean hasFlightRecorder() {
        return isThere("jdk.jfr.consumer.RecordingStream");
    }

    private static boolean hasAsyncProfiler() {
        return isThere("one.profiler.AsyncProfiler");
    }

    private static boolean isThere(String name) {
        try {
            Class.forName(name, false, Engines.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError ignored) {
            return false;
        }
    }
}
