package timemory.agent;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The class files of loaded classes. */
final class ClassBytes {
    private ClassBytes() {}

    /**
     * Returns the class file that {@code type} was loaded from, {@code null} if that cannot be determined without running foreign code:
     * only loaders of the Java runtime are used.
     */
    static byte @Nullable [] of(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        if (loader == null || loader.getClass().getClassLoader() != null) return null;
        try (InputStream in = loader.getResourceAsStream(type.getName().replace('.', '/') + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException ignored) {
            return null;
        }
    }
}
