package timemory.jvm.ffm;

import java.util.function.BooleanSupplier;

/**
 * Whether the user allows this library to call native code ({@code --enable-native-access}). Checking it does not make the JVM print a
 * warning.
 */
public final class NativeAccess implements BooleanSupplier {

    /** Called by name from {@code Ffm}. */
    public NativeAccess() {}

    @Override
    public boolean getAsBoolean() {
        return NativeAccess.class.getModule().isNativeAccessEnabled();
    }
}
