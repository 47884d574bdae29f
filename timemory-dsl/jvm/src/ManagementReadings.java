package timemory;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;

/** Readings with nothing but {@code java.lang.management} and {@code /proc}. */
final class ManagementReadings implements PlatformReadings {

    private static final byte[] PEAK = "VmHWM:".getBytes(StandardCharsets.US_ASCII);

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final com.sun.management.OperatingSystemMXBean system =
            (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final ProcFile status = new ProcFile("/proc/self/status");
    private final ProcFile statm = new ProcFile("/proc/self/statm");
    private final long pageSize = PageSize.bytes();

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
    public String threadCpuUnavailable() {
        if (!threads.isCurrentThreadCpuTimeSupported()) {
            return "ThreadMXBean.getCurrentThreadCpuTime is not supported by this JVM";
        }
        return threads.isThreadCpuTimeEnabled() ? null : "ThreadMXBean.setThreadCpuTimeEnabled(false) was called";
    }

    @Override
    public long peakRssBytes() {
        return status.numberAfter(PEAK) * 1024L;
    }

    @Override
    public long pageRssBytes() {
        return statm.number(1) * pageSize;
    }
}
