package timemory.spring;

import java.util.Locale;
import java.util.Map;
import org.springframework.core.env.StandardEnvironment;
import timemory.Timemory;
import timemory.settings.SettingsBuilder;
import timemory.spi.Problems;

/**
 * Begins measuring with the settings that the program's configuration has, if it has any; the
 * environment and system properties are stronger.
 */
final class TimemorySettings {

    private TimemorySettings() {}

    /**
     * Where measuring has begun before, as by the agent, they come too late, which is reported.
     *
     * @throws IllegalArgumentException for a setting that there is not, and for a value that it cannot have
     */
    static void begin(Map<String, String> settings) {
        if (settings.isEmpty()) return;
        SettingsBuilder builder = new SettingsBuilder();
        StandardEnvironment environment = new StandardEnvironment();
        settings.forEach((name, value) -> {
            String known = name.toUpperCase(Locale.ROOT).replace('-', '_').replace('.', '_');
            boolean isGivenOtherwise = has(environment.getSystemEnvironment(), "TIMEMORY_" + known)
                    || has(environment.getSystemProperties(), "timemory." + known.toLowerCase(Locale.ROOT));
            if (!isGivenOtherwise) builder.set(known, value);
        });
        if (Timemory.isInitialized()) {
            Problems.reportProblem("spring settings", "timemory.settings of the program's configuration are not in force, as"
                    + " measuring had begun before: give them by the environment");
        } else {
            Timemory.init(builder);
        }
    }

    /** An empty or blank value is the same as none, as in all settings. */
    private static boolean has(Map<String, Object> values, String name) {
        return values.get(name) instanceof String value && !value.isBlank();
    }
}
