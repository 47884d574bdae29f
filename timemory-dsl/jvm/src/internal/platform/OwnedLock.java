package timemory.internal.platform;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * A reentrant lock that does not stay locked when its owner dies.
 *
 * <p>{@link java.util.concurrent.locks.ReentrantLock} would do but for one thing: a stack overflow, or an error thrown into a thread from
 * outside, can leave it held by a thread that does not know it. Here the owner is visible: taking the lock is one exchange of it, so that a
 * thread that wants to release it can see whether it owns it; if the owner has ended, the next thread takes the lock over.
 *
 * <p>It is held for about a microsecond at a time, so waiting is mostly spinning.
 */
final class OwnedLock {
    private static final int SPINS = 200;
    private static final int YIELDS = 20;
    private static final long MAX_PAUSE_NANOSECONDS = 1_000_000L;

    private final AtomicReference<Thread> owner = new AtomicReference<>();

    /** Accessed only by the owner. */
    private int depth;

    /** How many times the calling thread holds it. */
    int depth() {
        return owner.get() == Thread.currentThread() ? depth : 0;
    }

    void lock() {
        StackProbe.requireRoom();
        Thread caller = Thread.currentThread();
        if (owner.get() != caller) {
            if (!owner.compareAndSet(null, caller)) await(caller);
            depth = 0;
        }
        depth++;
    }

    void releaseTo(int wanted) {
        if (owner.get() != Thread.currentThread()) return;
        depth = wanted;
        if (wanted == 0) owner.set(null);
    }

    private void await(Thread caller) {
        long pause = 1_000L;
        for (int round = 0;; round++) {
            Thread holder = owner.get();
            if (holder == null || !holder.isAlive()) {
                if (owner.compareAndSet(holder, caller)) return;
            } else if (round < SPINS) {
                Thread.onSpinWait();
            } else if (round < SPINS + YIELDS) {
                Thread.yield();
            } else {
                LockSupport.parkNanos(this, pause);
                pause = Math.min(2 * pause, MAX_PAUSE_NANOSECONDS);
            }
        }
    }
}
