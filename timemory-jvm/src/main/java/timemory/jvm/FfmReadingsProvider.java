package timemory.jvm;

import timemory.internal.platform.PlatformReadings;

/**
 * Offers readings through the Foreign Function and Memory API where the running Java has it (final since 22) on Linux x86-64;
 * elsewhere {@code timemory-dsl} keeps to its own.
 */
public final class FfmReadingsProvider implements PlatformReadings.Provider {

    /** Called by {@link java.util.ServiceLoader}. */
    public FfmReadingsProvider() {}

    @Override
    public PlatformReadings readings() {
        return (PlatformReadings) Ffm.make("timemory.jvm.ffm.FfmReadings", "readings fall back to java.lang.management");
    }
}
