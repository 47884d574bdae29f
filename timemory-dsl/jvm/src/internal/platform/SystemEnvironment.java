package timemory.internal.platform;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * System properties and environment variables: the only place that reads them.
 *
 * <p>A program may remove or replace any system property at any time, even {@code os.name}, and a security manager may deny access to one.
 * It is then treated as unset.
 */
public final class SystemEnvironment {

    private SystemEnvironment() {}

    /** Returns the system property, {@code null} if it is unset, not a string, or inaccessible. */
    public static @Nullable String property(String name) {
        try {
            return System.getProperty(name);
        } catch (RuntimeException ignored) { // denied, or thrown by a subclass of Properties in the program
            return null;
        }
    }

    /** Returns the system property, or {@code otherwise} if {@link #property(String)} returns {@code null}. */
    public static String property(String name, String otherwise) {
        String value = property(name);
        return value == null ? otherwise : value;
    }

    /**
     * Returns all system properties that are strings.
     *
     * @throws RuntimeException if they are inaccessible, for the caller to report
     */
    public static Map<String, String> properties() {
        Properties properties = System.getProperties();
        Map<String, String> all = new LinkedHashMap<>();
        for (String name : properties.stringPropertyNames()) {
            String value = properties.getProperty(name);
            if (value != null) { // removed meanwhile
                all.put(name, value);
            }
        }
        return all;
    }

    /** Returns the environment variable, {@code null} if it is unset or inaccessible. */
    public static @Nullable String variable(String name) {
        try {
            return System.getenv(name);
        } catch (SecurityException unused) {
            return null;
        }
    }

    /** Whether the system property has a value. An empty or blank value counts as none, as in all settings. */
    public static boolean hasProperty(String name) {
        String value = property(name);
        return value != null && !value.isBlank();
    }

    /** Whether the environment variable has a value. An empty or blank value counts as none, as in all settings. */
    public static boolean hasVariable(String name) {
        String value = variable(name);
        return value != null && !value.isBlank();
    }

    /** Returns all environment variables, none if they are inaccessible. */
    public static Map<String, String> variables() {
        try {
            return System.getenv();
        } catch (SecurityException ignored) {
            return Collections.emptyMap();
        }
    }

    /**
     * Whether class loaders can find files and services, as the JDK does to open its first socket.
     *
     * <p>The first time, this needs {@code java.home}. Without it, it fails then and ever after, for the program as well.
     */
    public static boolean canFindFiles() {
        return property("java.home") != null;
    }

    /** Whether this is Linux on the processor with the JDK's name {@code architecture}. */
    public static boolean isLinuxOn(String architecture) {
        return "Linux".equals(property("os.name")) && architecture.equals(property("os.arch"));
    }
}
