package timemory.tools.io;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;

/** Writes files so that a concurrent reader sees either the previous file or the whole new one. */
public final class AtomicFile {

    private AtomicFile() {}

    /** What writes the content. */
    public interface Content<T> {
        void writeTo(T out) throws IOException;
    }

    /** Unpredictable: in a folder that others may write to, one of them might plant a link under a predictable name. */
    private static final String SECRET = Long.toHexString(new SecureRandom().nextLong());

    /** Where what is to be at {@code path} is written first, the same each time. */
    public static Path unfinished(Path path) {
        return path.resolveSibling("." + path.getFileName() + "." + ProcessHandle.current().pid() + "." + SECRET + ".part");
    }

    /** Writes {@code content} to {@code path}, which it returns. */
    public static Path write(Path path, Content<OutputStream> content) throws IOException {
        Path unfinished = unfinished(path);
        try {
            try (OutputStream out = Files.newOutputStream(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                content.writeTo(out);
            } catch (UncheckedIOException failure) {
                throw failure.getCause();
            }
            Files.move(unfinished, path, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(unfinished);
        }
        return path;
    }

    /** As {@link #write}, of text in UTF-8. */
    public static Path writeText(Path path, Content<Writer> content) throws IOException {
        return write(path, bytes -> {
            Writer text = new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8));
            content.writeTo(text);
            text.flush();
        });
    }
}
