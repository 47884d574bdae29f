package timemory.jvm.spi;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import timemory.ExperimentalTimemoryApi;

/**
 * Labels requests by their route, {@code GET /orders/{id}}. Never label a request by its URI: there is no limit to URIs, and they may
 * contain secrets.
 */
@ExperimentalTimemoryApi
public final class RouteLabel {
    /** Standard HTTP methods: a client can invent any number of others. */
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY");

    private RouteLabel() {}

    /**
     * Returns the label: the method, {@code OTHER} for one that HTTP does not know, and the route's pattern.
     *
     * @param method of the request
     * @param pattern the route as the program declares it; {@code null} for a request without a route, labelled {@code (no route)}
     */
    public static String of(String method, @Nullable String pattern) {
        return (METHODS.contains(method) ? method : "OTHER") + " " + (pattern == null ? "(no route)" : pattern);
    }
}
