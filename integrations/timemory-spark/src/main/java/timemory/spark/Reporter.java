package timemory.spark;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import timemory.spi.Problems;

/**
 * Reports the measurements of tasks to the driver, on a separate thread: at each interval, and sooner if there are many. If the interval is
 * 0, each task reports itself and waits for that: then the driver has its measurements before Spark is notified of its end. Reports that
 * the driver does not accept are offered again; only if there are too many to keep is something lost, which is reported.
 */
final class Reporter {
    /** Sends reports to the driver. */
    interface Link {
        /** Returns whether the driver has accepted the report; {@code false} if it cannot at the moment. */
        boolean offer(byte[] report) throws Exception;
    }

    private static final long MUCH = 1 << 20;
    private static final long MAX_REPORT = 8 << 20;
    private static final long MAX_KEPT = 64 << 20;

    /** The process itself is included in one of this many reports. */
    private static final int PROCESS_EVERY = 5;
    private static final long PATIENCE_SECONDS = 5;

    /** The interval if tasks report themselves: for the process, and for reports that the driver did not accept. */
    private static final long IDLE_MILLISECONDS = 2_000;

    private record Unsent(byte[] bytes, int tasks) {}

    private final String executor;
    private final PendingTasks pending;
    private final Supplier<byte[]> process;
    private final Link link;
    private final long interval;
    private final Semaphore wake = new Semaphore(0);
    private final Thread thread = new Thread(this::run, "timemory-spark-reporter");

    /** Guards itself and the two fields below: a task that could not report itself does not wait for a report. */
    private final Deque<Unsent> unsent = new ArrayDeque<>();
    private final List<String> lost = new ArrayList<>();
    private long unsentBytes;
    private final AtomicLong sequence = new AtomicLong();
    private int rounds;
    private volatile boolean isOver;

    /**
     * @param process returns the executor's own measurements, in the wire format; empty if they are reported elsewhere
     * @param interval in milliseconds
     */
    Reporter(String executor, PendingTasks pending, Supplier<byte[]> process, Link link, long interval) {
        this.executor = executor;
        this.pending = pending;
        this.process = process;
        this.link = link;
        this.interval = interval;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Called when {@code task} has ended, on the calling thread. */
    void ended(EndedTask task) {
        if (interval == 0) reportAlone(task);
        else if (pending.add(task) > MUCH && wake.availablePermits() == 0) wake.release();
    }

    /** Does not wait for other tasks. */
    private void reportAlone(EndedTask task) {
        try {
            byte[] bytes = bytesOf(List.of(pending.alone(task)), new byte[0], List.of());
            if (!isTaken(bytes)) keep(new Unsent(bytes, 1));
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    private boolean isTaken(byte[] report) {
        try {
            return link.offer(report);
        } catch (Exception failure) {
            return false; // it is sent again
        }
    }

    private byte[] bytesOf(List<TaskGroup> groups, byte[] own, List<String> lost) {
        return new Report(executor, sequence.getAndIncrement(), groups, own, lost).toBytes();
    }

    /** Reports the remaining measurements, and ends. Waits at most a few seconds for that. */
    void close() throws InterruptedException {
        isOver = true;
        wake.release();
        thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    }

    private void run() {
        while (!isOver) {
            try {
                wake.tryAcquire(interval == 0 ? IDLE_MILLISECONDS : interval, TimeUnit.MILLISECONDS);
            } catch (InterruptedException interrupted) {
                break;
            }
            if (!isOver) reportGuarded(++rounds % PROCESS_EVERY == 1, interval == 0);
        }
        reportGuarded(true, true);
    }

    private void reportGuarded(boolean withProcess, boolean all) {
        try {
            report(withProcess, all);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    private static void failed(Throwable failure) {
        Problems.reportProblem("spark reporter", "results of tasks could not be reported: " + failure);
    }

    /**
     * Reports the measurements available now.
     *
     * @param all whether to include tasks whose samples are not known yet
     */
    synchronized void report(boolean withProcess, boolean all) throws Exception {
        List<TaskGroup> groups = pending.drain(all);
        byte[] own = withProcess ? process.get() : new byte[0];
        int from = 0;
        do {
            int until = from;
            long size = own.length;
            while (until < groups.size() && (until == from || size + sizeOf(groups.get(until)) <= MAX_REPORT)) {
                size += sizeOf(groups.get(until++));
            }
            if (until > from || own.length > 0) add(groups.subList(from, until), own);
            own = new byte[0];
            from = until;
        } while (from < groups.size());
        for (Unsent first = oldest(); first != null && isTaken(first.bytes); first = oldest()) {
            forget(first);
        }
    }

    private Unsent oldest() {
        synchronized (unsent) {
            return unsent.peek();
        }
    }

    private void forget(Unsent report) {
        synchronized (unsent) {
            if (unsent.remove(report)) unsentBytes -= report.bytes.length;
        }
    }

    private static long sizeOf(TaskGroup group) {
        return group.tree().bytes().length + (group.slowest() == null ? 0 : group.slowest().tree().bytes().length)
                + 8L * group.tasks().size();
    }

    private void add(List<TaskGroup> groups, byte[] own) {
        List<String> sentences;
        synchronized (unsent) {
            sentences = List.copyOf(lost);
            lost.clear();
        }
        byte[] bytes = bytesOf(groups, own, sentences);
        keep(new Unsent(bytes, groups.stream().mapToInt(group -> group.tasks().size()).sum()));
    }

    private void keep(Unsent report) {
        synchronized (unsent) {
            unsent.add(report);
            unsentBytes += report.bytes.length;
            while (unsentBytes > MAX_KEPT && unsent.size() > 1) {
                Unsent oldest = unsent.remove();
                unsentBytes -= oldest.bytes.length;
                lost.add("executor " + executor + " could not report " + oldest.tasks + " tasks: the driver did not accept its reports");
            }
        }
    }
}
