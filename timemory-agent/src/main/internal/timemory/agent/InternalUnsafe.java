package timemory.agent;

import java.security.ProtectionDomain;
import jdk.internal.misc.Unsafe;

/** Calls of the JVM's own {@code Unsafe}, compiled against it. {@link ClassDefiner} loads it, in a loader of its own. */
public final class InternalUnsafe implements ClassDefiner.Definer {
    static {
        ClassDefiner.use(new InternalUnsafe());
    }

    private InternalUnsafe() {}

    @Override
    public Class<?> define(String name, byte[] bytes, ClassLoader loader, ProtectionDomain domain) {
        return Unsafe.getUnsafe().defineClass(name, bytes, 0, bytes.length, loader, domain);
    }
}
