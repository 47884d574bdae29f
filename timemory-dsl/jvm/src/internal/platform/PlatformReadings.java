package timemory.internal.platform;

import org.jspecify.annotations.Nullable;

/**
 * The source of readings for the JVM target. {@code timemory-dsl} alone uses the management beans and {@code /proc}; the provider of this
 * interface in {@code timemory-jvm} takes precedence: see {@link Modules}.
 *
 * <p>Methods may be called from any thread at once and should allocate nothing.
 */
public interface PlatformReadings {

    /** User and system time of the process, in nanoseconds. */
    long processCpuNanoseconds();

    /**
     * User and system time of the calling thread, in nanoseconds.
     *
     * @throws UnsupportedOperationException on a virtual thread, whose CPU time is unknown to the system
     */
    long threadCpuNanoseconds();

    /** Why {@link #threadCpuNanoseconds} is unavailable on this machine; {@code null} if it is available. */
    @Nullable
    String threadCpuUnavailable();

    /** Values of {@code who}: the process, the calling thread, the children that the process has waited for. */
    int PROCESS = 0;

    int THREAD = 1;

    int CHILDREN = -1;

    /**
     * Reads the kernel's statistics for {@code who} into {@code into}: CPU time in user and kernel mode, in nanoseconds; the peak resident
     * set of the process, in bytes; page faults without and with reading from storage; blocks read and written; voluntary and other context
     * switches. In this order, from index 0.
     *
     * @throws UnsupportedOperationException for a virtual thread, which the kernel does not know
     */
    void resourceUsage(int who, long[] into);

    /** Why number {@code index} of {@link #resourceUsage} is unavailable on this machine; {@code null} if it is available. */
    @Nullable
    String resourceUsageUnavailable(int who, int index);

    /** The monotonic clock without rate adjustments, in nanoseconds. */
    default long rawMonotonicNanoseconds() {
        throw new UnsupportedOperationException("it is read by timemory-jvm on Java 22 and later");
    }

    /** The processor's time-stamp counter; only if {@link #timeStampCounterUnavailable} returns {@code null}. */
    default long timeStampCounter() {
        throw new UnsupportedOperationException(timeStampCounterUnavailable());
    }

    /** Why {@link #timeStampCounter} cannot be read on this machine; {@code null} if it can. */
    default @Nullable String timeStampCounterUnavailable() {
        return "it is read by timemory-jvm on Java 22 and later, on Linux on x86-64 and AArch64";
    }

    /** Provides readings on a JVM that may not support them. */
    interface Provider {
        /** Returns the readings, or {@code null} if this machine does not support them. */
        @Nullable
        PlatformReadings readings();

        /** Why {@link #readings} should not be called unless the user requests it; {@code null} if it may be, without a warning. */
        default @Nullable String nativeAccessNotGranted() {
            return null;
        }
    }
}
