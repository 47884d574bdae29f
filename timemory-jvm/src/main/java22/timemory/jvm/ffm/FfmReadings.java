package timemory.jvm.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;
import timemory.internal.platform.PlatformReadings;

/**
 * Readings from {@code clock_gettime} and {@code getrusage}, called through the Foreign Function and Memory API: more precise than those of
 * the management beans, whose process CPU time has a resolution of 10 ms.
 *
 * <p>Each thread has its own small buffer for results, so that a reading allocates nothing.
 */
@SuppressWarnings("restricted") // the user allows native access, or sees the JVM's warning
public final class FfmReadings implements PlatformReadings {

    private static final int CLOCK_PROCESS_CPUTIME_ID = 2;
    private static final int CLOCK_THREAD_CPUTIME_ID = 3;
    private static final int CLOCK_MONOTONIC_RAW = 4;

    /** Holds a {@code struct timespec} (16 bytes) or a {@code struct rusage} (144 bytes). */
    private static final int BUFFER_SIZE = 144;

    /** Field offsets of {@code struct rusage} on 64-bit Linux. */
    private static final int RU_MAXRSS = 32;

    private static final int RU_MINFLT = 64;
    private static final int RU_INBLOCK = 88;
    private static final int RU_NVCSW = 128;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle CLOCK_GETTIME = function(
            "clock_gettime", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
    private static final MethodHandle GETRUSAGE = function(
            "getrusage", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
    private static final ThreadLocal<MemorySegment> BUFFER =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(BUFFER_SIZE, 8));

    /** Called by name from {@code FfmReadingsProvider}. */
    public FfmReadings() {}

    static MethodHandle function(String name, FunctionDescriptor type) {
        return LINKER.downcallHandle(LINKER.defaultLookup().find(name).orElseThrow(), type);
    }

    @Override
    public long processCpuNanoseconds() {
        return clock(CLOCK_PROCESS_CPUTIME_ID);
    }

    @Override
    public long threadCpuNanoseconds() {
        if (Thread.currentThread().isVirtual()) {
            throw new UnsupportedOperationException("no clock of the operating system has the CPU time of a virtual thread");
        }
        return clock(CLOCK_THREAD_CPUTIME_ID);
    }

    @Override
    public @Nullable String threadCpuUnavailable() {
        return null;
    }

    private static long clock(int clock) {
        MemorySegment buffer = BUFFER.get();
        int status;
        try {
            status = (int) CLOCK_GETTIME.invokeExact(clock, buffer);
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
        if (status != 0) {
            throw new UnsupportedOperationException("clock_gettime(" + clock + ") fails here");
        }
        return buffer.get(ValueLayout.JAVA_LONG, 0) * 1_000_000_000L + buffer.get(ValueLayout.JAVA_LONG, 8);
    }

    @Override
    public long timeStampCounter() {
        return TimeStampCounter.read();
    }

    @Override
    public @Nullable String timeStampCounterUnavailable() {
        return TimeStampCounter.UNAVAILABLE;
    }

    @Override
    public void resourceUsage(int who, long[] into) {
        if (who == THREAD && Thread.currentThread().isVirtual()) {
            throw new UnsupportedOperationException("the kernel does not know what a virtual thread uses");
        }
        MemorySegment usage = BUFFER.get();
        int status;
        try {
            status = (int) GETRUSAGE.invokeExact(who, usage);
        } catch (Throwable exception) {
            throw new IllegalStateException(exception);
        }
        if (status != 0) {
            throw new UnsupportedOperationException("getrusage(" + who + ") fails here");
        }
        into[0] = nanoseconds(usage, 0);
        into[1] = nanoseconds(usage, 16);
        into[2] = usage.get(ValueLayout.JAVA_LONG, RU_MAXRSS) * 1024L;
        into[3] = usage.get(ValueLayout.JAVA_LONG, RU_MINFLT);
        into[4] = usage.get(ValueLayout.JAVA_LONG, RU_MINFLT + 8);
        into[5] = usage.get(ValueLayout.JAVA_LONG, RU_INBLOCK);
        into[6] = usage.get(ValueLayout.JAVA_LONG, RU_INBLOCK + 8);
        into[7] = usage.get(ValueLayout.JAVA_LONG, RU_NVCSW);
        into[8] = usage.get(ValueLayout.JAVA_LONG, RU_NVCSW + 8);
    }

    /** Returns the {@code struct timeval} at {@code offset} in nanoseconds. */
    private static long nanoseconds(MemorySegment usage, long offset) {
        return usage.get(ValueLayout.JAVA_LONG, offset) * 1_000_000_000L + usage.get(ValueLayout.JAVA_LONG, offset + 8) * 1000L;
    }

    @Override
    public @Nullable String resourceUsageUnavailable(int who, int index) {
        return null;
    }

    @Override
    public long rawMonotonicNanoseconds() {
        return clock(CLOCK_MONOTONIC_RAW);
    }
}
