package timemory.internal.platform;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import timemory.internal.source.Usage;

/** Readings using only {@code java.lang.management} and {@code /proc}. */
final class ManagementReadings implements PlatformReadings {

    private static final String ELSEWHERE = "it is read by timemory-jvm on Java 22 and later";

    /** The unit of CPU time in {@code /proc/PID/stat}: 100 per second on every current Linux. */
    private static final long TICK_NANOSECONDS = 10_000_000L;

    private static final byte[] PEAK = key("VmHWM:");
    private static final byte[] VOLUNTARY = key("voluntary_ctxt_switches:");
    private static final byte[] INVOLUNTARY = key("nonvoluntary_ctxt_switches:");

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final com.sun.management.OperatingSystemMXBean system =
            (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final Files process = new Files("/proc/self", false);
    private final Files thread = new Files("/proc/thread-self", true);

    private static byte[] key(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** The files of the process, or of each thread, in {@code /proc}. */
    private record Files(SystemFile stat, SystemFile status) {
        Files(String folder, boolean perThread) {
            this(new SystemFile(folder + "/stat", perThread), new SystemFile(folder + "/status", perThread));
        }
    }

    @Override
    public long processCpuNanoseconds() {
        long value = system.getProcessCpuTime();
        if (value < 0) {
            throw new UnsupportedOperationException("OperatingSystemMXBean.getProcessCpuTime is not supported by this JVM");
        }
        return value;
    }

    @Override
    public long threadCpuNanoseconds() {
        return threads.getCurrentThreadCpuTime();
    }

    @Override
    public @Nullable String threadCpuUnavailable() {
        if (!threads.isCurrentThreadCpuTimeSupported()) {
            return "ThreadMXBean.getCurrentThreadCpuTime is not supported by this JVM";
        }
        return threads.isThreadCpuTimeEnabled() ? null : "ThreadMXBean.setThreadCpuTimeEnabled(false) was called";
    }

    @Override
    public void resourceUsage(int who, long[] into) {
        if (who == THREAD && VirtualThreads.isCurrent()) {
            throw new UnsupportedOperationException("the kernel does not know what a virtual thread uses");
        }
        if (who == CHILDREN) {
            readStat(process.stat, 13, into);
        } else {
            Files files = who == THREAD ? thread : process;
            readStat(files.stat, 11, into);
            FileText status = SystemFileKt.text(files.status);
            into[UsageIndex.PEAK_RSS] = status.numberAfter(PEAK) * 1024L;
            into[UsageIndex.VOLUNTARY_SWITCHES] = status.numberAfter(VOLUNTARY);
            into[UsageIndex.INVOLUNTARY_SWITCHES] = status.numberAfter(INVOLUNTARY);
        }
    }

    /** {@code times}: the index of user time among the words after the name of the program, which is the second word. */
    private static void readStat(SystemFile file, int times, long[] into) {
        FileText stat = SystemFileKt.text(file);
        int start = stat.lastIndexOf((byte) ')') + 1;
        into[UsageIndex.USER_TIME] = stat.number(times, start) * TICK_NANOSECONDS;
        into[UsageIndex.SYSTEM_TIME] = stat.number(times + 1, start) * TICK_NANOSECONDS;
        into[UsageIndex.MINOR_FAULTS] = stat.number(7, start);
        into[UsageIndex.MAJOR_FAULTS] = stat.number(9, start);
    }

    @Override
    public @Nullable String resourceUsageUnavailable(int who, int index) {
        boolean isSwitches = index == UsageIndex.VOLUNTARY_SWITCHES || index == UsageIndex.INVOLUNTARY_SWITCHES;
        boolean isTime = index == UsageIndex.USER_TIME || index == UsageIndex.SYSTEM_TIME;
        boolean isMissing = index == UsageIndex.BLOCKS_IN
                || index == UsageIndex.BLOCKS_OUT
                || who == CHILDREN && !isTime
                || who != THREAD && isSwitches; // /proc/self/status counts only those of the main thread
        return isMissing ? ELSEWHERE : null;
    }
}
