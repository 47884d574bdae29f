package timemory.agent;

import java.security.ProtectionDomain;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/** Calls the JVM's internal {@code Unsafe} directly. {@link ClassDefiner} loads this class in a separate loader. */
public final class InternalUnsafe implements ClassDefiner.Definer {
    static {
        ClassDefiner.use(new InternalUnsafe());
    }

    private InternalUnsafe() {}

    @Override
    public Class<?> define(String name, byte[] bytes, @Nullable ClassLoader loader, @Nullable ProtectionDomain domain) {
        return Unsafe.getUnsafe().defineClass(name, bytes, 0, bytes.length, loader, domain);
    }
}
