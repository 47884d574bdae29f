package readme;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.Set;
import timemory.Bundles;
import timemory.CallContext;
import timemory.Timemory;
import timemory.bundle.RuntimeBundle;
import timemory.jvm.spi.AsyncRegion;
import timemory.jvm.spi.RouteLabel;
import timemory.spi.ContextScope;
import timemory.spi.Problems;
import timemory.spi.SessionListener;

/** What docs/writing-integrations.md shows of Java. */
public final class Integration {
    private Integration() {}

    /** As in a real integration. */
    public static final class MeasuredExchanges extends Filter {
        private final RuntimeBundle bundle;

        public MeasuredExchanges(String components) {
            bundle = Bundles.of(components);
        }

        @Override
        public String description() {
            return "timemory";
        }

        @Override
        public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
            if (!Timemory.isEnabled()) {
                chain.doFilter(exchange);
                return;
            }
            AsyncRegion request = new AsyncRegion(bundle, "request");
            request.open(RouteLabel.of(exchange.getRequestMethod(), exchange.getHttpContext().getPath()));
            request.enter();
            try {
                chain.doFilter(exchange);
            } finally {
                request.leave();
                request.end();
            }
        }
    }

    /** A task that keeps its place. */
    public static Runnable propagated(Runnable task) {
        CallContext here = CallContext.currentOrNull();
        if (here == null) return task;
        return () -> {
            try (ContextScope scope = here.makeCurrent()) {
                task.run();
            }
        };
    }

    static void check(Set<String> unknown) {
        if (!unknown.isEmpty()) Problems.reportProblem("acme options", "options " + unknown + " of Acme are unknown and have no effect");
    }

    static void follow(Runnable flush) {
        new SessionListener() {
            @Override
            public void beforeResults(boolean isEnd) {
                flush.run();
            }
        }.register();
    }
}
