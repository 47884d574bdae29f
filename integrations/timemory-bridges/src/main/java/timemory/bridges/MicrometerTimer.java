package timemory.bridges;

import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import timemory.Binding;
import timemory.ComponentType;
import timemory.MarkerComponent;

/**
 * Records each lap in a Micrometer timer {@code timemory.region} with the region's label as tag {@code region}: its duration in nanoseconds
 * of the registry's clock. A suspending region is one lap, from its start to its end on any threads.
 *
 * <p>Each label is a timer, which takes memory in the program and in the monitoring system; so after {@link #setMaxLabels 1000} distinct
 * labels further ones are recorded together under {@code other}, which is reported once.
 *
 * <p>Timers are in the registry passed to {@link #use}, otherwise in {@code Metrics.globalRegistry}, which forwards to those added to it. A
 * timer that the program removes from there is not created again.
 *
 * <p>Source: {@link io.micrometer.core.instrument.Timer#record(long, java.util.concurrent.TimeUnit)}.
 */
public final class MicrometerTimer extends MarkerComponent {

    /** The type of {@link MicrometerTimer}. */
    public static final ComponentType<MicrometerTimer> TYPE = new BridgeType<>(
            "micrometer_timer",
            "A Micrometer timer for the laps of each label",
            Binding.WALL,
            "io.micrometer.core.instrument.Timer.record",
            "io.micrometer.core.instrument.MeterRegistry",
            "micrometer-core is not on the class path: add io.micrometer:micrometer-core",
            MicrometerTimer::new);

    // Not declared as Micrometer classes, because timemory inspects the fields even if Micrometer is missing.
    private @Nullable LabelTimer timer;
    private @Nullable LabelTimer running;
    private long begin;

    /** Called by its type. */
    public MicrometerTimer() {}

    /** Sets the registry for laps that start from now on; {@code null} for the global one. Thread-safe. */
    public static void use(@Nullable MeterRegistry registry) {
        Timers.use(registry);
    }

    /**
     * Sets how many distinct labels get their own timer in a registry. Existing timers are kept. Thread-safe.
     *
     * @throws IllegalArgumentException if {@code labels} is negative
     */
    public static void setMaxLabels(int labels) {
        if (labels < 0) {
            throw new IllegalArgumentException("labels: " + labels + " < 0");
        }
        Timers.setMaxLabels(labels);
    }

    @Override
    public void start() {
        Timers timers = Timers.current();
        LabelTimer lap = timer;
        if (lap == null || lap.timers != timers) {
            lap = timer = timers.of(getLabel());
            if (lap.isOther) {
                report("labels over the limit", timers.overLimit());
            }
        }
        running = lap;
        begin = lap.now();
    }

    @Override
    public void stop() {
        LabelTimer lap = running;
        if (lap != null) {
            running = null;
            lap.record(lap.now() - begin);
        }
    }

    @Override
    public void abandon() {
        stop();
    }
}
