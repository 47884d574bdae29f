package timemory.jvm;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import timemory.internal.platform.SystemEnvironment;

/**
 * Creates classes that need the Foreign Function and Memory API, if the running JVM has it: it is final since Java 22, and used here on
 * Linux; code that depends on the processor requires x86-64.
 */
final class Ffm {

    private Ffm() {}

    /** Returns {@code null} if it is unavailable; {@code otherwise} explains it, unless the Java version is the reason. */
    static @Nullable Object make(String className, String otherwise) {
        return SystemEnvironment.isLinuxOn("amd64") ? makeAnywhere(className, otherwise) : null;
    }

    /** Returns an instance like {@link #make}, for classes that also support AArch64. */
    static @Nullable Object makeAlsoOnArm(String className, String otherwise) {
        return SystemEnvironment.isLinuxOn("amd64") || SystemEnvironment.isLinuxOn("aarch64") ? makeAnywhere(className, otherwise) : null;
    }

    /** Returns whether the user allows this library to call native code, so that the JVM does not print a warning. */
    static boolean isGranted() {
        BooleanSupplier access = (BooleanSupplier) makeAlsoOnArm("timemory.jvm.ffm.NativeAccess", "native code is not called");
        return access != null && access.getAsBoolean();
    }

    private static @Nullable Object makeAnywhere(String className, String otherwise) {
        if (Runtime.version().feature() < 22) {
            return null;
        }
        try {
            // By name, because older JVMs reject its class file version.
            return Class.forName(className).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException | LinkageError | IllegalCallerException failure) {
            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
            System.err.println("timemory: " + otherwise + ": " + cause
                    + " (enable native access with --enable-native-access=ALL-UNNAMED)");
            return null;
        }
    }
}
