package timemory.live.http;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A value that takes long to read. Each caller gets one whose reading started after the call, and waiting callers share a reading. Readings
 * take at most a tenth of the time, so that a flood of calls costs little.
 */
final class SharedReading<T> {

    /** Reads the value. */
    interface Source<T> {
        T read() throws IOException;
    }

    private record Reading<T>(long number, @Nullable T value, @Nullable Throwable failure) {}

    private static final int REST = 9;
    private static final long MAX_REST = TimeUnit.SECONDS.toNanos(1);

    private final Source<T> source;

    // Guarded by this.
    private Reading<T> latest = new Reading<>(0, null, null);
    private boolean isReading;
    private long nextAt = System.nanoTime();

    SharedReading(Source<T> source) {
        this.source = source;
    }

    /** Returns the value, or throws what reading it threw. */
    T get() throws IOException {
        Reading<T> reading;
        try {
            reading = await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
        if (reading.value == null) {
            throw new IOException(reading.failure);
        }
        return reading.value;
    }

    private Reading<T> await() throws InterruptedException {
        long wanted;
        synchronized (this) {
            wanted = latest.number + (isReading ? 2 : 1);
        }
        while (true) {
            Reading<T> known = turnOr(wanted);
            if (known != null) {
                return known;
            }
            read();
        }
    }

    /** Waits for the reading with that number or a later one; returns {@code null} if the calling thread is to read instead. */
    private synchronized @Nullable Reading<T> turnOr(long wanted) throws InterruptedException {
        while (latest.number < wanted) {
            long rest = nextAt - System.nanoTime();
            if (isReading) {
                wait();
            } else if (rest > 0) {
                TimeUnit.NANOSECONDS.timedWait(this, rest);
            } else {
                isReading = true;
                return null;
            }
        }
        return latest;
    }

    private void read() {
        long begin = System.nanoTime();
        T value = null;
        Throwable failure = null;
        try {
            value = source.read();
        } catch (IOException | RuntimeException | Error thrown) {
            failure = thrown;
        }
        synchronized (this) {
            long now = System.nanoTime();
            latest = new Reading<>(latest.number + 1, value, failure);
            nextAt = now + Math.min(REST * (now - begin), MAX_REST);
            isReading = false;
            notifyAll();
        }
    }
}
