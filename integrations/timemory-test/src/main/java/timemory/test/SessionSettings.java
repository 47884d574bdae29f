package timemory.test;

import timemory.settings.SettingsBuilder;

/**
 * Settings of the session that measures tests, for {@link MeasuredBy#settings}: a class with a constructor without parameters.
 *
 * <pre>{@code
 * class InTarget implements SessionSettings {
 *     @Override public void assign(SettingsBuilder settings) { settings.setOutputPath("target/timemory"); }
 * }
 * }</pre>
 */
public interface SessionSettings {
    /** Assigns those that it cares for; others are left to the environment, system properties and file. */
    void assign(SettingsBuilder settings);

    /** Assigns nothing: the session is set up by environment, system properties and file alone. */
    final class FromEnvironment implements SessionSettings {
        /** Makes one. */
        public FromEnvironment() {}

        @Override
        public void assign(SettingsBuilder settings) {}
    }
}
