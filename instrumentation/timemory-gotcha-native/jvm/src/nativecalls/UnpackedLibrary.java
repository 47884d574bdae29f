package timemory.nativecalls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import timemory.internal.platform.OwnFiles;
import timemory.internal.platform.SystemEnvironment;
import timemory.spi.TemporaryFolder;

/**
 * Loads the C library contained in this JAR.
 *
 * <p>A JVM loads libraries only from files. The library is written to a new folder that only its owner may access: no other user can have
 * created the folder beforehand or change its contents. Once the library is loaded, the file and the folder are deleted; the mapping
 * remains. Thus nothing is left behind however the process ends, unless it ends in between.
 */
final class UnpackedLibrary {

    private static final String NAME = "libtimemory-gotcha.so";

    private UnpackedLibrary() {}

    /** Why it cannot be used, as a sentence, or {@code null} if it was loaded. Call it only once. */
    static @Nullable String load() {
        if (!SystemEnvironment.isLinuxOn("amd64")) {
            return "native calls are counted on Linux x86-64 only, and this is "
                    + SystemEnvironment.property("os.name", "a system without os.name") + " on "
                    + SystemEnvironment.property("os.arch", "a processor without os.arch");
        }
        byte[] library;
        try {
            library = OwnFiles.read(UnpackedLibrary.class, "/timemory/nativecalls/" + NAME);
            if (library == null) {
                return "this build of timemory-gotcha-native has no " + NAME + ": it was built without gcc, or not on Linux x86-64";
            }
        } catch (IOException failure) {
            return NAME + " cannot be read: " + failure;
        }
        return load(library);
    }

    private static @Nullable String load(byte[] library) {
        String temporary = SystemEnvironment.property("java.io.tmpdir", "/tmp");
        Path folder = null;
        try {
            folder = TemporaryFolder.newFolder("timemory-");
            Path file = folder.resolve(NAME);
            Files.write(file, library);
            if (!Arrays.equals(library, Files.readAllBytes(file))) {
                return file + " was changed after it was written" + ELSEWHERE;
            }
            System.load(file.toString());
            return null;
        } catch (IOException | IllegalArgumentException | UnsupportedOperationException failure) { // no path, or no such permissions
            return NAME + " cannot be written below " + temporary + ": " + failure + ELSEWHERE;
        } catch (UnsatisfiedLinkError failure) {
            return reasonFor(failure, temporary);
        } catch (IllegalCallerException | SecurityException failure) {
            return "this JVM does not let timemory load a native library: " + failure.getMessage()
                    + " (enable native access with --enable-native-access=ALL-UNNAMED)";
        } finally {
            delete(folder);
        }
    }

    private static final String ELSEWHERE = "; choose another folder with -Djava.io.tmpdir";

    /** The C library's message if the kernel refuses to map a file as code. */
    private static String reasonFor(UnsatisfiedLinkError failure, String temporary) {
        String message = String.valueOf(failure.getMessage());
        if (message.toLowerCase(Locale.ROOT).contains("failed to map segment")) {
            return NAME + " cannot be loaded from " + temporary + ", which is mounted noexec" + ELSEWHERE;
        }
        return NAME + " cannot be loaded: " + message;
    }

    private static void delete(@Nullable Path folder) {
        if (folder == null) {
            return;
        }
        try {
            Files.deleteIfExists(folder.resolve(NAME));
            Files.delete(folder);
        } catch (IOException failure) {
            System.err.println("timemory: " + folder + " cannot be deleted: " + failure);
        }
    }
}
