package examples;

import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import timemory.bundle.Bundle4;
import timemory.Bundles;
import timemory.WallClock;
import timemory.bridges.JfrEvent;
import timemory.bridges.MicrometerTimer;
import timemory.bridges.OtelSpan;

/** The README's example in Java. */
final class IntoOtherToolsInJava {

    private static final Bundle4<WallClock, JfrEvent, OtelSpan, MicrometerTimer> STEPS =
            Bundles.of(WallClock.class, JfrEvent.class, OtelSpan.class, MicrometerTimer.class);

    private IntoOtherToolsInJava() {}

    static int parseAll(OpenTelemetry openTelemetry, MeterRegistry registry, Iterable<String> files) {
        OtelSpan.use(openTelemetry);
        MicrometerTimer.use(registry);
        return STEPS.get("parse all", () -> {
            int length = 0;
            for (String file : files) {
                length += STEPS.get("parse", file::length);
            }
            return length;
        });
    }
}
