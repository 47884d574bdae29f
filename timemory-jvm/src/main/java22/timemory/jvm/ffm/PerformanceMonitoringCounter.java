package timemory.jvm.ffm;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Reads one of the processor's performance counters, with five machine instructions called like those of {@link TimeStampCounter}. A
 * separate class, so that the memory for them is allocated only if counters can be read this way.
 */
@SuppressWarnings("restricted") // see FfmReadings
final class PerformanceMonitoringCounter {

    private static final byte[] CODE = {
        (byte) 0x89, (byte) 0xf9, // mov ecx, edi: the first argument
        0x0f, 0x33, // rdpmc: the counter in edx:eax
        0x48, (byte) 0xc1, (byte) 0xe2, 0x20, // shl rdx, 32
        0x48, 0x09, (byte) 0xd0, // or rax, rdx
        (byte) 0xc3, // ret
    };

    private static final MethodHandle READ = Linker.nativeLinker()
            .downcallHandle(
                    TimeStampCounter.executable(CODE),
                    FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT),
                    Linker.Option.critical(false));

    private PerformanceMonitoringCounter() {}

    static long read(int index) {
        try {
            return (long) READ.invokeExact(index);
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }
}
