package timemory.micronaut;

import io.micronaut.context.annotation.Requires;
import io.micronaut.context.annotation.Value;
import io.micronaut.core.propagation.PropagatedContext;
import io.micronaut.http.BasicHttpAttributes;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.annotation.Filter;
import io.micronaut.http.filter.HttpServerFilter;
import io.micronaut.http.filter.ServerFilterChain;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import timemory.Bundles;
import timemory.ExperimentalTimemoryApi;
import timemory.Timemory;
import timemory.bundle.RuntimeBundle;
import timemory.jvm.spi.AsyncRegion;
import timemory.jvm.spi.RouteLabel;

/**
 * Measures each request, as the region {@code request} and inside it as its route, {@code GET /orders/{id}}: from before the program's
 * filters until its response is available, or it has failed or was cancelled. Micronaut propagates the request from thread to thread, and
 * regions of these threads are below it.
 *
 * <p>A bean created by Micronaut. Thread-safe.
 */
@Filter(Filter.MATCH_ALL_PATTERN)
@Requires(property = "timemory.requests.enabled", notEquals = "false")
@ExperimentalTimemoryApi
public class MeasuredRequests implements HttpServerFilter {
    private static final String REQUEST = "request";

    private final RuntimeBundle bundle;

    /**
     * Creates the bean with {@code components}, comma-separated IDs.
     *
     * @throws IllegalArgumentException for an unknown ID
     */
    public MeasuredRequests(@Value("${timemory.requests.components:wall_clock}") String components) {
        bundle = Bundles.of(components);
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public Publisher<MutableHttpResponse<?>> doFilter(HttpRequest<?> request, ServerFilterChain chain) {
        if (!Timemory.isEnabled()) return chain.proceed(request);
        AsyncRegion work = new AsyncRegion(bundle, REQUEST);
        try {
            String route = BasicHttpAttributes.getUriTemplate(request).orElse(null);
            work.open(RouteLabel.of(request.getMethodName(), route));
            Publisher<MutableHttpResponse<?>> answer;
            try (PropagatedContext.Scope scope = PropagatedContext.getOrEmpty().plus(new RequestContextElement(work)).propagate()) {
                answer = chain.proceed(request);
            }
            return Flux.from(answer).doFinally(signal -> work.end());
        } catch (Throwable failure) {
            work.end();
            throw failure;
        }
    }
}
