package timemory.bridges;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Tracer;
import org.jspecify.annotations.Nullable;

/** Provides the tracer for spans. Thread-safe. */
final class Tracers {

    /** The instrumentation scope of the spans. */
    static final String SCOPE = "timemory";

    private static volatile @Nullable Tracer given;
    private static volatile @Nullable Tracer global;

    private Tracers() {}

    static void use(@Nullable OpenTelemetry openTelemetry) {
        given = openTelemetry == null ? null : openTelemetry.getTracer(SCOPE);
    }

    /** Returns the tracer in use; {@code null} if there is none yet. */
    static @Nullable Tracer current() {
        Tracer tracer = given;
        if (tracer == null) {
            tracer = global;
        }
        return tracer == null ? lookUpGlobal() : tracer;
    }

    /**
     * Returns the tracer of the global instance; {@code null} before the program has set one, because requesting it earlier would
     * permanently set one that does nothing.
     */
    private static @Nullable Tracer lookUpGlobal() {
        if (!GlobalOpenTelemetry.isSet()) {
            return null;
        }
        Tracer tracer = GlobalOpenTelemetry.getTracer(SCOPE);
        global = tracer;
        return tracer;
    }
}
