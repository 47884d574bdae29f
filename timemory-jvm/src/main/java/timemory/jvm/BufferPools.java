package timemory.jvm;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/** The pools of memory outside of the heap. */
final class BufferPools {

    private BufferPools() {}

    /** {@code null} where there is none of the name. */
    static @Nullable BufferPoolMXBean find(String name) {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals(name))
                .findFirst()
                .orElse(null);
    }
}
