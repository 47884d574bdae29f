package timemory.internal.callgraph;

import java.io.File;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import timemory.internal.platform.SystemEnvironment;

/**
 * Whether a program starts with measuring off, determined before anything else of this library is loaded.
 *
 * <p>Such a program should not pay for having regions. So this reads only the environment and the system properties, using few classes of
 * the JDK and none of Kotlin's, and returns true only if the settings loader is certain to do so too, without anything to report: every
 * other case is decided by a session with all its settings. A session is then started only when it is needed.
 */
final class InitiallyDisabled {

    private static final String PREFIX = "TIMEMORY_";
    private static final String PROPERTY_PREFIX = "timemory.";
    private static final String ENABLED = "ENABLED";

    /** Returns the decision for this process. */
    static final boolean HOLDS = decide();

    private InitiallyDisabled() {}

    private static boolean decide() {
        try {
            boolean isSaid =
                    SystemEnvironment.variable("TIMEMORY_ENABLED") != null || SystemEnvironment.property("timemory.enabled") != null;
            return isSaid && isSure(SystemEnvironment.variables(), SystemEnvironment.properties())
                    && !hasHomeFile(SystemEnvironment.variable("HOME"));
        } catch (RuntimeException ignored) { // by a security manager
            return false; // the session will report it
        }
    }

    /** Whether these say that measuring is off, and nothing that a session would have to check. */
    static boolean isSure(Map<String, String> environment, Map<String, String> properties) {
        String word = null;
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            String name = variable.getKey();
            if (!name.startsWith(PREFIX) || name.equals("TIMEMORY_LIBRARY")) {
                continue;
            }
            String setting = name.substring(PREFIX.length());
            if (setting.equals(ENABLED)) {
                word = variable.getValue();
            } else if (!isWithoutEffect(setting, variable.getValue())) {
                return false;
            }
        }
        if (word != null && truth(word) == null) {
            return false;
        }
        for (Map.Entry<String, String> property : properties.entrySet()) {
            String name = property.getKey();
            if (!name.startsWith(PROPERTY_PREFIX)) {
                continue;
            }
            String setting = name.substring(PROPERTY_PREFIX.length()).toUpperCase(Locale.ROOT);
            String value = property.getValue();
            if (name.equals("timemory.enabled")) {
                word = value;
            } else if (setting.equals(ENABLED) || !isWithoutEffect(setting, value)) {
                return false;
            }
        }
        return word != null && Boolean.FALSE.equals(truth(word));
    }

    /** Whether a program that does not measure has nothing to do and nothing to report for this setting. */
    private static boolean isWithoutEffect(String setting, String value) {
        switch (setting) {
            case "OUTPUT_PATH":
            case "OUTPUT_PREFIX":
                return true;
            case "AUTO_OUTPUT":
            case "COUT_OUTPUT":
            case "FILE_OUTPUT":
            case "TEXT_OUTPUT":
            case "JSON_OUTPUT":
            case "TREE_OUTPUT":
            case "TIME_OUTPUT":
            case "FLAT_PROFILE":
            case "TIMELINE_PROFILE":
            case "COLLAPSE_THREADS":
                return truth(value) != null;
            default:
                return false;
        }
    }

    /** Returns the boolean value of {@code word} in settings; {@code null} if that needs a closer look. */
    private static @Nullable Boolean truth(String word) {
        switch (word.toLowerCase(Locale.ROOT)) {
            case "true":
            case "on":
            case "yes":
            case "1":
            case "t":
            case "y":
                return Boolean.TRUE;
            case "false":
            case "off":
            case "no":
            case "0":
            case "f":
            case "n":
                return Boolean.FALSE;
            default:
                return null;
        }
    }

    /** Whether the user has a settings file for all programs, which a session would read. */
    static boolean hasHomeFile(@Nullable String home) {
        return home != null && !home.isEmpty() && (new File(home, ".timemory.cfg").exists() || new File(home, ".timemory.json").exists());
    }
}
