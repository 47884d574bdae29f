package timemory.bridges;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The timers of one registry, by label. Thread-safe. */
final class Timers {

    private static final String NAME = "timemory.region";
    private static final String TAG = "region";
    private static final String OTHER = "other";

    private static volatile int maxLabels = 1000;
    private static volatile Timers current = new Timers(Metrics.globalRegistry);

    private final MeterRegistry registry;
    private final ConcurrentHashMap<String, LabelTimer> byLabel = new ConcurrentHashMap<>();
    private @Nullable LabelTimer other;

    private Timers(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Returns the timers of the current registry. */
    static Timers current() {
        return current;
    }

    static void use(@Nullable MeterRegistry registry) {
        current = new Timers(registry == null ? Metrics.globalRegistry : registry);
    }

    static void setMaxLabels(int labels) {
        maxLabels = labels;
    }

    /** The warning for a label that has no timer of its own. */
    String overLimit() {
        return "micrometer_timer has timers for " + maxLabels + " labels: further ones are recorded together under '" + OTHER
                + "'. Use fewer distinct labels, or raise the limit with MicrometerTimer.setMaxLabels";
    }

    /** Returns the timer of {@code label}, or the one for all labels beyond the limit. */
    LabelTimer of(String label) {
        LabelTimer known = byLabel.get(label);
        return known == null ? add(label) : known;
    }

    private synchronized LabelTimer add(String label) {
        LabelTimer known = byLabel.get(label);
        if (known != null) {
            return known;
        }
        if (byLabel.size() >= maxLabels) {
            return other();
        }
        LabelTimer added = timer(label, false);
        byLabel.put(label, added);
        return added;
    }

    private LabelTimer other() {
        if (other == null) {
            other = timer(OTHER, true);
        }
        return other;
    }

    private LabelTimer timer(String label, boolean isOther) {
        Timer timer = Timer.builder(NAME)
                .description("Laps of regions measured by timemory")
                .tag(TAG, label)
                .register(registry);
        return new LabelTimer(this, timer, registry.config().clock(), isOther);
    }
}
