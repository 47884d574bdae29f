package timemory.bridges;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.opentelemetry.context.Scope;
import org.jspecify.annotations.Nullable;

/**
 * A span, and the scope that makes it current on the thread that started it.
 *
 * <p>Only the innermost scope of a thread can be closed: OpenTelemetry ignores the others. But laps may overlap, and a region can be closed
 * on another thread than the one that opened it. So the context carries its lap, and a scope is closed by the first caller that finds its
 * context current and its lap ended: usually the end of the lap itself, otherwise that of an overlapping lap, or the next one that starts
 * on the thread.
 */
final class SpanLap {

    private static final AttributeKey<String> LABEL = AttributeKey.stringKey("timemory.region");
    private static final ContextKey<SpanLap> KEY = ContextKey.named("timemory.region");

    private final Span span;
    private final Context context;
    private final Thread thread;

    /** The region if its laps are noted as exemplars; {@code null} otherwise. */
    private final @Nullable String noted;

    private final long start;
    private @Nullable Scope scope;
    private volatile boolean ended;

    private SpanLap(String label, Span span, Context parent) {
        this.noted = NotedSpans.areAskedFor() && span.getSpanContext().isSampled() ? label : null;
        this.start = noted == null ? 0 : System.nanoTime();
        this.span = span;
        this.context = parent.with(span).with(KEY, this);
        this.thread = Thread.currentThread();
    }

    /** Starts a span and, if {@code current}, makes it current on the calling thread; {@code null} if spans go nowhere. */
    static @Nullable SpanLap begin(String label, boolean current) {
        Tracer tracer = Tracers.current();
        if (tracer == null) {
            return null;
        }
        Context parent = withoutEnded();
        Span span = tracer.spanBuilder(label).setParent(parent).setAttribute(LABEL, label).startSpan();
        if (!span.getSpanContext().isValid()) {
            return null; // a span of OpenTelemetry.noop()
        }
        SpanLap lap = new SpanLap(label, span, parent);
        if (current) {
            lap.scope = lap.context.makeCurrent();
        }
        return lap;
    }

    String traceId() {
        return span.getSpanContext().getTraceId();
    }

    /** Ends the span, on any thread; on the one that started it, the previous context is restored. */
    void end() {
        ended = true;
        span.end();
        if (noted != null) {
            NotedSpans.note(noted, span.getSpanContext(), System.nanoTime() - start);
        }
        withoutEnded();
    }

    /** Makes the span current on the calling thread until the returned object is closed there. */
    AutoCloseable attach() {
        Scope attached = context.makeCurrent();
        return () -> {
            withoutEnded();
            attached.close();
        };
    }

    /** Returns the current context, after closing the scopes of ended laps on the calling thread. */
    private static Context withoutEnded() {
        Context context = Context.current();
        while (true) {
            SpanLap lap = context.get(KEY);
            Scope left = lap == null ? null : lap.leftAs(context);
            if (left == null) {
                return context;
            }
            left.close();
            Context below = Context.current();
            if (below == context) {
                return context; // the program has a context storage that behaves differently
            }
            context = below;
        }
    }

    /** Returns the scope if it is still current although the lap has ended. */
    private @Nullable Scope leftAs(Context current) {
        return ended && context == current && thread == Thread.currentThread() ? scope : null;
    }
}
