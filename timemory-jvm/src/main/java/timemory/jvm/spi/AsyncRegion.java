package timemory.jvm.spi;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import timemory.CallContext;
import timemory.ExperimentalTimemoryApi;
import timemory.OpenRegion;
import timemory.Strand;
import timemory.bundle.Bundle;
import timemory.spi.ContextScope;

/**
 * Work with its own regions, such as a request, that threads enter and leave in a framework's callbacks: on an event loop, in the steps of
 * a reactive pipeline, in the scopes of an observation.
 *
 * <pre>{@code
 * AsyncRegion request = new AsyncRegion(bundle, "request");
 * request.open("GET /orders/{id}");     // once the route is known
 * request.enter();                      // a thread starts working on it
 * try { handler.handle(event); } finally { request.leave(); }
 * request.end();                        // it is answered, on any thread
 * }</pre>
 *
 * <p>The first thread in it is its worker: the time until it leaves is the regions' active time, and the rest of their laps suspended time.
 * Regions of other threads that are in it at the same time are below the innermost region, as concurrent work that is not subtracted from
 * it.
 *
 * <p>No method throws because of measuring. Creating an instance while measuring is off is allowed but allocates an object; check {@link
 * timemory.Timemory#isEnabled()} first.
 *
 * <p>Thread-safe, provided that regions are opened one after another. {@link #enter} and {@link #leave} must be called in pairs on one
 * thread and may be nested.
 */
@ExperimentalTimemoryApi
public final class AsyncRegion {
    private final Bundle bundle;
    private final Strand strand = Strand.here();
    private final Deque<OpenRegion> regions = new ConcurrentLinkedDeque<>();
    private final AtomicReference<Thread> worker = new AtomicReference<>();
    private final Map<Thread, Deque<Runnable>> scopes = new ConcurrentHashMap<>();
    private final AtomicBoolean hasEnded = new AtomicBoolean();
    private volatile CallContext inside;

    /** The call context of {@link #worker} inside this work. Used by that thread. */
    private @Nullable CallContext insideOfWorker;

    /**
     * Starts the work as one lap of the region {@code label}, with the components of {@code bundle}, below the calling thread's current
     * region.
     */
    public AsyncRegion(Bundle bundle, String label) {
        this.bundle = bundle;
        open(label);
    }

    /** Opens another region inside the existing ones. All of them end with {@link #end}. */
    public void open(String label) {
        try (Strand.Slice slice = strand.resume()) {
            regions.push(bundle.open(label, strand));
            inside = CallContext.current();
            if (worker.get() == Thread.currentThread()) insideOfWorker = inside;
        }
    }

    /** Makes the calling thread work on it; calls may be nested. */
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
        // Another thread may have opened a region since this one entered.
        if (worker.get() == thread && position == insideOfWorker) return () -> {};
        ContextScope scope = position.makeCurrent();
        return () -> {
            if (scope != null) scope.close();
        };
    }

    /** Ends the calling thread's last {@link #enter}; has no effect if it is not in it. */
    public void leave() {
        Deque<Runnable> open = scopes.get(Thread.currentThread());
        if (open == null) return;
        open.pop().run();
        if (open.isEmpty()) scopes.remove(Thread.currentThread());
    }

    /** Ends all {@link #enter} calls of the calling thread. */
    public void leaveAll() {
        while (scopes.containsKey(Thread.currentThread())) leave();
    }

    /** Ends it and its regions, on any thread; has no effect if it has ended already. */
    public void end() {
        if (!hasEnded.compareAndSet(false, true)) return;
        try (Strand.Slice slice = strand.resume()) {
            for (OpenRegion region = regions.poll(); region != null; region = regions.poll()) region.close();
        }
    }
}
