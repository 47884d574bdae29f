package timemory.spring;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import timemory.CallContext;
import timemory.OpenRegion;
import timemory.Strand;
import timemory.bundle.RuntimeBundle;
import timemory.internal.callgraph.ContextFrame;

/**
 * The region of one observation, whose scopes are opened and closed by any threads. The first thread in a scope works for it, which counts as
 * active time. Where others are in scopes as well meanwhile, what they measure hangs below it, beside that. Thread-safe.
 */
final class MeasuredObservation {
    private final Strand strand = Strand.here();
    private final OpenRegion region;
    private final CallContext inside;
    private final AtomicReference<Thread> worker = new AtomicReference<>();
    private final Map<Thread, Deque<Runnable>> scopes = new ConcurrentHashMap<>();
    private final AtomicBoolean hasEnded = new AtomicBoolean();

    MeasuredObservation(RuntimeBundle bundle, String name) {
        try (Strand.Slice slice = strand.resume()) {
            region = bundle.open(name, strand);
            inside = CallContext.current();
        }
    }

    /** The calling thread is in a scope, or in one more. */
    void enter() {
        scopes.computeIfAbsent(Thread.currentThread(), thread -> new ArrayDeque<>()).push(begin());
    }

    private Runnable begin() {
        Thread thread = Thread.currentThread();
        if (worker.compareAndSet(null, thread)) {
            Strand.Slice slice = strand.resume();
            return () -> {
                slice.close();
                worker.set(null);
            };
        }
        if (worker.get() == thread) return () -> {};
        ContextFrame frame = inside.enter();
        return () -> {
            if (frame != null) inside.leave(frame);
        };
    }

    /** It has left the one that it entered last. */
    void leave() {
        Deque<Runnable> open = scopes.get(Thread.currentThread());
        if (open == null) return;
        open.pop().run();
        if (open.isEmpty()) scopes.remove(Thread.currentThread());
    }

    void leaveAll() {
        while (scopes.containsKey(Thread.currentThread())) leave();
    }

    void end() {
        if (!hasEnded.compareAndSet(false, true)) return;
        try (Strand.Slice slice = strand.resume()) {
            region.close();
        }
    }
}
