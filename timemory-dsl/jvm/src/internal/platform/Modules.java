package timemory.internal.platform;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import org.jspecify.annotations.Nullable;

/**
 * The timemory modules on the class path besides this one, found by the class names below.
 *
 * <p>Third-party modules are found by {@link java.util.ServiceLoader}. But every program that measures needs these modules, and looking for
 * a service makes a program that has just started search all JARs and the JDK's own modules, and load eighty classes for it: 15 ms.
 */
final class Modules {

    /** In the order of listings. */
    private static final String[] PROVIDERS = {"timemory.gpu.GpuProvider", "timemory.roofline.RooflineProvider",
        "timemory.counters.CountersProvider", "timemory.sampling.SamplingProvider", "timemory.live.LiveProvider",
        "timemory.export.ExportProvider", "timemory.nativecalls.NativeCallsProvider"};

    private static final String READINGS = "timemory.jvm.FfmReadingsProvider";

    private Modules() {}

    /** Returns the implementations of {@code kind} in the modules. One that is present but unusable is reported once, and skipped. */
    static <T> List<T> providing(Class<T> kind) {
        List<T> providers = new ArrayList<>();
        for (Object module : Found.MODULES) {
            if (kind.isInstance(module)) {
                providers.add(kind.cast(module));
            }
        }
        return providers;
    }

    /**
     * Returns the readings that are better than this module's; {@code null} without {@code timemory-jvm}.
     *
     * @throws ServiceConfigurationError if it is present but unusable
     */
    static PlatformReadings.@Nullable Provider readings() {
        return (PlatformReadings.Provider) make(READINGS);
    }

    /** Returns {@code null} if there is no such class. */
    private static @Nullable Object make(String name) {
        Class<?> found;
        try {
            found = Class.forName(name, false, Modules.class.getClassLoader());
        } catch (ClassNotFoundException ignored) {
            return null;
        } catch (LinkageError failure) { // from another version
            throw new ServiceConfigurationError(name + " cannot be used: " + failure, failure);
        }
        try {
            return found.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException | LinkageError failure) {
            throw new ServiceConfigurationError(name + " cannot be used: " + failure, failure);
        }
    }

    private static final class Found {
        static final List<Object> MODULES = new ArrayList<>();

        static {
            for (String name : PROVIDERS) {
                try {
                    Object module = make(name);
                    if (module != null) {
                        MODULES.add(module);
                    }
                } catch (ServiceConfigurationError exception) {
                    System.err.println("timemory: " + exception.getMessage());
                }
            }
        }
    }
}
