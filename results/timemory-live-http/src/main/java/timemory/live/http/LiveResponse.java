package timemory.live.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import timemory.ExperimentalTimemoryApi;

/**
 * The response to a {@link LiveRequest}: the status, the headers, and the body. It must always be closed, because the body may be a
 * temporary file.
 *
 * <p>For one thread.
 */
@ExperimentalTimemoryApi
public final class LiveResponse implements AutoCloseable {

    static final int OK = 200;
    static final int MOVED = 308;
    static final int UNCHANGED = 304;
    static final int BAD = 400;
    static final int UNKNOWN = 401;
    static final int FORBIDDEN = 403;
    static final int NOT_FOUND = 404;
    static final int NOT_ALLOWED = 405;
    static final int FAILED = 500;
    static final int NOT_IMPLEMENTED = 501;
    static final int SERVICE_UNAVAILABLE = 503;

    private static final String TEXT = "text/plain; charset=utf-8";

    /**
     * The headers of every response: it must not be cached, framed (X-Frame-Options), interpreted as another type, or shared with another
     * site.
     */
    private static final Map<String, String> ALWAYS = Map.of(
            "Cache-Control", "no-store",
            "Content-Security-Policy", "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "Cross-Origin-Opener-Policy", "same-origin",
            "Cross-Origin-Resource-Policy", "same-origin",
            "Referrer-Policy", "no-referrer",
            "X-Content-Type-Options", "nosniff",
            "X-Frame-Options", "DENY");

    private final int status;
    private final Map<String, String> headers = new LinkedHashMap<>(ALWAYS);
    private final byte[] bytes;
    private final @Nullable Path file;
    private final Runnable atEnd;

    private LiveResponse(int status, byte[] bytes, @Nullable Path file, Runnable atEnd) {
        this.status = status;
        this.bytes = bytes;
        this.file = file;
        this.atEnd = atEnd;
    }

    static LiveResponse of(int status, String type, byte[] bytes) {
        return new LiveResponse(status, bytes, null, () -> {}).with("Content-Type", type);
    }

    /** Returns a response with an error message. */
    static LiveResponse text(int status, String sentence) {
        return of(status, TEXT, (sentence + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a response with the message of {@code failure}, or its class if it has none. */
    static LiveResponse text(int status, Exception failure) {
        String message = failure.getMessage();
        return text(status, message == null ? failure.getClass().getName() : message);
    }

    static LiveResponse empty(int status) {
        return new LiveResponse(status, new byte[0], null, () -> {});
    }

    /** Returns a response with the content of {@code file}; {@code atEnd} runs once it has been sent. */
    static LiveResponse ofFile(Path file, String type, Runnable atEnd) {
        return new LiveResponse(OK, new byte[0], file, atEnd).with("Content-Type", type);
    }

    LiveResponse with(String header, String value) {
        headers.put(header, value);
        return this;
    }

    /** Returns the HTTP status code. */
    public int status() {
        return status;
    }

    /** Returns the headers by name, except for the body's length, which the server sets. */
    public Map<String, String> headers() {
        return Collections.unmodifiableMap(headers);
    }

    /**
     * Returns the length of the body in bytes; 0 for none.
     *
     * @throws IOException if its file cannot be accessed
     */
    public long length() throws IOException {
        return file == null ? bytes.length : Files.size(file);
    }

    /**
     * Writes the body.
     *
     * @throws IOException if it cannot be read or written
     */
    public void writeTo(OutputStream out) throws IOException {
        if (file == null) {
            out.write(bytes);
        } else {
            Files.copy(file, out);
        }
    }

    @Override
    public void close() {
        atEnd.run();
    }
}
