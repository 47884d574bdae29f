package timemory.jvm;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/** The JVM's off-heap buffer pools. */
final class BufferPools {

    private BufferPools() {}

    /** Returns the pool {@code name}; {@code null} if there is none. */
    static @Nullable BufferPoolMXBean find(String name) {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals(name))
                .findFirst()
                .orElse(null);
    }
}
