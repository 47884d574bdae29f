package timemory.internal.platform;

import kotlin.Unit;
import kotlin.jvm.functions.Function0;

/** An action that runs after a delay, on a separate thread that nothing waits for, unless it is cancelled before. */
final class DelayedTask implements Runnable {

    private static final long NANOSECONDS_PER_MILLISECOND = 1_000_000;

    private final long due;
    private final Function0<Unit> action;
    private boolean isCalledOff;

    private DelayedTask(long nanoseconds, Function0<Unit> action) {
        due = System.nanoTime() + nanoseconds;
        this.action = action;
    }

    /** Runs {@code action} after {@code nanoseconds}. If no thread is available, it does not run. */
    static DelayedTask start(long nanoseconds, Function0<Unit> action) {
        DelayedTask late = new DelayedTask(nanoseconds, action);
        try {
            Thread thread = new Thread(null, late, "timemory-clock", 0L, false);
            thread.setContextClassLoader(null);
            thread.setDaemon(true);
            thread.start();
        } catch (OutOfMemoryError ignored) {
            late.callOff();
        }
        return late;
    }

    synchronized void callOff() {
        isCalledOff = true;
        notifyAll();
    }

    @Override
    public void run() {
        if (isDue()) {
            action.invoke();
        }
    }

    private synchronized boolean isDue() {
        try {
            for (long left = due - System.nanoTime(); left > 0 && !isCalledOff; left = due - System.nanoTime()) {
                wait(left / NANOSECONDS_PER_MILLISECOND + 1);
            }
            return !isCalledOff;
        } catch (InterruptedException interrupted) {
            return false;
        }
    }
}
