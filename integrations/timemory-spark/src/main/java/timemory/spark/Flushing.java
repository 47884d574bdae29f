package timemory.spark;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import timemory.spi.Problems;

/** Writes results at intervals, on a background thread. */
final class Flushing implements AutoCloseable {
    /** Writes the results. */
    interface Writing {
        void write() throws Exception;
    }

    private static final long PATIENCE_MILLISECONDS = 10_000;

    private final long interval;
    private final Writing writing;
    private final Thread thread = new Thread(this::run, "timemory-spark-flush");
    private volatile boolean isOver;

    /** @param interval in milliseconds */
    Flushing(long interval, Writing writing) {
        this.interval = interval;
        this.writing = writing;
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        while (!isOver) {
            long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(interval);
            while (!isOver && deadline - System.nanoTime() > 0) {
                LockSupport.parkNanos(deadline - System.nanoTime());
            }
            if (isOver) return;
            try {
                writing.write();
            } catch (Exception | LinkageError failure) {
                Problems.reportProblem("spark flush", "results so far could not be written: " + failure);
            }
        }
    }

    /** Stops, after waiting some seconds for a write in progress. */
    @Override
    public void close() throws InterruptedException {
        isOver = true;
        LockSupport.unpark(thread);
        thread.join(PATIENCE_MILLISECONDS);
    }
}
