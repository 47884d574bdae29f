package timemory.jvm.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import timemory.PlatformReadings;

/**
 * Readings by {@code clock_gettime}, {@code getrusage} and {@code /proc/self/statm}, called through the Foreign Function and Memory
 * API: finer than the management beans', whose process CPU time moves in steps of 10 ms.
 *
 * <p>Each thread has its own small buffer for results, so that a reading allocates nothing.
 */
@SuppressWarnings("restricted") // whoever runs it allows native access, or sees the warning of the virtual machine
public final class FfmReadings implements PlatformReadings {

    private static final int CLOCK_PROCESS_CPUTIME_ID = 2;
    private static final int CLOCK_THREAD_CPUTIME_ID = 3;
    private static final int RUSAGE_SELF = 0;
    private static final int SC_PAGESIZE = 30;

    /** Holds a {@code struct timespec} (16 bytes), a {@code struct rusage} (144 bytes) or the text of {@code statm}. */
    private static final int BUFFER_SIZE = 256;

    private static final int RU_MAXRSS = 32;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle CLOCK_GETTIME = function(
            "clock_gettime", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
    private static final MethodHandle GETRUSAGE = function(
            "getrusage", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
    private static final MethodHandle OPEN = function(
            "open", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
    private static final MethodHandle PREAD = function(
            "pread",
            FunctionDescriptor.of(
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_INT,
                    ValueLayout.ADDRESS,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG));

    private static final ThreadLocal<MemorySegment> BUFFER =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(BUFFER_SIZE, 8));

    private final long pageSize;
    private final int statm;

    /** Called by name from {@code FfmReadingsProvider}. */
    public FfmReadings() {
        MethodHandle sysconf = function("sysconf", FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT));
        try (Arena arena = Arena.ofConfined()) {
            pageSize = (long) sysconf.invokeExact(SC_PAGESIZE);
            statm = (int) OPEN.invokeExact(arena.allocateFrom("/proc/self/statm"), 0x80000 /* O_RDONLY | O_CLOEXEC */);
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

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
            throw new UnsupportedOperationException("the CPU time of a virtual thread is known to no clock of the operating system");
        }
        return clock(CLOCK_THREAD_CPUTIME_ID);
    }

    @Override
    public String threadCpuUnavailable() {
        return null;
    }

    private static long clock(int clock) {
        MemorySegment buffer = BUFFER.get();
        int status;
        try {
            status = (int) CLOCK_GETTIME.invokeExact(clock, buffer);
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
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
    public String timeStampCounterUnavailable() {
        return TimeStampCounter.UNAVAILABLE;
    }

    @Override
    public long peakRssBytes() {
        MemorySegment buffer = BUFFER.get();
        int status;
        try {
            status = (int) GETRUSAGE.invokeExact(RUSAGE_SELF, buffer);
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
        if (status != 0) {
            throw new UnsupportedOperationException("getrusage(RUSAGE_SELF) fails here");
        }
        return buffer.get(ValueLayout.JAVA_LONG, RU_MAXRSS) * 1024L;
    }

    @Override
    public long pageRssBytes() {
        MemorySegment buffer = BUFFER.get();
        long length;
        try {
            length = (long) PREAD.invokeExact(statm, buffer, (long) BUFFER_SIZE, 0L);
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
        if (length <= 0) {
            throw new UnsupportedOperationException("/proc/self/statm cannot be read");
        }
        long at = 0;
        while (at < length && buffer.get(ValueLayout.JAVA_BYTE, at) != ' ') {
            at++;
        }
        long pages = 0;
        for (at++; at < length; at++) {
            byte digit = buffer.get(ValueLayout.JAVA_BYTE, at);
            if (digit < '0' || digit > '9') {
                break;
            }
            pages = pages * 10 + (digit - '0');
        }
        return pages * pageSize;
    }
}
