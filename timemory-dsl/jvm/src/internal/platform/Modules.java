package timemory.internal.platform;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import org.jspecify.annotations.Nullable;

/**
 * Which of timemory's own modules are on the class path beside this one: those whose classes are found by the names below.
 *
 * <p>What others add is found by {@link java.util.ServiceLoader}. Every program that measures needs these modules, though, and to look for
 * a service has a program that has just started look for files in all JARs and in the JDK's own modules, and load eighty classes for it:
 * 15 ms.
 */
final class Modules {

    /** In the order in which listings show what they have. */
    private static final String[] PROVIDERS = {"timemory.gpu.GpuProvider", "timemory.roofline.RooflineProvider",
        "timemory.counters.CountersProvider", "timemory.sampling.SamplingProvider", "timemory.live.LiveProvider",
        "timemory.export.ExportProvider", "timemory.nativecalls.NativeCallsProvider"};

    private static final String READINGS = "timemory.jvm.FfmReadingsProvider";

    private Modules() {}

    /** What the modules have of {@code kind}. One that is there but cannot be used is reported once, and left out. */
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
     * What reads the operating system better than this module can; {@code null} without {@code timemory-jvm}.
     *
     * @throws ServiceConfigurationError where that is there but cannot be used
     */
    static PlatformReadings.@Nullable Provider readings() {
        return (PlatformReadings.Provider) make(READINGS);
    }

    /** {@code null} where there is no such class. */
    private static @Nullable Object make(String name) {
        Class<?> found;
        try {
            found = Class.forName(name, false, Modules.class.getClassLoader());
        } catch (ClassNotFoundException ignored) {
            return null;
        } catch (LinkageError failure) { // of another version
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
