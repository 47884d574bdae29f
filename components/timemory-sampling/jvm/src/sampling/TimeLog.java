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
 * Where one thread stood, by the times at which that changed: for samples that come without a counter, some seconds late, with the time at
 * which they were taken.
 *
 * <p>A ring that grows up to {@link #MAX_CAPACITY} changes, and then forgets the oldest: 24 bytes each. It is written by its thread alone.
 * The reader looks afterwards whether what it read has been overwritten meanwhile; then it knows nothing.
 */
final class TimeLog extends PositionWatch {
    private static final int MIN_CAPACITY = 8;
    private static final int MAX_CAPACITY = 1 << 18;

    /** What is written of it: replaced as a whole when it grows. */
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

    /** How many changes there have been. */
    private volatile long count;

    /** Made by the thread that it is about. */
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

    /** While the thread is in the graph of a session that is not sampled, nothing but that is known of where it stands. */
    @Override
    public void moves(ThreadGraph graph) {
        if (this.graph == WeakGraphReference.NOWHERE) {
            add(System.nanoTime(), SampledStacksKt.getOUTSIDE());
        }
        this.graph = WeakGraphReference.in(graph, this);
    }

    /** Up to {@code time}, from the change before, the thread stood at {@code path}. */
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

    /** Whether its thread has ended, or has returned its graph, and nothing has changed since {@code time}. */
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

    /** Where the thread stood at {@code time}; {@code null} where that is forgotten. */
    @Nullable
    CallPath at(long time) {
        // First: whatever changes after this is found below.
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
