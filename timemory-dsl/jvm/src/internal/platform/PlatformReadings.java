package timemory.internal.platform;

import org.jspecify.annotations.Nullable;

/**
 * Where the JVM target gets its readings from. {@code timemory-dsl} alone uses the management beans and {@code /proc}; a provider
 * of this interface that {@code timemory-jvm} has goes before them: see {@link Modules}.
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

    /** Why {@link #threadCpuNanoseconds} is unavailable on this machine, {@code null} where it is available. */
    @Nullable
    String threadCpuUnavailable();

    /** Values of {@code who}: the process, the calling thread, the children that the process has waited for. */
    int PROCESS = 0;

    int THREAD = 1;

    int CHILDREN = -1;

    /**
     * Reads what the kernel counts for {@code who} into {@code into}: CPU time in user mode and in the kernel, in nanoseconds; the largest
     * resident set the process ever had, in bytes; page faults without and with reading from storage; blocks read and written;
     * context switches of its own accord and others. In this order, from index 0.
     *
     * @throws UnsupportedOperationException for a virtual thread, which no kernel knows
     */
    void resourceUsage(int who, long[] into);

    /** Why number {@code index} of {@link #resourceUsage} is unavailable on this machine, {@code null} where it is available. */
    @Nullable
    String resourceUsageUnavailable(int who, int index);

    /** The monotonic clock without adjustments of its rate, in nanoseconds. */
    default long rawMonotonicNanoseconds() {
        throw new UnsupportedOperationException("it is read by timemory-jvm on Java 22 and later");
    }

    /** The processor's time-stamp counter; only where {@link #timeStampCounterUnavailable} gives {@code null}. */
    default long timeStampCounter() {
        throw new UnsupportedOperationException(timeStampCounterUnavailable());
    }

    /** Why {@link #timeStampCounter} cannot be read on this machine, {@code null} where it can. */
    default @Nullable String timeStampCounterUnavailable() {
        return "it is read by timemory-jvm on Java 22 and later, on Linux on x86-64 and AArch64";
    }

    /** Finds the readings for a JVM that may lack what they need. */
    interface Provider {
        /** The readings, or {@code null} where this machine lacks what they need. */
        @Nullable
        PlatformReadings readings();

        /** Why {@link #readings} is not to be asked for unless the user wants it, {@code null} where it may be: no warning follows. */
        default @Nullable String nativeAccessNotGranted() {
            return null;
        }
    }
}
