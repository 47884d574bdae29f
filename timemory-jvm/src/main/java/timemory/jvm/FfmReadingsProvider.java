package timemory.jvm;

import org.jspecify.annotations.Nullable;
import timemory.internal.platform.PlatformReadings;

/**
 * Provides readings through the Foreign Function and Memory API if the running JVM has it (final since Java 22) on Linux x86-64 and
 * AArch64; elsewhere {@code timemory-dsl} uses its own.
 */
public final class FfmReadingsProvider implements PlatformReadings.Provider {

    /** Called by {@link java.util.ServiceLoader}. */
    public FfmReadingsProvider() {}

    @Override
    public @Nullable PlatformReadings readings() {
        return (PlatformReadings) Ffm.makeAlsoOnArm("timemory.jvm.ffm.FfmReadings", "metrics are read from java.lang.management instead");
    }

    @Override
    public @Nullable String nativeAccessNotGranted() {
        return Ffm.isGranted() ? null : "native access is not enabled: run with --enable-native-access=ALL-UNNAMED";
    }
}
