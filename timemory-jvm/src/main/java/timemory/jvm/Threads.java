package timemory.jvm;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import org.jspecify.annotations.Nullable;

/** Access to the JVM's thread information. */
final class Threads {

    private static final ThreadMXBean BEAN = ManagementFactory.getThreadMXBean();

    private Threads() {}

    /** Returns information about the current thread. */
    static ThreadInfo info() {
        ThreadInfo info = BEAN.getThreadInfo(Thread.currentThread().getId());
        if (info == null) {
            throw new UnsupportedOperationException("the JVM reports nothing about virtual threads (ThreadInfo)");
        }
        return info;
    }

    static void watchContention() {
        if (contentionUnavailable() == null && !BEAN.isThreadContentionMonitoringEnabled()) {
            BEAN.setThreadContentionMonitoringEnabled(true);
        }
    }

    static @Nullable String contentionUnavailable() {
        return BEAN.isThreadContentionMonitoringSupported() ? null : "this JVM does not monitor contention (ThreadMXBean)";
    }

    static @Nullable String allocationUnavailable() {
        if (!(BEAN instanceof com.sun.management.ThreadMXBean bean)) {
            return "this JVM does not count allocations per thread (com.sun.management.ThreadMXBean)";
        }
        if (!bean.isThreadAllocatedMemorySupported()) {
            return "this JVM does not count allocations per thread (com.sun.management.ThreadMXBean)";
        }
        return bean.isThreadAllocatedMemoryEnabled() ? null : "ThreadMXBean.setThreadAllocatedMemoryEnabled(false) was called";
    }
}
