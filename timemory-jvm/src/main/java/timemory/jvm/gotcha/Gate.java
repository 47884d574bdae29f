package timemory.jvm.gotcha;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts the open regions in which a gotcha acts. Every affected call checks it first, so a check is just a field read: unordered, but in a
 * mode that the compiler does not hoist out of loops.
 */
final class Gate {
    private static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(Gate.class, "count", int.class);
        } catch (ReflectiveOperationException failure) {
            throw new ExceptionInInitializerError(failure);
        }
    }

    @SuppressWarnings("unused") // accessed through COUNT
    private int count;

    /** How many of the regions each thread opened; {@code null} if irrelevant. */
    private volatile @Nullable ThreadLocal<AtomicInteger> onThread;

    void setScope(GotchaScope scope) {
        onThread = scope == GotchaScope.THREAD ? ThreadLocal.withInitial(AtomicInteger::new) : null;
    }

    GotchaScope scope() {
        return onThread == null ? GotchaScope.PROCESS : GotchaScope.THREAD;
    }

    Opening open() {
        ThreadLocal<AtomicInteger> threads = onThread;
        Opening opening = new Opening(this, threads == null ? null : threads.get());
        if (opening.mine != null) opening.mine.incrementAndGet();
        COUNT.getAndAdd(this, 1);
        return opening;
    }

    /** Returns whether it acts anywhere. */
    static boolean isOpen(Gate gate) {
        return (int) COUNT.getOpaque(gate) != 0;
    }

    /** Returns whether it acts on this thread, provided it acts anywhere. */
    boolean isOpenHere() {
        ThreadLocal<AtomicInteger> threads = onThread;
        return threads == null || threads.get().get() > 0;
    }

    /** One region; closed once, on any thread. */
    static final class Opening {
        private final Gate gate;

        /** The count of the thread that opened it; {@code null} if irrelevant. */
        private final @Nullable AtomicInteger mine;

        Opening(Gate gate, @Nullable AtomicInteger mine) {
            this.gate = gate;
            this.mine = mine;
        }

        void close() {
            COUNT.getAndAdd(gate, -1);
            if (mine != null) mine.decrementAndGet();
        }
    }
}
