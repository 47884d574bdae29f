package timemory.agent;

import java.security.ProtectionDomain;
import jdk.internal.misc.Unsafe;

/**
 * Calls of the JVM's own {@code Unsafe}, compiled against it: by reflection the first of them costs the begin of every program
 * 25 ms, in which Java makes method handles. May be used by {@link ClassDefiner} only, which opens the package before.
 */
final class InternalUnsafe {
    private InternalUnsafe() {}

    static Class<?> define(String name, byte[] bytes, ClassLoader loader, ProtectionDomain domain) {
        return Unsafe.getUnsafe().defineClass(name, bytes, 0, bytes.length, loader, domain);
    }
}
