package timemory.jvm;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import timemory.Binding;
import timemory.Bundles;
import timemory.ComponentType;
import timemory.LongDeltaComponent;
import timemory.Quantity;
import timemory.Timemory;
import timemory.counters.EventCounters;
import timemory.counters.PerfEvents;
import timemory.sampling.interval.IntervalSampler;
import timemory.settings.SettingsBuilder;

/** Kernel counters over time: for the whole process, because another thread cannot read a thread's counters. */
class EventsOverTimeTest {

    private static final int WAITS = 300;

    /** Context switches of all threads, as in docs/sampling.md. */
    public static final class Switches extends LongDeltaComponent {
        private static final EventCounters COUNTERS =
                EventCounters.attach((int) ProcessHandle.current().pid(), List.of("context-switches"));

        /** The component type. */
        public static final ComponentType<Switches> TYPE =
                new ComponentType<>("switches", "Context switches of the process", Quantity.COUNT, Switches::new) {
                    @Override
                    public Binding getBinding() {
                        return Binding.PROCESS;
                    }
                };

        @Override
        protected long read() {
            synchronized (COUNTERS) {
                return COUNTERS.read().get(0);
            }
        }
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void countersOfTheProcessHaveWhatAllThreadsDidMeanwhile() throws InterruptedException {
        assumeTrue(PerfEvents.TYPE.unavailableReason() == null, PerfEvents.TYPE.unavailableReason());
        SettingsBuilder settings = new SettingsBuilder();
        settings.setCoutOutput(false);
        settings.setFileOutput(false);
        Timemory.init(settings);
        try (IntervalSampler sampler = IntervalSampler.start(Bundles.of(Switches.class), 5)) {
            Thread thread = new Thread(() -> {
                for (int i = 0; i < WAITS; i++) {
                    LockSupport.parkNanos(500_000);
                }
            });
            thread.start();
            thread.join();
        }
        double switches = Timemory.finalize().get("sampled_switches").find("(process)").getInclusive().sum(0);
        assertTrue(switches >= WAITS, switches + " switches in " + WAITS + " waits of a thread that began later");
    }
}
