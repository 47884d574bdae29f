package benchmarks;

import com.codahale.metrics.MetricRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.perfmark.PerfMark;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Event;
import jdk.jfr.Recording;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What other tools cost for one empty region, each as its documentation says that it should be used. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Peers {

    @State(Scope.Benchmark)
    public static class PerfMarkOn {
        @Setup
        public void enable() {
            PerfMark.setEnabled(true);
        }
    }

    @Benchmark
    public void perfMark(PerfMarkOn on) {
        PerfMark.startTask("region");
        PerfMark.stopTask("region");
    }

    public static class Region extends Event {}

    @State(Scope.Benchmark)
    public static class Recorded {
        private final Recording recording = new Recording();

        @Setup
        public void start() {
            recording.enable(Region.class).withoutThreshold().withoutStackTrace();
            recording.start();
        }

        @TearDown
        public void stop() {
            recording.close();
        }
    }

    @Benchmark
    public void jfrRecording(Recorded on) {
        Region event = new Region();
        event.begin();
        event.commit();
    }

    @Benchmark
    public void jfrNotRecording() {
        Region event = new Region();
        event.begin();
        event.commit();
    }

    @State(Scope.Benchmark)
    public static class OpenTelemetry {
        private final Tracer tracer = SdkTracerProvider.builder()
                .addSpanProcessor(new NothingDone())
                .build()
                .get("benchmarks");
    }

    /** Without any processor the SDK would not record spans at all. */
    private static final class NothingDone implements SpanProcessor {
        @Override
        public void onStart(Context parent, ReadWriteSpan span) {}

        @Override
        public boolean isStartRequired() {
            return true;
        }

        @Override
        public void onEnd(ReadableSpan span) {}

        @Override
        public boolean isEndRequired() {
            return true;
        }
    }

    @Benchmark
    public void openTelemetry(OpenTelemetry sdk) {
        Span span = sdk.tracer.spanBuilder("region").startSpan();
        try (io.opentelemetry.context.Scope scope = span.makeCurrent()) {
            // Nothing: only the span itself is measured.
        } finally {
            span.end();
        }
    }

    @State(Scope.Benchmark)
    public static class Micrometer {
        private final io.micrometer.core.instrument.Timer timer = new SimpleMeterRegistry().timer("region");
    }

    @Benchmark
    public void micrometer(Micrometer registry) {
        registry.timer.record(() -> {});
    }

    @State(Scope.Benchmark)
    public static class Dropwizard {
        private final com.codahale.metrics.Timer timer = new MetricRegistry().timer("region");
    }

    @Benchmark
    public void dropwizard(Dropwizard registry) {
        registry.timer.time().stop();
    }
}
