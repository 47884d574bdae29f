package timemory.sampling;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which engine samples. One at a time: async-profiler and CPU-time profiling of the JDK both want the signal SIGPROF, and the second to come
 * gets nothing, without a word.
 */
final class Engines {
    private static final String ASYNC_PROFILER = "async-profiler";
    private static final String FLIGHT_RECORDER = "jfr";

    private Engines() {}

    /** Why no engine has samples of {@code kind} here, as far as that is known without starting it; {@code null} where one most likely has. */
    static @Nullable String reasonAgainst(SampleKind kind, String wanted) {
        if (!hasFlightRecorder()) {
            return "this Java runtime has no Flight Recorder (the module jdk.jfr), in whose format samples come";
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
     * async-profiler, ready to start; {@code null} where it is not wanted or not there.
     *
     * @param samples what samples are added to, empty
     * @param isWholeProgram whether threads without regions are sampled
     * @param reasons gets a sentence that says why not
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
     * The Flight Recorder, ready to start; {@code null} where it is not wanted or not there.
     *
     * @param mayUseSignal whether the signal SIGPROF is free: not where async-profiler is there and did not start, as somebody else may have
     * started it before
     */
    static @Nullable SampleEngine flightRecorder(String wanted, Rates rates, SamplesByPart samples, boolean mayUseSignal,
            List<String> reasons) {
        if (wanted.equals(ASYNC_PROFILER)) {
            return null;
        }
        try {
            return FlightRecorderEngine.prepare(rates, samples, mayUseSignal, reasons);
        } catch (IllegalStateException failure) {
            reasons.add("the Flight Recorder does not start: " + failure.getMessage()
                    + " (it needs a folder for temporary files, which -Djava.io.tmpdir=... names)");
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
