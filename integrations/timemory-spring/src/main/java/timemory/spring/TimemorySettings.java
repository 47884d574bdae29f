package timemory.spring;

import java.util.Locale;
import java.util.Map;
import timemory.Timemory;
import timemory.internal.platform.SystemEnvironment;
import timemory.internal.problems.ProblemsKt;
import timemory.settings.SettingsBuilder;

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
        settings.forEach((name, value) -> {
            String known = name.toUpperCase(Locale.ROOT).replace('-', '_').replace('.', '_');
            boolean isGivenOtherwise = SystemEnvironment.hasVariable("TIMEMORY_" + known)
                    || SystemEnvironment.hasProperty("timemory." + known.toLowerCase(Locale.ROOT));
            if (!isGivenOtherwise) builder.set(known, value);
        });
        if (Timemory.isInitialized()) {
            ProblemsKt.activeProblems().report("spring settings", "timemory.settings of the program's configuration are not in force, as"
                    + " measuring had begun before: give them by the environment");
        } else {
            Timemory.init(builder);
        }
    }
}
