package timemory.jvm;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import timemory.internal.platform.SystemEnvironment;

/**
 * Makes what needs the Foreign Function and Memory API, where the running Java has it: final since 22, and used here on Linux, for what is
 * not the same on all processors on x86-64 alone.
 */
final class Ffm {

    private Ffm() {}

    /** {@code null} where it is unavailable; {@code otherwise} says what that means, where it is no matter of the version. */
    static @Nullable Object make(String className, String otherwise) {
        return SystemEnvironment.isLinuxOn("amd64") ? makeAnywhere(className, otherwise) : null;
    }

    /** As {@link #make}, for what is the same on AArch64. */
    static @Nullable Object makeAlsoOnArm(String className, String otherwise) {
        return SystemEnvironment.isLinuxOn("amd64") || SystemEnvironment.isLinuxOn("aarch64") ? makeAnywhere(className, otherwise) : null;
    }

    /** Whether the user lets this library call native code, so that the JVM does not warn of it. */
    static boolean isGranted() {
        BooleanSupplier access = (BooleanSupplier) makeAlsoOnArm("timemory.jvm.ffm.NativeAccess", "native code is not called");
        return access != null && access.getAsBoolean();
    }

    private static @Nullable Object makeAnywhere(String className, String otherwise) {
        if (Runtime.version().feature() < 22) {
            return null;
        }
        try {
            // By name: its class file is of a version that an older Java refuses.
            return Class.forName(className).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException | LinkageError | IllegalCallerException failure) {
            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
            System.err.println("timemory: " + otherwise + ": " + cause
                    + " (native access is allowed with --enable-native-access=ALL-UNNAMED)");
            return null;
        }
    }
}
