package timemory.spring;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapGetter;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/**
 * The remote trace of a request (W3C Trace Context, header {@code traceparent}), which the span of its region joins. Loaded only if request
 * regions are spans.
 */
final class RemoteTrace {
    private static final TextMapGetter<HttpServletRequest> HEADERS = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(HttpServletRequest request) {
            return Collections.list(request.getHeaderNames());
        }

        @Override
        public @Nullable String get(@Nullable HttpServletRequest request, String name) {
            return request == null ? null : request.getHeader(name);
        }
    };

    private RemoteTrace() {}

    /**
     * Makes it current on the calling thread until the returned scope is closed; an already current span, for example from OpenTelemetry's
     * agent, is kept.
     */
    static Scope enter(HttpServletRequest request) {
        Context current = Context.current();
        return Span.fromContext(current).getSpanContext().isValid() ? Scope.noop()
                : W3CTraceContextPropagator.getInstance().extract(current, request, HEADERS).makeCurrent();
    }
}
