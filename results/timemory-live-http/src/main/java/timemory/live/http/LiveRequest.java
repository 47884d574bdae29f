package timemory.live.http;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import timemory.ExperimentalTimemoryApi;

/**
 * A request, in whatever server it came.
 *
 * @param method as it stands in the request: {@code GET}
 * @param mount the path at which the {@link LiveHandler} stands in its server, without a slash at the end: {@code /timemory}
 * @param path what follows the mount: {@code /results.json}, {@code /}, or nothing
 * @param query what follows the question mark, as it came; {@code null} for nothing
 * @param header the value of a header by its name, in any case; {@code null} where it is missing
 */
@ExperimentalTimemoryApi
public record LiveRequest(String method, String mount, String path, @Nullable String query, Function<String, @Nullable String> header) {

    /** Checks that nothing is missing but the query. In full, as javac loses the annotation of a type argument in a compact constructor. */
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

    /** The value of {@code name} in the query, as it came; {@code null} where there is none. */
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
