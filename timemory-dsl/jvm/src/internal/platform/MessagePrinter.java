package timemory.internal.platform;

import java.util.ArrayDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A message, printed on a separate thread. The thread that holds the lock of stderr may be waiting for a measuring thread, and the stream
 * may have no reader: a thread that reports something waits at most one second.
 */
final class MessagePrinter {
    private static final long MAX_WAIT_NANOSECONDS = TimeUnit.SECONDS.toNanos(1);

    /** Messages that were not printed yet, in order; guarded by itself, like {@link #thread}. */
    private static final ArrayDeque<MessagePrinter> WAITING = new ArrayDeque<>();
    private static @Nullable Thread thread;

    /** One took longer than the timeout: nobody waits for the following ones until it is printed. */
    private static volatile boolean isBlocked;

    private final Runnable print;
    private final CountDownLatch isPrinted = new CountDownLatch(1);

    private MessagePrinter(Runnable print) {
        this.print = print;
    }

    /** Runs {@code print} after earlier ones. */
    static void print(Runnable print) {
        try {
            MessagePrinter message = new MessagePrinter(print);
            if (message.isTaken()) {
                message.await();
                return;
            }
        } catch (OutOfMemoryError unused) { // even if no more threads can be created
            // Prints it on this thread.
        }
        print.run();
    }

    /**
     * Whether another thread prints it; {@code false} on the printing thread, on which a stream of the program may report something itself.
     */
    private boolean isTaken() {
        synchronized (WAITING) {
            if (Thread.currentThread() == thread) return false;
            if (thread == null) {
                Thread starting = new Thread(null, MessagePrinter::printAll, "timemory-messages", 0, false);
                starting.setDaemon(true);
                starting.start();
                thread = starting;
            }
            WAITING.add(this);
            return true;
        }
    }

    private static void printAll() {
        for (;;) {
            MessagePrinter next;
            synchronized (WAITING) {
                next = WAITING.poll();
                if (next == null) {
                    thread = null;
                    return;
                }
            }
            try {
                next.print.run();
            } catch (Throwable ignored) {
                // The stream or the log of the program failed, and there is no other place to report it.
            }
            isBlocked = false;
            next.isPrinted.countDown();
        }
    }

    private void await() {
        boolean isInterrupted = Thread.interrupted();
        long end = System.nanoTime() + MAX_WAIT_NANOSECONDS;
        while (!isBlocked) {
            try {
                isBlocked = !isPrinted.await(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                break;
            } catch (InterruptedException interrupted) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) Thread.currentThread().interrupt();
    }
}
