package timemory.spring;

import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;
import timemory.Timemory;
import timemory.bundle.RuntimeBundle;
import timemory.context.propagation.PropagatedScope;
import timemory.context.propagation.PositionAccessor;
import timemory.jvm.spi.AsyncRegion;

/**
 * Measures each request of WebFlux, from before the program's filters on until it is answered or given up. Its position goes with Reactor's
 * context, and so to the threads of its steps where the program has contexts propagated. Thread-safe.
 */
final class ReactiveRequests implements WebFilter, Ordered {
    static final String ATTRIBUTE = ReactiveRequests.class.getName();

    private static final String REQUEST = "request";

    private final RuntimeBundle bundle;

    ReactiveRequests(RuntimeBundle bundle) {
        this.bundle = bundle;
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        if (!Timemory.isEnabled()) return chain.filter(exchange);
        return Mono.defer(() -> {
            PositionAccessor.closeCarried();
            AsyncRegion request = new AsyncRegion(bundle, REQUEST);
            exchange.getAttributes().put(ATTRIBUTE, request);
            return chain.filter(exchange)
                    .contextWrite(context -> context.put(PositionAccessor.KEY, new RequestContextElement(request)))
                    .doFinally(signal -> request.end());
        });
    }

    /** What Reactor carries: a thread is in the request while it takes one of its steps. */
    private record RequestContextElement(AsyncRegion request) implements PropagatedScope {
        @Override
        public void enter() {
            request.enter();
        }

        @Override
        public void leave() {
            request.leave();
        }
    }
}
