package timemory.spring;

import java.util.List;
import kotlin.coroutines.CoroutineContext;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.Ordered;
import org.springframework.web.reactive.HandlerAdapter;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.server.CoWebFilter;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.util.pattern.PathPattern;
import reactor.core.publisher.Mono;
import timemory.JvmMeasuredKt;
import timemory.jvm.spi.AsyncRegion;
import timemory.jvm.spi.RouteLabel;

/**
 * Names a WebFlux request by its route once that is known. It precedes the adapters that call handlers, and delegates to the first one that
 * supports the handler. A suspending handler runs in a coroutine that is followed. Thread-safe.
 */
final class ReactiveRoutes implements HandlerAdapter, Ordered {
    private final ObjectProvider<HandlerAdapter> all;
    private volatile @Nullable List<HandlerAdapter> others;

    ReactiveRoutes(ObjectProvider<HandlerAdapter> all) {
        this.all = all;
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    private List<HandlerAdapter> others() {
        List<HandlerAdapter> known = others;
        if (known == null) {
            known = all.orderedStream().filter(adapter -> adapter != this).toList();
            others = known;
        }
        return known;
    }

    @Override
    public boolean supports(Object handler) {
        return others().stream().anyMatch(adapter -> adapter.supports(handler));
    }

    @Override
    public Mono<HandlerResult> handle(ServerWebExchange exchange, Object handler) {
        HandlerAdapter adapter = others().stream().filter(other -> other.supports(handler)).findFirst().orElseThrow();
        if (!(exchange.getAttribute(ReactiveRequests.ATTRIBUTE) instanceof AsyncRegion request)) return adapter.handle(exchange, handler);
        Object pattern = exchange.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        String route = pattern instanceof PathPattern path ? path.getPatternString() : null;
        request.open(RouteLabel.of(exchange.getRequest().getMethod().name(), route));
        request.enter();
        try {
            CoroutineContext followed = JvmMeasuredKt.measured();
            exchange.getAttributes().merge(CoWebFilter.COROUTINE_CONTEXT_ATTRIBUTE, followed,
                    (own, added) -> ((CoroutineContext) own).plus((CoroutineContext) added));
            return adapter.handle(exchange, handler);
        } finally {
            request.leave();
        }
    }
}
