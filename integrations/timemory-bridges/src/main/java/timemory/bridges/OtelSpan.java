package timemory.bridges;

import io.opentelemetry.api.OpenTelemetry;
import kotlin.coroutines.CoroutineContext;
import org.jspecify.annotations.Nullable;
import timemory.Binding;
import timemory.ComponentType;
import timemory.MarkerComponent;

/**
 * Makes each lap an OpenTelemetry span, named after the region, with the label also as attribute {@code timemory.region}. The span's parent
 * is the span that is current at the start. The span is current on its thread during the lap, so nested regions and the program's own spans
 * become its children. An exception that leaves the region ends the span like any other end and is not recorded in it.
 *
 * <p>Spans go to the instance passed to {@link #use}, otherwise to the global one; without either, and while timemory does not record,
 * there are none.
 *
 * <p>A suspending region is one span, whichever threads run its coroutine. It is current on each of them while that runs the coroutine,
 * provided that timemory is notified (see {@code measured()}). A coroutine launched inside starts without a parent, like a task passed to
 * an executor, unless the program propagates the context: {@code launch(Context.current().asContextElement())}. In a coroutine with such an
 * element, which OpenTelemetry's agent adds too, only that element sets the current span: suspending regions become its children and do not
 * become current themselves.
 *
 * <p>The global instance is found with opentelemetry-api 1.57 and later. Source: {@link
 * io.opentelemetry.api.trace.SpanBuilder#startSpan()}.
 */
public final class OtelSpan extends MarkerComponent {

    /** The type of {@link OtelSpan}. */
    public static final ComponentType<OtelSpan> TYPE = new BridgeType<>(
            "otel_span",
            "An OpenTelemetry span for each lap",
            Binding.WALL,
            "io.opentelemetry.api.trace.SpanBuilder.startSpan",
            "io.opentelemetry.api.GlobalOpenTelemetry",
            "opentelemetry-api is not on the class path: add io.opentelemetry:opentelemetry-api",
            OtelSpan::new);

    // Not declared as OpenTelemetry classes, because timemory inspects the fields even if OpenTelemetry is missing.
    private @Nullable SpanLap lap;
    private @Nullable String traceId;

    /** Whether the lap of a suspending region may be current. */
    private boolean mayAttach;

    /** Called by its type. */
    public OtelSpan() {}

    /** Sets the instance for the spans of laps that start from now on; {@code null} for the global one. Thread-safe. */
    public static void use(@Nullable OpenTelemetry openTelemetry) {
        Tracers.use(openTelemetry);
    }

    @Override
    public @Nullable String getTraceId() {
        return traceId;
    }

    @Override
    public void start() {
        traceId = null;
        lap = SpanLap.begin(getLabel(), true);
    }

    @Override
    public void stop() {
        SpanLap ending = lap;
        if (ending != null) {
            lap = null;
            traceId = ending.traceId();
            ending.end();
        }
    }

    @Override
    public void abandon() {
        stop();
    }

    @Override
    public void startSuspending(CoroutineContext context) {
        traceId = null;
        lap = SpanLap.begin(getLabel(), false);
        mayAttach = !carriesContext(context);
    }

    /**
     * Returns whether OpenTelemetry itself makes a context current whenever a thread resumes the coroutine. It does so after timemory and
     * restores before, so it would replace timemory's span, and fail to restore while that is current.
     */
    private static boolean carriesContext(CoroutineContext context) {
        return context.fold(false, (found, element) -> found || element.getClass().getName().startsWith("io.opentelemetry."));
    }

    @Override
    public @Nullable AutoCloseable attach() {
        SpanLap open = lap;
        return open == null || !mayAttach ? null : open.attach();
    }
}
