package timemory.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Defines classes in class loaders other than the agent's, in any package, which no public Java API supports. */
public final class ClassDefiner {
    private static final String NAME = "timemory.agent.InternalUnsafe";
    private static final String FILE = NAME.replace('.', '/') + ".class";

    private static @Nullable Definer definer;

    private ClassDefiner() {}

    /** The implementation. It has its own loader, the only one to which a package of the JVM is opened. */
    public interface Definer {
        /** Defines a class; see {@link ClassDefiner#define}. */
        Class<?> define(String name, byte[] bytes, @Nullable ClassLoader loader, @Nullable ProtectionDomain domain);
    }

    /** Called by the implementation when it is loaded, because reflection adds 25 ms to startup. Later calls have no effect. */
    public static void use(Definer first) {
        if (definer == null) definer = first;
    }

    /** Loads the implementation, whose class file has {@code bytes}. */
    static void prepare(Instrumentation instrumentation, byte[] bytes) {
        if (definer != null) return;
        Apart apart = new Apart(ClassDefiner.class.getClassLoader());
        Module base = Object.class.getModule();
        Set<Module> own = Set.of(apart.getUnnamedModule());
        instrumentation.redefineModule(base, Set.of(), Map.of("jdk.internal.misc", own), Map.of(), Set.of(), Map.of());
        apart.load(bytes);
    }

    /**
     * Defines the class {@code name}, with slashes, in {@code loader}, {@code null} for the boot loader.
     *
     * @throws LinkageError if this Java version does it differently, or rejects the class
     */
    static Class<?> define(Instrumentation instrumentation, String name, byte[] bytes, @Nullable ClassLoader loader,
            @Nullable ProtectionDomain domain) {
        if (definer == null) prepare(instrumentation, ownBytes());
        // Loading the implementation installed it, or prepare threw.
        return Objects.requireNonNull(definer).define(name, bytes, loader, domain);
    }

    private static byte[] ownBytes() {
        try (InputStream in = ClassDefiner.class.getClassLoader().getResourceAsStream(FILE)) {
            if (in == null) throw new NoClassDefFoundError("the agent's JAR lacks " + FILE);
            return in.readAllBytes();
        } catch (IOException failure) {
            throw new LinkageError("the agent's JAR cannot be read", failure);
        }
    }

    /** {@link #FILE}, by its name in the agent's JAR. */
    static String file() {
        return FILE;
    }

    /** Loads a single class. */
    private static final class Apart extends ClassLoader {
        Apart(ClassLoader parent) {
            super(parent);
        }

        void load(byte[] bytes) {
            defineClass(NAME, bytes, 0, bytes.length);
            try {
                Class.forName(NAME, true, this);
            } catch (ClassNotFoundException exception) {
                throw new LinkageError(NAME, exception);
            }
        }
    }
}
