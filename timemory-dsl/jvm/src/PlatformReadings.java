package timemory;

/**
 * Where the JVM target gets its readings from. {@code timemory-dsl} alone uses the management beans and {@code /proc}; a provider
 * of this interface found by {@link java.util.ServiceLoader}, as {@code timemory-jvm} has one, goes before them.
 *
 * <p>Methods may be called from any thread at once and should allocate nothing.
 */
public interface PlatformReadings {

    /** User and system time of the process, in nanoseconds. */
    long processCpuNanoseconds();

    /**
     * User and system time of the calling thread, in nanoseconds.
     *
     * @throws UnsupportedOperationException on a virtual thread, whose CPU time no clock knows
     */
    long threadCpuNanoseconds();

    /** Why {@link #threadCpuNanoseconds} cannot be had on this machine, {@code null} where it can. */
    String threadCpuUnavailable();

    /** The largest resident set the process ever had, in bytes. */
    long peakRssBytes();

    /** The resident set of the process, in bytes. */
    long pageRssBytes();

    /** The processor's time-stamp counter; only where {@link #timeStampCounterUnavailable} gives {@code null}. */
    default long timeStampCounter() {
        throw new UnsupportedOperationException(timeStampCounterUnavailable());
    }

    /** Why {@link #timeStampCounter} cannot be read on this machine, {@code null} where it can. */
    default String timeStampCounterUnavailable() {
        return "it is read by timemory-jvm on Java 22 and later, on Linux and x86-64";
    }

    /** Finds the readings for a Java virtual machine that may lack what they need. */
    interface Provider {
        /** The readings, or {@code null} where this machine lacks what they need. */
        PlatformReadings readings();
    }
}
