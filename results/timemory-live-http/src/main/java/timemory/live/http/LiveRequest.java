package timemory.live.http;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import timemory.ExperimentalTimemoryApi;

/**
 * A request, independent of the server that received it.
 *
 * @param method as in the request: {@code GET}
 * @param mount the path at which the {@link LiveHandler} is mounted, without a trailing slash: {@code /timemory}
 * @param path the rest of the path after the mount: {@code /results.json}, {@code /}, or nothing
 * @param query the part after the question mark, undecoded; {@code null} for nothing
 * @param header returns the value of a header by its name, in any case; {@code null} if it is missing
 */
@ExperimentalTimemoryApi
public record LiveRequest(String method, String mount, String path, @Nullable String query, Function<String, @Nullable String> header) {

    /** Checks that only the query is null. Not a compact constructor, because javac drops the annotation of a type argument there. */
    public LiveRequest(String method, String mount, String path, @Nullable String query, Function<String, @Nullable String> header) {
        this.method = Objects.requireNonNull(method, "method");
        this.mount = Objects.requireNonNull(mount, "mount");
        this.path = Objects.requireNonNull(path, "path");
        this.query = query;
        this.header = Objects.requireNonNull(header, "header");
    }

    @Nullable
    String header(String name) {
        return header.apply(name);
    }

    /** Returns the value of {@code name} in the query, undecoded; {@code null} if there is none. */
    @Nullable
    String asked(String name) {
        if (query == null) {
            return null;
        }
        for (String part : query.split("&")) {
            if (part.startsWith(name + "=")) {
                return part.substring(name.length() + 1);
            }
        }
        return null;
    }
}
