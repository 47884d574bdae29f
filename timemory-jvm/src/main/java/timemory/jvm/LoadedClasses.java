package timemory.jvm;

import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import timemory.Binding;
import timemory.ComponentType;
import timemory.CountComponent;
import timemory.LongDeltaComponent;
import timemory.Quantity;

/**
 * How many classes were loaded, including those unloaded since.
 *
 * <p>Source: {@code ClassLoadingMXBean.getTotalLoadedClassCount}.
 */
public final class LoadedClasses extends LongDeltaComponent implements CountComponent {

    private static final ClassLoadingMXBean CLASSES = ManagementFactory.getClassLoadingMXBean();

    /** The type of {@link LoadedClasses}. */
    public static final ComponentType<LoadedClasses> TYPE = new RuntimeType<>(
            "loaded_classes",
            "Number of classes loaded",
            Quantity.COUNT,
            Binding.PROCESS,
            "ClassLoadingMXBean.getTotalLoadedClassCount",
            LoadedClasses::new);

    @Override
    protected long read() {
        return CLASSES.getTotalLoadedClassCount();
    }
}
