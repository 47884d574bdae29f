package timemory.sampling;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import one.profiler.Recording;
import org.jspecify.annotations.Nullable;
import timemory.internal.callgraph.CallPath;
import timemory.internal.callgraph.Node;
import timemory.internal.callgraph.PositionWatch;
import timemory.internal.callgraph.ThreadGraph;

/**
 * Records a thread's call path at each sample, using a word of memory in which the profiler stores the time of the thread's last sample.
 *
 * <p>Whenever the thread changes its call path, its own code checks whether the word has changed. If so, all samples since the last check,
 * up to the time in the word, were taken at the call path that it is about to leave. No clock is read, the order is that of the program,
 * and only call paths with samples are recorded. The alternative, to record the time of each change and look up samples later, costs 25 ns
 * per change for the clock, and memory for each change.
 *
 * <p>The word is read in opaque mode, because a plain load could be moved across inlined work. It belongs to the thread and is freed with
 * it, so no other thread may read it.
 */
final class CounterLog extends PositionWatch {
    private static final VarHandle WORD = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final VarHandle LAST;

    static {
        try {
            LAST = MethodHandles.lookup().findVarHandle(CounterLog.class, "last", Stay.class);
        } catch (ReflectiveOperationException failure) {
            throw new ExceptionInInitializerError(failure);
        }
    }

    /** The samples after that of {@code earlier}, up to the one at {@code time}, were taken at {@code path}. */
    static final class Stay {
        final long time;
        final CallPath path;

        /** Read and changed only by the thread that makes results. */
        @Nullable
        Stay earlier;

        private Stay(long time, CallPath path, @Nullable Stay earlier) {
            this.time = time;
            this.path = path;
            this.earlier = earlier;
        }
    }

    final long thread;
    final int number;

    /** Weak, so that an ended thread can be garbage-collected. */
    private final WeakReference<Thread> owner;

    private volatile Reference<ThreadGraph> graph;
    private final ByteBuffer word;
    private long seen;

    /** Written by its thread; read by the thread that makes results. */
    private Stay last;

    /** Created by the thread that it observes, whose call path must not have changed since the profiler or the thread started. */
    CounterLog(ThreadGraph graph, ByteBuffer word) {
        this.owner = new WeakReference<>(Thread.currentThread());
        this.thread = Thread.currentThread().getId();
        this.number = graph.number;
        this.graph = new WeakReference<>(graph);
        this.word = word;
        seen = (long) WORD.getOpaque(word, 0);
        // The word says nothing about earlier samples.
        long now = Recording.state() == Recording.RUNNING ? Recording.timestamp() : 0L;
        last = new Stay(Math.max(seen, now), graph.getPath(), null);
    }

    @Override
    public void changes(ThreadGraph graph) {
        long now = (long) WORD.getOpaque(word, 0);
        if (now != seen) {
            note(now, this.graph == WeakGraphReference.NOWHERE ? SampledStacksKt.getOUTSIDE() : graph.getPath());
        }
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
            long now = (long) WORD.getOpaque(word, 0);
            if (now != seen) {
                note(now, SampledStacksKt.getOUTSIDE());
            }
        }
        this.graph = WeakGraphReference.in(graph, this);
    }

    /** Returns the thread; {@code null} if it has ended and was garbage-collected. */
    @Nullable
    Thread owner() {
        return owner.get();
    }

    private void note(long now, CallPath place) {
        seen = now;
        LAST.setRelease(this, new Stay(now, place, last));
    }

    /**
     * Returns the thread's current call path, at which all samples after the last of {@link #stays} were taken. Must be read before those,
     * so that a change in between is among them.
     */
    CallPath placeNow() {
        ThreadGraph known = graph.get();
        CallPath place = known == null ? SampledStacksKt.getOUTSIDE() : known.getPath();
        VarHandle.acquireFence();
        return place;
    }

    Stay stays() {
        return (Stay) LAST.getAcquire(this);
    }
}
