package timemory.agent;

import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Set;

/** Defines classes in loaders that are not the agent's, in whichever package: what no public interface of Java offers. */
public final class ClassDefiner {
    private ClassDefiner() {}

    /**
     * Defines the class {@code name}, with slashes, in {@code loader}, {@code null} for the boot loader.
     *
     * @throws LinkageError where this Java does it in another way, or refuses the class
     */
    public static Class<?> define(Instrumentation instrumentation, String name, byte[] bytes, ClassLoader loader, ProtectionDomain domain) {
        Module base = Object.class.getModule();
        Module own = ClassDefiner.class.getModule();
        if (!base.isExported("jdk.internal.misc", own)) {
            instrumentation.redefineModule(base, Set.of(), Map.of("jdk.internal.misc", Set.of(own)), Map.of(), Set.of(), Map.of());
        }
        return InternalUnsafe.define(name, bytes, loader, domain);
    }
}
