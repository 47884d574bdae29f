package dev.timemory.konan;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Reports that a long step has started or is still running, and how long it took: a minute of silence looks like a hang. */
final class Heartbeat implements AutoCloseable {

    private static final Duration PERIOD = Duration.ofSeconds(20);

    private final long start = System.nanoTime();
    private final String what;
    private final Consumer<String> log;
    private final ScheduledExecutorService clock;

    Heartbeat(String what, Consumer<String> log) {
        this(what, log, PERIOD);
    }

    Heartbeat(String what, Consumer<String> log, Duration period) {
        this.what = what;
        this.log = log;
        clock = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "heartbeat: " + what);
            thread.setDaemon(true);
            return thread;
        });
        log.accept(what + " ...");
        clock.scheduleAtFixedRate(
                () -> log.accept(String.format("%s: still at it after %.0f s", what, seconds())),
                period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The step has succeeded. */
    void done() {
        clock.shutdownNow();
        log.accept(String.format("%s: %.1f s", what, seconds()));
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }

    private double seconds() {
        return (System.nanoTime() - start) / 1e9;
    }
}
