package timemory.sampling;

import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;
import timemory.internal.callgraph.CallPath;
import timemory.internal.callgraph.Node;
import timemory.internal.callgraph.PositionWatch;
import timemory.internal.callgraph.ThreadGraph;

/**
 * Records a thread's call path by time of change: for samples that arrive without a counter, some seconds late, with the time at which they
 * were taken.
 *
 * <p>It is a ring buffer that grows up to {@link #MAX_CAPACITY} changes of 24 bytes each, and then drops the oldest. Only its thread writes
 * to it. A reader checks afterwards whether what it read was overwritten meanwhile; if so, the result is unknown.
 */
final class TimeLog extends PositionWatch {
    private static final int MIN_CAPACITY = 8;
    private static final int MAX_CAPACITY = 1 << 18;

    /** The buffer: replaced as a whole when it grows. */
    private static final class Ring {
        final long[] times;
        final CallPath[] paths;

        Ring(int size) {
            times = new long[size];
            paths = new CallPath[size];
        }

        int size() {
            return times.length;
        }
    }

    final long thread;
    final int number;
    private final WeakReference<ThreadGraph> home;
    private volatile Reference<ThreadGraph> graph;
    private volatile Ring ring = new Ring(MIN_CAPACITY);

    /** The number of changes so far. */
    private volatile long count;

    /** Created by the thread that it observes. */
    TimeLog(ThreadGraph graph) {
        this.thread = Thread.currentThread().getId();
        this.number = graph.number;
        this.home = new WeakReference<>(graph);
        this.graph = home;
    }

    @Override
    public void changes(ThreadGraph graph) {
        add(System.nanoTime(), this.graph == WeakGraphReference.NOWHERE ? SampledStacksKt.getOUTSIDE() : graph.getPath());
    }

    @Override
    public void opens(ThreadGraph graph, Node node) {
        changes(graph);
        Openers.note(graph, node);
    }

    /** While the thread is in the graph of a session that is not sampled, only that fact is recorded. */
    @Override
    public void moves(ThreadGraph graph) {
        if (this.graph == WeakGraphReference.NOWHERE) {
            add(System.nanoTime(), SampledStacksKt.getOUTSIDE());
        }
        this.graph = WeakGraphReference.in(graph, this);
    }

    /** Records that from the previous change to {@code time}, the thread was at {@code path}. */
    private void add(long time, CallPath path) {
        long at = count;
        Ring now = ring;
        if (at >= now.size() && now.size() < MAX_CAPACITY) {
            now = grown(now);
            ring = now;
        }
        int slot = (int) (at & (now.size() - 1));
        now.times[slot] = time;
        now.paths[slot] = path;
        count = at + 1;
    }

    private static Ring grown(Ring from) {
        Ring to = new Ring(2 * from.size());
        System.arraycopy(from.times, 0, to.times, 0, from.size());
        System.arraycopy(from.paths, 0, to.paths, 0, from.size());
        return to;
    }

    /** Returns whether its thread has ended or returned its graph, with no changes since {@code time}. */
    boolean isOver(long time) {
        if (isInUse()) {
            return false;
        }
        long changes = count;
        Ring now = ring;
        return changes == 0 || now.times[slot(now, changes - 1)] - time < 0;
    }

    private boolean isInUse() {
        ThreadGraph known = home.get();
        return known != null && Watches.getSampledBy(known) == this && known.owner.isAlive();
    }

    /** Returns the thread's call path at {@code time}; {@code null} if that was dropped. */
    @Nullable
    CallPath at(long time) {
        // Read first, so that later changes are found below.
        ThreadGraph graph = this.graph.get();
        CallPath now = graph != null && isInUse() ? graph.getPath() : SampledStacksKt.getOUTSIDE();
        VarHandle.acquireFence();
        long changes = count;
        Ring known = ring;
        long low = Math.max(0, changes - known.size() + 1);
        long high = changes;
        if (low > 0 && known.times[slot(known, low)] > time) {
            return null;
        }
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (known.times[slot(known, middle)] - time < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low == changes) {
            return now;
        }
        CallPath path = known.paths[slot(known, low)];
        VarHandle.acquireFence();
        return count - low < known.size() ? path : null;
    }

    private static int slot(Ring ring, long change) {
        return (int) (change & (ring.size() - 1));
    }
}
