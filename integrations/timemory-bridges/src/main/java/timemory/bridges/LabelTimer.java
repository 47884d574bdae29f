package timemory.bridges;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;

/** The timer of one label in one registry. Thread-safe. */
final class LabelTimer {

    final Timers timers;

    /** Whether it serves all labels beyond the limit. */
    final boolean isOther;

    private final Timer timer;
    private final Clock clock;

    LabelTimer(Timers timers, Timer timer, Clock clock, boolean isOther) {
        this.timers = timers;
        this.timer = timer;
        this.clock = clock;
        this.isOther = isOther;
    }

    /** In nanoseconds. */
    long now() {
        return clock.monotonicTime();
    }

    void record(long nanoseconds) {
        timer.record(nanoseconds, TimeUnit.NANOSECONDS);
    }
}
