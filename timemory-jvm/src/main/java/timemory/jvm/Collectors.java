package timemory.jvm;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/** The JVM's garbage collectors, without beans that report concurrent cycles. */
final class Collectors {

    private static final GarbageCollectorMXBean[] BEANS = ManagementFactory.getGarbageCollectorMXBeans().stream()
            .filter(bean -> !bean.getName().endsWith("Cycles"))
            .toArray(GarbageCollectorMXBean[]::new);

    private Collectors() {}

    static long count() {
        long count = 0;
        for (GarbageCollectorMXBean bean : BEANS) {
            count += Math.max(0, bean.getCollectionCount());
        }
        return count;
    }

    static long milliseconds() {
        long time = 0;
        for (GarbageCollectorMXBean bean : BEANS) {
            time += Math.max(0, bean.getCollectionTime());
        }
        return time;
    }
}
