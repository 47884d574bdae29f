package timemory.agent.cache;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import timemory.internal.platform.SystemEnvironment;

/**
 * A folder of small files that only this user may access, because code is loaded from it: the user owns it, no other user has any rights to
 * it, and it is not a link.
 *
 * <p>Any number of processes may use it at once: files are written under another name and renamed, so that incomplete ones are never read.
 * It contains {@link
 * #MAX_BYTES} or slightly more; then the oldest files are removed.
 */
final class CacheFolder {
    static final long MAX_BYTES = 128L << 20;

    private static final int MAX_FILE_BYTES = 8 << 20;

    /**
     * The maximum number of files written by a process: a large program fills the folder over several runs, so that none takes much longer
     * because of it.
     */
    static final int MAX_FILES = 500;

    /** The names of {@link WovenCache}'s files, and their names while they are being written. */
    private static final Pattern OURS = Pattern.compile("[0-9a-f]{1,16}\\.woven|[0-9]+-[0-9]+--?[0-9]+\\.part");

    private static final Set<OpenOption> TO_WRITE = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    private static final Set<PosixFilePermission> OF_FILE = Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    private static final Set<PosixFilePermission> OF_USER = Collections.unmodifiableSet(EnumSet.of(PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE));

    private final Path folder;
    private final long maxBytes;
    private final AtomicInteger written = new AtomicInteger();

    private CacheFolder(Path folder, long maxBytes) {
        this.folder = folder;
        this.maxBytes = maxBytes;
    }

    /** {@code $XDG_CACHE_HOME/timemory/woven}, or below {@code .cache} in the user's home; {@code null} if there is neither. */
    static @Nullable Path ofUser() {
        String caches = SystemEnvironment.variable("XDG_CACHE_HOME");
        if (caches != null && caches.startsWith(File.separator)) return Path.of(caches, "timemory", "woven");
        String home = SystemEnvironment.property("user.home", "");
        return home.startsWith(File.separator) && home.length() > 1 ? Path.of(home, ".cache", "timemory", "woven") : null;
    }

    /**
     * Returns the folder at {@code path}, creating it if necessary.
     *
     * @throws IOException if it cannot be created, or others than the user might write to it; its message gives the reason
     */
    static CacheFolder at(Path path, long maxBytes) throws IOException {
        try {
            if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                Path parent = path.getParent();
                if (parent != null) Files.createDirectories(parent);
                Files.createDirectory(path, PosixFilePermissions.asFileAttribute(OF_USER));
            }
        } catch (FileAlreadyExistsException ignored) {
            // Created by another process meanwhile.
        } catch (UnsupportedOperationException failure) {
            throw new IOException("its file system has no file owners", failure);
        }
        PosixFileAttributes about = Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!about.isDirectory()) throw new IOException("it is not a folder");
        // The kernel's information about the user of this process.
        if (!about.owner().equals(Files.getOwner(Path.of("/proc/self")))) throw new IOException("it belongs to " + about.owner().getName());
        Set<PosixFilePermission> more = new HashSet<>(about.permissions());
        more.removeAll(OF_USER);
        if (!more.isEmpty()) throw new IOException("users other than its owner have access to it (chmod 700)");
        return new CacheFolder(path, maxBytes);
    }

    /**
     * Returns the content of the file {@code name}, {@code null} if there is none.
     *
     * @throws IOException if it cannot be read, or is not a file of this cache
     */
    byte @Nullable [] read(String name) throws IOException {
        Set<OpenOption> options = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        try (SeekableByteChannel channel = Files.newByteChannel(folder.resolve(name), options)) {
            long size = channel.size();
            if (size > MAX_FILE_BYTES) throw new IOException("it is too large");
            ByteBuffer bytes = ByteBuffer.allocate((int) size);
            while (bytes.hasRemaining() && channel.read(bytes) >= 0);
            return bytes.array();
        } catch (NoSuchFileException ignored) {
            return null;
        }
    }

    /**
     * Writes a file, replacing the one with that name if there is one, unless this process has written {@link #MAX_FILES}.
     *
     * @throws IOException if that failed
     */
    void write(String name, byte[] bytes) throws IOException {
        if (bytes.length > MAX_FILE_BYTES) return;
        int count = written.getAndIncrement();
        if (count >= MAX_FILES) return;
        if (count == 0) makeRoom();
        // Not with createTempFile, whose random numbers take long to initialise.
        Path made = folder.resolve(ProcessHandle.current().pid() + "-" + count + "-" + System.nanoTime() + ".part");
        try {
            try (SeekableByteChannel channel = Files.newByteChannel(made, TO_WRITE, PosixFilePermissions.asFileAttribute(OF_FILE))) {
                for (ByteBuffer left = ByteBuffer.wrap(bytes); left.hasRemaining();) channel.write(left);
            }
            Files.move(made, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | RuntimeException failure) {
            Files.deleteIfExists(made);
            throw failure;
        }
    }

    private record Known(Path path, long size, long time) {}

    /** Whether this class wrote the file: in a folder chosen by the user, others are left alone. */
    private static boolean isOurs(Path path) {
        return OURS.matcher(path.getFileName().toString()).matches() && Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
    }

    private void makeRoom() throws IOException {
        List<Known> files = new ArrayList<>();
        long bytes = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            for (Path path : all) {
                if (!isOurs(path)) continue;
                try {
                    PosixFileAttributes about = Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                    files.add(new Known(path, about.size(), about.lastModifiedTime().toMillis()));
                    bytes += about.size();
                } catch (NoSuchFileException ignored) {
                    // Another process removes old files as well.
                }
            }
        }
        if (bytes <= maxBytes) return;
        files.sort(Comparator.comparingLong(Known::time));
        for (Known file : files) {
            if (bytes <= maxBytes / 2) return;
            Files.deleteIfExists(file.path);
            bytes -= file.size;
        }
    }
}
