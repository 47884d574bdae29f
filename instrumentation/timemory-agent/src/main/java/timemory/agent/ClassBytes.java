package timemory.agent;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The class files of loaded classes. */
final class ClassBytes {
    private ClassBytes() {}

    /**
     * The class file that {@code type} was loaded from, {@code null} where that is not known without running code of others: only loaders
     * of the Java runtime are asked.
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
