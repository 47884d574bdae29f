package timemory.live.http;

import java.lang.ref.SoftReference;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import timemory.Timemory;
import timemory.live.session.CpuStopwatch;
import timemory.results.Results;
import timemory.spi.SessionListener;

/**
 * Results up to a moment, collected once for all requests at that time: they are reused for a second, or longer if collecting and writing
 * them took long, so that this takes at most a tenth of a processor, regardless of the number of requests. A single slow one, such as a
 * program's first, does not delay anything.
 *
 * <p>There is one instance per process, because counters continue from response to response. Thread-safe.
 */
final class Snapshots {

    static final Snapshots OF_PROCESS = new Snapshots();

    private static final long MIN_AGE = 1_000_000_000L;
    private static final long SHARE = 10;

    /** Held while a snapshot is made, and never by code that ends a session. */
    private final Object making = new Object();

    private final Metrics metrics = new Metrics(Exemplars.find());
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicLong made = new AtomicLong();
    private final AtomicLong tookBefore = new AtomicLong();
    private volatile SoftReference<Snapshot> last = new SoftReference<>(null);
    private int counted = -1;

    private Snapshots() {
        new SessionListener() {
            @Override
            public void ended() {
                ended.incrementAndGet();
            }
        }.register();
    }

    /** Returns the newest snapshot; {@code null} if nothing is being measured. */
    @Nullable
    Snapshot now() {
        synchronized (making) {
            Snapshot known = last.get();
            if (known != null && known.isNew()) {
                return known;
            }
            if (known != null) {
                tookBefore.set(known.took.get());
            }
            int session = ended.get();
            long begin = System.nanoTime();
            CpuStopwatch effort = new CpuStopwatch();
            Results results = Timemory.results();
            if (results == null || session != ended.get()) {
                return null;
            }
            Snapshot now = new Snapshot(begin, session, results, effort.soFar());
            last = new SoftReference<>(now);
            return now;
        }
    }

    /** Returns the Prometheus text of {@code snapshot}. */
    private synchronized MetricsText metricsOf(Snapshot snapshot) {
        if (counted != snapshot.session) {
            counted = snapshot.session;
            metrics.restart();
        }
        return metrics.of(snapshot.results);
    }

    final class Snapshot {
        final Results results;
        final Instant at = Instant.now();
        final long number = made.incrementAndGet();

        /** How many sessions had ended before, which distinguishes one from another. */
        final int session;

        private final long begin;
        private final AtomicLong took;
        private @Nullable Encoded data;
        private @Nullable MetricsText text;

        private Snapshot(long begin, int session, Results results, long took) {
            this.begin = begin;
            this.session = session;
            this.results = results;
            this.took = new AtomicLong(took);
        }

        private boolean isNew() {
            return session == ended.get() && System.nanoTime() - begin < Math.max(MIN_AGE, SHARE * Math.min(took.get(), tookBefore.get()));
        }

        /** Returns the format that the report reads. */
        synchronized Encoded data() {
            if (data == null) {
                CpuStopwatch effort = new CpuStopwatch();
                data = Encoded.of(PageData.of(this));
                took.addAndGet(effort.soFar());
            }
            return data;
        }

        /** Returns the format for Prometheus. */
        synchronized MetricsText metrics() {
            if (text == null) {
                CpuStopwatch effort = new CpuStopwatch();
                text = metricsOf(this);
                took.addAndGet(effort.soFar());
            }
            return text;
        }
    }
}
