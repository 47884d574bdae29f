package timemory.agent;

import java.lang.instrument.Instrumentation;
import java.util.List;
import timemory.agent.record.Sites;

/**
 * Makes the code of functions what it was that are no longer measured because they were called often and took little: a call that only
 * finds out that it is not measured takes as long as some of them do, and keeps the JVM from inlining them.
 *
 * <p>On a thread of its own, for all such functions at once and ever less often: the code that the JVM compiled of a class is lost when it
 * is woven again.
 */
final class Reweaver {
    private static final long FIRST_MILLIS = 500;
    private static final long LONGEST_MILLIS = 8_000;

    private final Instrumentation instrumentation;
    private final Transformer transformer;
    private final Batches batches;
    private final Sites sites;
    private final Thread thread = new Thread(null, this::run, "timemory-reweaver", 0, false);
    private int throttled;
    private boolean isStopped;

    Reweaver(Instrumentation instrumentation, Transformer transformer, Batches batches, Sites sites) {
        this.instrumentation = instrumentation;
        this.transformer = transformer;
        this.batches = batches;
        this.sites = sites;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Nothing more is woven, but for what is being woven now. */
    synchronized void stop() {
        isStopped = true;
        notifyAll();
    }

    /** Stops, and returns when nothing is woven any more. */
    void end() {
        stop();
        boolean wasInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException later) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) Thread.currentThread().interrupt();
    }

    private void run() {
        for (long pause = FIRST_MILLIS; pauses(pause); pause = Math.min(2 * pause, LONGEST_MILLIS)) weave();
    }

    /** Waits; returns whether there is still something to be done then. */
    private synchronized boolean pauses(long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        try {
            for (long left = millis; left > 0 && !isStopped; left = (end - System.nanoTime()) / 1_000_000) wait(left);
        } catch (InterruptedException asked) {
            isStopped = true;
        }
        return !isStopped;
    }

    private void weave() {
        int now = sites.throttled();
        if (now == throttled) return;
        throttled = now;
        List<Class<?>> classes = transformer.released(instrumentation.getAllLoadedClasses(), sites::isThrottled);
        batches.transform(classes);
    }
}
