package timemory.jvm;

import timemory.PlatformReadings;

/**
 * Offers readings through the Foreign Function and Memory API where the running Java has it (final since 22) on Linux x86-64;
 * elsewhere {@code timemory-dsl} keeps to its own.
 */
public final class FfmReadingsProvider implements PlatformReadings.Provider {

    private static final String READINGS = "timemory.jvm.ffm.FfmReadings";

    /** Called by {@link java.util.ServiceLoader}. */
    public FfmReadingsProvider() {}

    @Override
    public PlatformReadings readings() {
        if (Runtime.version().feature() < 22 || !isLinuxAmd64()) {
            return null;
        }
        try {
            // By name: its class file is of a version that an older Java refuses.
            return (PlatformReadings) Class.forName(READINGS).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException | LinkageError | IllegalCallerException failure) {
            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
            System.err.println("timemory: readings fall back to java.lang.management: " + cause
                    + " (native access is allowed with --enable-native-access=ALL-UNNAMED)");
            return null;
        }
    }

    private static boolean isLinuxAmd64() {
        return System.getProperty("os.name").equals("Linux") && System.getProperty("os.arch").equals("amd64");
    }
}
