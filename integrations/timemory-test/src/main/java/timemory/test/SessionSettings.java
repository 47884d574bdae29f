package timemory.test;

import timemory.settings.SettingsBuilder;

/**
 * Settings of the session that measures tests, for {@link MeasuredBy#settings}: a class with a no-argument constructor.
 *
 * <pre>{@code
 * class InTarget implements SessionSettings {
 *     @Override public void assign(SettingsBuilder settings) { settings.setOutputPath("target/timemory"); }
 * }
 * }</pre>
 */
public interface SessionSettings {
    /** Assigns the settings of interest; others come from the environment, system properties and file. */
    void assign(SettingsBuilder settings);

    /** Assigns nothing: all settings come from the environment, system properties and file. */
    final class FromEnvironment implements SessionSettings {
        /** Creates an instance. */
        public FromEnvironment() {}

        @Override
        public void assign(SettingsBuilder settings) {}
    }
}
