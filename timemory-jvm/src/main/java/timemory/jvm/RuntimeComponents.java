package timemory.jvm;

import java.util.List;
import timemory.ComponentProvider;
import timemory.ComponentType;

/** Registers this module's components by their IDs. */
public final class RuntimeComponents implements ComponentProvider {

    /** Called by {@link java.util.ServiceLoader}. */
    public RuntimeComponents() {}

    @Override
    public List<ComponentType<?>> components() {
        return List.of(
                ThreadAllocatedBytes.TYPE,
                HeapUsed.TYPE,
                GcCount.TYPE,
                GcTime.TYPE,
                JitTime.TYPE,
                LoadedClasses.TYPE,
                ThreadBlockedCount.TYPE,
                ThreadBlockedTime.TYPE,
                ThreadWaitedCount.TYPE,
                ThreadWaitedTime.TYPE,
                DirectMemory.TYPE,
                MappedMemory.TYPE,
                SafepointTime.TYPE,
                SafepointCount.TYPE,
                VirtualThreadPinnedTime.TYPE,
                VirtualThreadPinnedCount.TYPE);
    }
}
