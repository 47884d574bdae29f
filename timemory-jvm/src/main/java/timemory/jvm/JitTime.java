package timemory.jvm;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;
import timemory.Binding;
import timemory.ComponentType;
import timemory.LongDeltaComponent;
import timemory.Quantity;
import timemory.TimeComponent;

/**
 * How long the JVM's compiler threads compiled, in nanoseconds, with a resolution of a millisecond; summed over threads.
 *
 * <p>Source: {@code CompilationMXBean.getTotalCompilationTime}.
 */
public final class JitTime extends LongDeltaComponent implements TimeComponent {

    private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();

    /** The type of {@link JitTime}. */
    public static final ComponentType<JitTime> TYPE = new RuntimeType<>(
            "jit_time",
            "Time the JVM spent compiling code",
            Quantity.TIME,
            Binding.PROCESS,
            "CompilationMXBean.getTotalCompilationTime",
            JitTime::new,
            () -> unavailable());

    private static @Nullable String unavailable() {
        boolean isThere = COMPILER != null && COMPILER.isCompilationTimeMonitoringSupported();
        return isThere ? null : "this JVM reports no compilation time (CompilationMXBean)";
    }

    @Override
    protected long read() {
        return COMPILER.getTotalCompilationTime() * 1_000_000L;
    }
}
