package timemory.spi;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.ThreadLocalRandom;
import timemory.ExperimentalTimemoryApi;
import timemory.internal.platform.SystemEnvironment;

/**
 * Creates temporary files and folders that only the user can access.
 *
 * <p>The JDK's own methods ({@link Files#createTempFile}) need {@code java.io.tmpdir}. If first called while a program has removed that
 * property, they fail for the rest of the process, for the program as well. Thread-safe.
 */
@ExperimentalTimemoryApi
public final class TemporaryFolder {

    private static final int ATTEMPTS = 100;

    private TemporaryFolder() {}

    /** Returns the folder for temporary files: {@code java.io.tmpdir}, or {@code /tmp} if that is unset. */
    public static Path path() {
        String named = SystemEnvironment.property("java.io.tmpdir", "");
        return Path.of(named.isEmpty() ? "/tmp" : named);
    }

    /** Creates an empty file in {@link #path}. */
    public static Path newFile(String prefix, String suffix) throws IOException {
        return make(prefix, suffix, path -> Files.createFile(path, forUser(path, "rw-------")));
    }

    /** Creates a folder in {@link #path}. */
    public static Path newFolder(String prefix) throws IOException {
        return make(prefix, "", path -> Files.createDirectory(path, forUser(path, "rwx------")));
    }

    private interface Maker {
        Path make(Path path) throws IOException;
    }

    private static Path make(String prefix, String suffix, Maker maker) throws IOException {
        Path folder = path();
        for (int attempt = 1;; attempt++) {
            try {
                // Its name need not be unpredictable: an existing file is rejected.
                return maker.make(folder.resolve(prefix + Long.toUnsignedString(ThreadLocalRandom.current().nextLong(), 36) + suffix));
            } catch (FileAlreadyExistsException failure) {
                if (attempt == ATTEMPTS) {
                    throw failure;
                }
            }
        }
    }

    private static FileAttribute<?>[] forUser(Path path, String permissions) {
        if (!path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return new FileAttribute<?>[0];
        }
        return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))};
    }
}
