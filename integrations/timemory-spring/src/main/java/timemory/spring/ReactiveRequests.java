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
 * Measures each WebFlux request, from before the program's filters until it is answered or cancelled. Its call path is in Reactor's
 * context, and so reaches the threads of its steps if the program enables context propagation. Thread-safe.
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

    /** The value in Reactor's context: a thread is in the request while it executes one of its steps. */
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
