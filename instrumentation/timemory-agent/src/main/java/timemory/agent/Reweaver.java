package timemory.agent;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import timemory.Timemory;
import timemory.agent.boot.Hooks;
import timemory.agent.hot.SelectedFunctions;
import timemory.agent.hot.StackSampler;
import timemory.agent.record.Sites;

/**
 * Weaves classes again while the program is running.
 *
 * <p>The original code of functions that are no longer measured, because they were called often and were short, is restored: a call that
 * only finds out that it is not measured takes as long as some of them do, and keeps the JVM from inlining them. If functions are chosen by
 * sampling, this thread takes the samples, and weaves the functions they show.
 *
 * <p>On a separate thread, for all such functions at once and less and less often: the JVM discards the compiled code of a class when it is
 * woven again.
 */
final class Reweaver implements Runnable {
    /** Short programs are not sampled. */
    private static final long UNSAMPLED_MILLIS = 250;
    private static final long FIRST_MILLIS = 250;
    private static final long MAX_MILLIS = 5_000;

    /** The time between samples while many functions are being woven, and afterwards. */
    private static final long OFTEN_MILLIS = 10;
    private static final long SELDOM_MILLIS = 100;

    /** Sampling takes at most this fraction of the time of a processor. */
    private static final long SHARE = 100;

    private final Instrumentation instrumentation;
    private final Transformer transformer;
    private final Batches batches;
    private final Sites sites;
    private final Thread thread = new Thread(null, this, "timemory-reweaver", 0, false);

    /** {@code null} if all selected functions are woven from the start. */
    private final @Nullable SelectedFunctions chosen;

    /** {@code null} until the first sample is taken. */
    private @Nullable StackSampler sampler;

    /** When measuring started. */
    private final long begin = System.nanoTime();

    private int throttled;
    private boolean isStopped;

    Reweaver(Instrumentation instrumentation, Transformer transformer, Batches batches, Sites sites,
            @Nullable SelectedFunctions chosen) {
        this.instrumentation = instrumentation;
        this.transformer = transformer;
        this.batches = batches;
        this.sites = sites;
        this.chosen = chosen;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Stops weaving, except for classes that are being woven now. */
    synchronized void stop() {
        isStopped = true;
        notifyAll();
    }

    /** Stops, and returns when nothing is being woven any more. */
    void end() {
        stop();
        boolean wasInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException interrupted) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) Thread.currentThread().interrupt();
    }

    @Override
    public void run() {
        if (chosen != null) {
            if (!waits(UNSAMPLED_MILLIS)) return;
            sampler = new StackSampler(instrumentation);
        }
        for (long pause = FIRST_MILLIS; pauses(pause); pause = Math.min(pause * 3 / 2, MAX_MILLIS)) {
            try {
                weave();
            } catch (RuntimeException | LinkageError failure) {
                // Must not end the thread, nor reach the program's handler of uncaught errors.
                transformer.failures.put("functions that take time", failure.toString());
            }
        }
    }

    /** Waits, and samples meanwhile; returns whether there is still work to do then. */
    private boolean pauses(long millis) {
        if (sampler == null) return waits(millis);
        long end = System.nanoTime() + millis * 1_000_000;
        long often = millis < MAX_MILLIS ? OFTEN_MILLIS : SELDOM_MILLIS;
        long took = 0;
        while (true) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) return true;
            if (!waits(Math.min(left, Math.max(often, took * SHARE / 1_000_000)))) return false;
            if (!Hooks.on || !Timemory.isEnabled()) continue;
            long before = System.nanoTime();
            sampler.look();
            took = System.nanoTime() - before;
        }
    }

    /** Waits; returns whether there is still work to do then. */
    private synchronized boolean waits(long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        try {
            for (long left = millis; left > 0 && !isStopped; left = (end - System.nanoTime()) / 1_000_000) wait(left);
        } catch (InterruptedException interrupted) {
            isStopped = true;
        }
        return !isStopped;
    }

    private void weave() {
        Set<Class<?>> classes = new HashSet<>();
        int now = sites.throttled();
        if (now != throttled) classes.addAll(transformer.released(instrumentation.getAllLoadedClasses(), sites::isThrottled));
        throttled = now;
        if (sampler != null) classes.addAll(hot(sampler.hot()));
        if (classes.isEmpty()) return;
        long from = System.nanoTime() - begin;
        batches.transform(List.copyOf(classes));
        for (int number : transformer.takeLate()) sites.measuredFrom(number, from);
    }

    /** Returns loaded classes with functions that take time and are not woven yet. */
    private List<Class<?>> hot(Map<String, Set<String>> functions) {
        List<Class<?>> found = new ArrayList<>();
        SelectedFunctions selected = chosen;
        if (functions.isEmpty() || selected == null) return found;
        // Classes with the same name may belong to several loaders.
        Map<String, Set<String>> more = new HashMap<>();
        for (Class<?> type : transformer.candidates(instrumentation.getAllLoadedClasses())) {
            Set<String> hot = functions.get(type.getName());
            if (hot == null) continue;
            Set<String> fresh = more.computeIfAbsent(type.getName(), name -> selected.add(name, hot));
            if (!fresh.isEmpty() && transformer.selects(type, fresh)) found.add(type);
        }
        return found;
    }
}
