package timemory.spring;

import java.util.Locale;
import java.util.Map;
import org.springframework.core.env.StandardEnvironment;
import timemory.Timemory;
import timemory.settings.SettingsBuilder;
import timemory.spi.Problems;

/**
 * Starts measuring with the settings in the program's configuration, if there are any; environment variables and system properties take
 * precedence.
 */
final class TimemorySettings {

    private TimemorySettings() {}

    /**
     * Starts measuring. If it has been started before, for example by the agent, the settings come too late, which is reported.
     *
     * @throws IllegalArgumentException for an unknown setting or an invalid value
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

    /** An empty or blank value means none, as for all settings. */
    private static boolean has(Map<String, Object> values, String name) {
        return values.get(name) instanceof String value && !value.isBlank();
    }
}
