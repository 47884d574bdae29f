package timemory.live.otlp;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import timemory.Timemory;
import timemory.export.internal.OtlpProfiles;
import timemory.export.internal.OtlpResource;
import timemory.internal.platform.JvmProcessKt;
import timemory.live.session.CpuStopwatch;
import timemory.live.Parts;
import timemory.results.Results;
import timemory.settings.Settings;

/**
 * Sends the results of each interval, from a background thread. Measuring threads are not affected, except by the memory that results take:
 * twice as much, because the previous results are kept. If collecting results takes long, intervals get longer, so that it takes at most a
 * tenth of a processor.
 */
final class OtlpSender {

    private static final int MAX_SHARE = 10;
    private static final long END_NANOSECONDS = TimeUnit.SECONDS.toNanos(3);
    private static final long NANOSECONDS = 1_000_000_000L;

    private final Settings settings;
    private final long interval;
    private final Duration timeout;
    private final Map<String, String> attributes;
    private final OtlpQueue queue;
    private final CountDownLatch end = new CountDownLatch(1);
    private final Thread thread = new Thread(null, this::run, "timemory-otlp", 0, false);

    private @Nullable Results before;
    /** The start of the interval, as time of day and on the monotonic clock. */
    private long sinceTimeOfDay = timeOfDay();
    private long since = System.nanoTime();
    private long endBegin;

    OtlpSender(Settings settings, long interval, OtlpReceiver receiver, OtlpEnvironment environment) {
        this.settings = settings;
        this.interval = interval;
        this.timeout = environment.timeout();
        this.attributes = environment.attributes();
        this.queue = new OtlpQueue(receiver);
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            long wait = interval;
            while (!end.await(wait, TimeUnit.NANOSECONDS)) {
                long begin = System.nanoTime();
                CpuStopwatch effort = new CpuStopwatch();
                take();
                long took = effort.soFar();
                queue.send(() -> end.getCount() > 0 ? timeout : Duration.ZERO);
                wait = Math.max(Math.max(interval, MAX_SHARE * took) - (System.nanoTime() - begin), 1);
            }
        } catch (InterruptedException interrupted) {
            // the session is ending
        } catch (RuntimeException | LinkageError | OutOfMemoryError failure) {
            JvmProcessKt.printError("timemory: TIMEMORY_OTLP_ENDPOINT: nothing more is sent: " + failure);
        }
    }

    private void take() {
        Results now = Timemory.results();
        if (now != null) {
            add(now);
        }
    }

    private void add(Results now) {
        Results part = before == null ? now : Parts.since(now, before);
        long begin = since;
        long timeOfDay = sinceTimeOfDay;
        before = now;
        since = System.nanoTime();
        sinceTimeOfDay = beginOfNext(timeOfDay + (since - begin), timeOfDay());
        if (part.getGraphs().isEmpty()) {
            return;
        }
        OtlpResource resource = OtlpResource.Companion.of(part, settings, attributes, timeOfDay, since - begin);
        new OtlpProfiles(part, resource, OtlpProfiles.MAX_BYTES, true).messages().forEach(queue::add);
    }

    /**
     * The end of the previous interval, because receivers add up consecutive intervals. Only if the clock was set, or the machine was
     * suspended, it restarts from the time of day.
     */
    static long beginOfNext(long end, long timeOfDay) {
        return Math.abs(timeOfDay - end) < NANOSECONDS ? end : timeOfDay;
    }

    private static long timeOfDay() {
        Instant now = Instant.now();
        return now.getEpochSecond() * NANOSECONDS + now.getNano();
    }

    /** Called when the session ends: sends nothing more, and waits for a message in progress, for a limited time. */
    void leave() {
        endBegin = System.nanoTime();
        end.countDown();
        try {
            thread.join(TimeUnit.NANOSECONDS.toMillis(END_NANOSECONDS / 3));
            if (thread.isAlive()) {
                thread.interrupt();
                thread.join(TimeUnit.NANOSECONDS.toMillis(END_NANOSECONDS / 3));
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends the last part, of {@code results}, within three seconds of the start of the session's end. */
    void finish(Results results) {
        if (thread.isAlive()) { // within results that make no progress
            JvmProcessKt.printError("timemory: TIMEMORY_OTLP_ENDPOINT: the last results are not sent");
            return;
        }
        try {
            add(results);
            queue.send(() -> {
                Duration left = Duration.ofNanos(END_NANOSECONDS - (System.nanoTime() - endBegin));
                return timeout.compareTo(left) < 0 ? timeout : left;
            });
            queue.giveUp();
        } catch (RuntimeException failure) {
            JvmProcessKt.printError("timemory: TIMEMORY_OTLP_ENDPOINT: the last results are not sent: " + failure);
        }
    }
}
