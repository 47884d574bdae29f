package timemory.spring;

import java.util.Locale;
import java.util.Map;
import timemory.Timemory;
import timemory.settings.SettingsBuilder;

/**
 * Begins measuring with the settings that the program's configuration has, if it has any; the
 * environment and system properties are stronger.
 */
final class TimemorySettings {

    /**
     * @throws IllegalArgumentException for a setting that there is not, and for a value that it cannot have
     */
    TimemorySettings(Map<String, String> settings) {
        if (settings.isEmpty() || Timemory.isInitialized()) return;
        SettingsBuilder builder = new SettingsBuilder();
        settings.forEach((name, value) -> {
            String known = name.toUpperCase(Locale.ROOT).replace('-', '_').replace('.', '_');
            boolean isGivenOtherwise = System.getenv("TIMEMORY_" + known) != null
                    || System.getProperty("timemory." + known.toLowerCase(Locale.ROOT)) != null;
            if (!isGivenOtherwise) builder.set(known, value);
        });
        Timemory.init(builder);
    }
}
