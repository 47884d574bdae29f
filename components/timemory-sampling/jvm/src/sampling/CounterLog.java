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
 * Where one thread stood when samples were taken of it, by a word of memory in which the profiler keeps the time of the thread's last
 * sample.
 *
 * <p>Each time that the place of the thread changes, its own code looks whether the word has. If so, all samples since the last look, up to
 * the time in the word, fell at the place that it is about to leave. No clock is read, the order is that of the program, and only places
 * with samples are written down. The alternative, to note the time of each change and look samples up later, costs 25 ns a change for the
 * clock, and grows with the changes.
 *
 * <p>The word is read opaquely: a plain load could be moved over work that the compiler inlines. It belongs to the thread, and is freed
 * with it: nobody else may read it.
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

    /** The samples after that of {@code earlier}, up to that at {@code time}, were taken at {@code path}. */
    static final class Stay {
        final long time;
        final CallPath path;

        /** Read and changed by whoever makes results alone. */
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

    /** Not kept from being forgotten once it has ended. */
    private final WeakReference<Thread> owner;

    private volatile Reference<ThreadGraph> graph;
    private final ByteBuffer word;
    private long seen;

    /** By its thread; read by whoever makes results. */
    private Stay last;

    /** Made by the thread that it is about, at a place where the thread has been since the profiler started or it began itself. */
    CounterLog(ThreadGraph graph, ByteBuffer word) {
        this.owner = new WeakReference<>(Thread.currentThread());
        this.thread = Thread.currentThread().getId();
        this.number = graph.number;
        this.graph = new WeakReference<>(graph);
        this.word = word;
        seen = (long) WORD.getOpaque(word, 0);
        // Of samples before the word was asked for, it says nothing.
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

    /** While the thread is in the graph of a session that is not sampled, nothing but that is known of where it stands. */
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

    /** The thread, {@code null} where it has ended and is forgotten. */
    @Nullable
    Thread owner() {
        return owner.get();
    }

    private void note(long now, CallPath place) {
        seen = now;
        LAST.setRelease(this, new Stay(now, place, last));
    }

    /**
     * The place where the thread stands, which all samples after the last of {@link #stays} were taken at. To be asked before those:
     * whatever changes in between is among them.
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
