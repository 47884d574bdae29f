package benchmarks;

import com.codahale.metrics.MetricRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.perfmark.PerfMark;
import java.util.Collection;
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

/** The cost of one empty region in other tools, each used as its documentation recommends. */
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
        spanBy(sdk.tracer);
    }

    private static void spanBy(Tracer tracer) {
        Span span = tracer.spanBuilder("region").startSpan();
        try (io.opentelemetry.context.Scope scope = span.makeCurrent()) {
            // Nothing: only the span itself is measured.
        } finally {
            span.end();
        }
    }

    @State(Scope.Benchmark)
    public static class OpenTelemetryInBatches {
        private final SdkTracerProvider provider = SdkTracerProvider.builder()
                .addSpanProcessor(BatchSpanProcessor.builder(new NothingExported()).build())
                .build();
        private final Tracer tracer = provider.get("benchmarks");

        @TearDown
        public void close() {
            provider.close();
        }
    }

    /** Like an exporter without a network: the processor before it drops spans that arrive faster than it handles them. */
    private static final class NothingExported implements SpanExporter {
        @Override
        public CompletableResultCode export(Collection<SpanData> spans) {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }

    @Benchmark
    public void openTelemetryInBatches(OpenTelemetryInBatches sdk) {
        spanBy(sdk.tracer);
    }

    @State(Scope.Benchmark)
    public static class Observed {
        private final ObservationRegistry registry = ObservationRegistry.create();

        @Setup
        public void addTimer() {
            registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(new SimpleMeterRegistry()));
        }
    }

    @Benchmark
    public void observation(Observed observed) {
        Observation.createNotStarted("region", observed.registry).observe(() -> {});
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
