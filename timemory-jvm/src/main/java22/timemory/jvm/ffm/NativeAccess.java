package timemory.jvm.ffm;

import java.util.function.BooleanSupplier;

/** Whether the user lets this library call native code ({@code --enable-native-access}). Asking makes no JVM warn. */
public final class NativeAccess implements BooleanSupplier {

    /** Called by name from {@code Ffm}. */
    public NativeAccess() {}

    @Override
    public boolean getAsBoolean() {
        return NativeAccess.class.getModule().isNativeAccessEnabled();
    }
}
