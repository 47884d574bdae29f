package timemory.tools.merge;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/**
 * How far the heap grows before garbage is collected. Left alone, Java takes a quarter of the machine's memory before it looks, and reading
 * files makes garbage without end. It is not a limit: merged call graphs that need more get it.
 */
final class GcTuning {

    private static final long BYTES = 500L << 20;

    private GcTuning() {}

    /** Heeded by the collectors that can: G1 of Java 25, ZGC, Shenandoah. */
    static void set() {
        HotSpotDiagnosticMXBean machine = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        if (machine == null || Runtime.getRuntime().maxMemory() <= BYTES) {
            return;
        }
        try {
            machine.setVMOption("SoftMaxHeapSize", Long.toString(BYTES));
        } catch (IllegalArgumentException ignored) {
            // A JVM without the option takes as much as it likes.
        }
    }
}
