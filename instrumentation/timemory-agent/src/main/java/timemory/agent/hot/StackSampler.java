package timemory.agent.hot;

import java.lang.instrument.Instrumentation;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Samples the stacks of a few threads at a time, one after another, which stops only the sampled one.
 *
 * <p>Running threads come first. One waiting thread is sampled each time, because waiting is part of a function's time. Threads without
 * functions outside the Java runtime, such as idle pool threads, count for nothing.
 *
 * <p>Used by one thread, which is not sampled.
 */
public final class StackSampler {
    private static final int RUNNING = 4;
    private static final int WAITING = 1;

    private final StackCounts counts = new StackCounts();
    private final ThreadGroup all = root();
    private final Instrumentation instrumentation;

    /** {@code null} until there is a carrier thread. */
    private @Nullable VirtualThreads virtual;
    private Thread[] threads = new Thread[64];

    /** Where the next round starts, because there may be more threads than are sampled. */
    private int next;

    /** @param instrumentation finds virtual threads */
    public StackSampler(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    private static ThreadGroup root() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) group = group.getParent();
        return group;
    }

    /** Takes samples. */
    public void look() {
        int count = all.enumerate(threads, true);
        while (count == threads.length) {
            threads = new Thread[2 * count];
            count = all.enumerate(threads, true);
        }
        int running = RUNNING;
        int waiting = WAITING;
        boolean carries = false;
        int begin = next++;
        for (int i = 0; i < count && (running > 0 || waiting > 0); i++) {
            Thread thread = threads[Math.floorMod(begin + i, count)];
            if (thread == Thread.currentThread() || isOfSystem(thread)) continue;
            if (isCarrier(thread)) {
                carries |= thread.getState() == Thread.State.RUNNABLE;
                continue;
            }
            boolean runs = thread.getState() == Thread.State.RUNNABLE;
            if ((runs ? running : waiting) == 0) continue;
            if (runs) running--;
            else waiting--;
            counts.add(thread.getStackTrace());
        }
        if (carries) lookAtVirtualThreads();
        // References to ended threads would keep them from being garbage-collected.
        Arrays.fill(threads, 0, count, null);
    }

    private void lookAtVirtualThreads() {
        if (virtual == null) virtual = VirtualThreads.of(instrumentation);
        for (Thread thread : virtual.running(RUNNING)) counts.add(thread.getStackTrace());
    }

    private static boolean isOfSystem(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return group == null || group.getParent() == null || group.getName().equals("InnocuousThreadGroup");
    }

    private static boolean isCarrier(Thread thread) {
        return thread.getClass().getName().equals("jdk.internal.misc.CarrierThread");
    }

    /** Returns the functions that take time, and their callers, by class with dots. */
    public Map<String, Set<String>> hot() {
        return counts.hot();
    }
}
