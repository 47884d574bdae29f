package timemory.jvm.internal;

import java.util.Set;

/**
 * What the region of a request is called by the route that it takes, {@code GET /orders/{id}}: never by its URI, of which there is no end,
 * and which may say what nobody else is to know.
 */
public final class RouteLabel {
    /** Those that HTTP knows: a client can make up others without end. */
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY");

    private RouteLabel() {}

    /** @param pattern as the program has it; {@code null} where it has none */
    public static String of(String method, String pattern) {
        return (METHODS.contains(method) ? method : "OTHER") + " " + (pattern == null ? "(no route)" : pattern);
    }
}
