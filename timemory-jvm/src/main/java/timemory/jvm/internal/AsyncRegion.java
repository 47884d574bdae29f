package timemory.jvm.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import timemory.CallContext;
import timemory.OpenRegion;
import timemory.Strand;
import timemory.bundle.RuntimeBundle;
import timemory.internal.callgraph.ContextFrame;

/**
 * Work in regions of its own, that threads enter and leave as their library says. The first thread in it works for it, which counts as
 * active time. Where others are in it as well meanwhile, what they measure hangs below its innermost region, beside that. Thread-safe, as
 * long as regions are opened one after the other.
 */
public final class AsyncRegion {
    private final RuntimeBundle bundle;
    private final Strand strand = Strand.here();
    private final Deque<OpenRegion> regions = new ConcurrentLinkedDeque<>();
    private final AtomicReference<Thread> worker = new AtomicReference<>();
    private final Map<Thread, Deque<Runnable>> scopes = new ConcurrentHashMap<>();
    private final AtomicBoolean hasEnded = new AtomicBoolean();
    private volatile CallContext inside;

    /** Where {@link #worker} stands in it. Used by that thread. */
    private CallContext insideOfWorker;

    /** It begins as one lap of {@code label}, below what is open on the calling thread. */
    public AsyncRegion(RuntimeBundle bundle, String label) {
        this.bundle = bundle;
        open(label);
    }

    /** It goes on in one more region, inside the others, until it ends. */
    public void open(String label) {
        try (Strand.Slice slice = strand.resume()) {
            regions.push(bundle.open(label, strand));
            inside = CallContext.current();
            if (worker.get() == Thread.currentThread()) insideOfWorker = inside;
        }
    }

    /** The calling thread is in it, or once more. */
    public void enter() {
        scopes.computeIfAbsent(Thread.currentThread(), thread -> new ArrayDeque<>()).push(begin());
    }

    private Runnable begin() {
        Thread thread = Thread.currentThread();
        if (worker.compareAndSet(null, thread)) {
            insideOfWorker = inside;
            Strand.Slice slice = strand.resume();
            return () -> {
                slice.close();
                worker.set(null);
            };
        }
        CallContext position = inside;
        // Another thread may have opened a region since this one took the work up.
        if (worker.get() == thread && position == insideOfWorker) return () -> {};
        ContextFrame frame = position.enter();
        return () -> {
            if (frame != null) position.leave(frame);
        };
    }

    /** It has left where it entered last. */
    public void leave() {
        Deque<Runnable> open = scopes.get(Thread.currentThread());
        if (open == null) return;
        open.pop().run();
        if (open.isEmpty()) scopes.remove(Thread.currentThread());
    }

    public void leaveAll() {
        while (scopes.containsKey(Thread.currentThread())) leave();
    }

    /** It ends, and its regions with it. Does nothing where it has already. */
    public void end() {
        if (!hasEnded.compareAndSet(false, true)) return;
        try (Strand.Slice slice = strand.resume()) {
            for (OpenRegion region = regions.poll(); region != null; region = regions.poll()) region.close();
        }
    }
}
