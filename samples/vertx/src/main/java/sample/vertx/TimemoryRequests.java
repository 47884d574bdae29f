package sample.vertx;

import io.vertx.core.Handler;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.Callable;
import timemory.Bundles;
import timemory.CallContext;
import timemory.Timemory;
import timemory.bundle.RuntimeBundle;
import timemory.jvm.spi.AsyncRegion;
import timemory.jvm.spi.RouteLabel;
import timemory.spi.ContextScope;
import timemory.spi.Problems;

/**
 * Measures the requests of a Vert.x router: each is a region {@code request}, from the first handler until the response has ended, and
 * contains a region for its route, {@code GET /orders/:id}.
 *
 * <pre>{@code
 * TimemoryRequests.measure(router, "wall_clock");
 * router.get("/orders/:id").handler(TimemoryRequests.route(context -> ...));
 * }</pre>
 *
 * <p>Vert.x runs callbacks on the event loop, which also serves other requests, and does not announce this. Therefore handlers that
 * continue a request are wrapped: by {@link #within} on an event loop, by {@link #propagated} for {@code executeBlocking}. Thread-safe.
 */
public final class TimemoryRequests {
    private static final String KEY = TimemoryRequests.class.getName();

    private TimemoryRequests() {}

    /**
     * Measures the requests of {@code router}. Must be called before the router has routes.
     *
     * @param components ids of components, separated by commas: {@code wall_clock, thread_cpu_clock}
     * @throws IllegalArgumentException if an id is unknown
     */
    public static void measure(Router router, String components) {
        RuntimeBundle bundle = Bundles.of(components);
        router.route().handler(context -> {
            if (Timemory.isEnabled()) begin(context, bundle);
            else context.next();
        });
    }

    private static void begin(RoutingContext context, RuntimeBundle bundle) {
        AsyncRegion request = new AsyncRegion(bundle, "request");
        context.put(KEY, request);
        context.addEndHandler(ended -> request.end());
        run(request, context::next);
    }

    /** The handler of a route, inside the region of that route. */
    public static Handler<RoutingContext> route(Handler<RoutingContext> handler) {
        return context -> {
            AsyncRegion request = context.get(KEY);
            if (request != null) request.open(RouteLabel.of(context.request().method().name(), context.currentRoute().getPath()));
            else if (Timemory.isEnabled()) reportUnmeasured(context);
            run(request, () -> handler.handle(context));
        };
    }

    /** A handler that continues the request of {@code context} on an event loop: for a timer or a client's response. */
    public static <T> Handler<T> within(RoutingContext context, Handler<T> handler) {
        AsyncRegion request = context.get(KEY);
        return event -> run(request, () -> handler.handle(event));
    }

    /** Work for a worker thread, whose regions are under the region that is open on the calling thread. */
    public static <T> Callable<T> propagated(Callable<T> work) {
        CallContext here = CallContext.currentOrNull();
        if (here == null) return work;
        return () -> {
            try (ContextScope scope = here.makeCurrent()) {
                return work.call();
            }
        };
    }

    private static void run(AsyncRegion request, Runnable work) {
        if (request == null) {
            work.run();
            return;
        }
        request.enter();
        try {
            work.run();
        } finally {
            request.leave();
        }
    }

    private static void reportUnmeasured(RoutingContext context) {
        Problems.reportProblem("vertx route", "route '" + context.currentRoute().getPath() + "' is not measured: call"
                + " TimemoryRequests.measure for its router before the router has routes");
    }
}
