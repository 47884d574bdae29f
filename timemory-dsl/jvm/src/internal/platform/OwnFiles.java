package timemory.internal.platform;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** Resource files next to classes. */
public final class OwnFiles {

    private OwnFiles() {}

    /**
     * Returns the bytes of the file {@code name} next to {@code owner}; {@code null} if there is none. Read from the JAR of the class,
     * which is open: finding it with class loaders takes a program that has just started 5 ms.
     *
     * @param name starts with a slash
     */
    public static byte @Nullable [] read(Class<?> owner, String name) throws IOException {
        String jar = jarOf(owner);
        if (jar != null) {
            try (ZipFile file = new ZipFile(jar)) {
                ZipEntry entry = file.getEntry(name.substring(1));
                if (entry != null) {
                    try (InputStream stream = file.getInputStream(entry)) {
                        return stream.readAllBytes();
                    }
                }
            }
        }
        Path file = fileOf(owner, name);
        if (file != null && Files.isRegularFile(file)) {
            return Files.readAllBytes(file);
        }
        if (!SystemEnvironment.canFindFiles()) {
            throw new IOException(name + " cannot be found: the system property java.home is missing, which Java needs to find it");
        }
        try (InputStream stream = owner.getResourceAsStream(name)) {
            return stream == null ? null : stream.readAllBytes();
        }
    }

    /** Returns the file next to a class that was loaded from a folder; {@code null} if it was not. */
    private static @Nullable Path fileOf(Class<?> owner, String name) {
        String path = locationOf(owner);
        return path == null || path.endsWith(".jar") ? null : Path.of(path + name);
    }

    private static @Nullable String jarOf(Class<?> owner) {
        String path = locationOf(owner);
        return path != null && path.endsWith(".jar") ? path : null;
    }

    /**
     * Returns the path of the JAR or folder that {@code owner} was loaded from; {@code null} if it has none, or one that would have to be
     * decoded.
     */
    static @Nullable String locationOf(Class<?> owner) {
        CodeSource source = owner.getProtectionDomain().getCodeSource();
        URL location = source == null ? null : source.getLocation();
        if (location == null || !location.getProtocol().equals("file") || location.getPath().indexOf('%') >= 0) {
            return null;
        }
        String path = location.getPath();
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
