package timemory.gradle;

import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.MapProperty;

/** Configured by {@code timemory { }} in a build script: which functions the compiler makes measure themselves. */
public interface TimemoryExtension {
    /** Packages whose functions are measured, including subpackages. */
    ListProperty<String> getPackages();

    /** Regular expressions of functions to measure. */
    ListProperty<String> getInclude();

    /** Regular expressions of functions not to measure. */
    ListProperty<String> getExclude();

    /** Component ids for functions that do not name any. */
    ListProperty<String> getComponents();

    /** Additional options of the compiler plugin, by name: {@code "min-size" to "20"}. */
    MapProperty<String, String> getOptions();
}
