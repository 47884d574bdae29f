package timemory.bridges;

import io.opentelemetry.api.OpenTelemetry;
import kotlin.coroutines.CoroutineContext;
import org.jspecify.annotations.Nullable;
import timemory.Binding;
import timemory.ComponentType;
import timemory.MarkerComponent;

/**
 * Makes each lap an OpenTelemetry span, named after the region and with the label as attribute {@code timemory.region} too. The span's
 * parent is the one current at the start. The span is current on its thread during the lap, so that regions and spans of the program's own
 * within become its children. An exception that leaves the region ends the span like any other end; the span does not tell of it.
 *
 * <p>Spans go to the instance given to {@link #use}, otherwise to the global one; without either, and while timemory does not record, there
 * are none.
 *
 * <p>A suspending region is one span, whichever threads run its coroutine. It is current on each of them while that runs the coroutine,
 * provided that timemory notices (see {@code measured()}). A coroutine launched within begins without a parent, as a task given to
 * an executor does, unless the program hands over the context: {@code launch(Context.current().asContextElement())}. In a coroutine with
 * such an element, which OpenTelemetry's agent adds too, that alone says what is current: suspending regions become children of
 * it and do not become current themselves.
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

    // No field is of a class of OpenTelemetry: timemory looks through the fields where that is missing, too.
    private @Nullable SpanLap lap;
    private @Nullable String traceId;

    /** Whether the lap of a suspending region may be current. */
    private boolean mayAttach;

    /** Made by its type. */
    public OtelSpan() {}

    /**
     * Sends the spans of laps that begin from now on to {@code openTelemetry}; {@code null} for the global instance. May be called from any
     * thread.
     */
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
     * Whether OpenTelemetry itself makes a context current whenever a thread takes up the coroutine. It does so after timemory and takes it
     * back before, and so would replace the span's, and fail to take back its own while that is current.
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
