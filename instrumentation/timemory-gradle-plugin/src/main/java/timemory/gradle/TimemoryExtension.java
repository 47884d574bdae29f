package timemory.gradle;

import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.MapProperty;

/** What {@code timemory { }} in a build script sets: which functions the compiler has measure themselves. */
public interface TimemoryExtension {
    /** Packages whose functions are measured, and those below them. */
    ListProperty<String> getPackages();

    /** Regular expressions of functions to measure. */
    ListProperty<String> getInclude();

    /** Regular expressions of functions not to measure. */
    ListProperty<String> getExclude();

    /** Ids of components, for functions that name none. */
    ListProperty<String> getComponents();

    /** Further options of the compiler plugin, by name: {@code "min-size" to "20"}. */
    MapProperty<String, String> getOptions();
}
