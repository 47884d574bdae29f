package timemory.live.http;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The few threads that answer, which keep no program alive and go when there is nothing to do. What comes while all of them work waits, and
 * beyond that it is not accepted.
 *
 * <p>A request has to come within {@link #REQUEST_SECONDS}, and the answer to be made, and each part of it to be taken, within {@link
 * #ANSWER_SECONDS}. The JDK's server has such limits for the whole virtual machine alone, where they would be those of the program's own
 * servers as well. So the thread that waits longer is interrupted, at which its channel closes.
 */
final class HttpThreads implements Executor {

    static final int REQUEST_SECONDS = 10;
    static final int ANSWER_SECONDS = 60;

    private static final int MOST = 4;
    private static final int MOST_WAITING = 64;
    private static final int REST_SECONDS = 10;

    /** What the calling thread is at, if it is one of these. */
    private static final ThreadLocal<Exchange> CURRENT = new ThreadLocal<>();

    private final long requestMilliseconds;
    private final long answerMilliseconds;
    private final ThreadPoolExecutor workers;
    private final ScheduledThreadPoolExecutor watch;

    HttpThreads() {
        this(TimeUnit.SECONDS.toMillis(REQUEST_SECONDS), TimeUnit.SECONDS.toMillis(ANSWER_SECONDS));
    }

    HttpThreads(long requestMilliseconds, long answerMilliseconds) {
        this.requestMilliseconds = requestMilliseconds;
        this.answerMilliseconds = answerMilliseconds;
        workers = new ThreadPoolExecutor(MOST, MOST, REST_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING),
                daemons("timemory-http-"), HttpThreads::waitForRoom);
        workers.allowCoreThreadTimeOut(true);
        watch = new ScheduledThreadPoolExecutor(1, daemons("timemory-http-watch-"));
        watch.setRemoveOnCancelPolicy(true);
        watch.setKeepAliveTime(REST_SECONDS, TimeUnit.SECONDS);
        watch.allowCoreThreadTimeOut(true);
    }

    private static ThreadFactory daemons(String name) {
        AtomicInteger count = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(null, work, name + count.incrementAndGet(), 0, false);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** In the thread that accepts connections, which accepts no more meanwhile. */
    private static void waitForRoom(Runnable work, ThreadPoolExecutor workers) {
        try {
            do {
                if (workers.isShutdown()) {
                    throw new RejectedExecutionException("the server is closed");
                }
            } while (!workers.getQueue().offer(work, 1, TimeUnit.SECONDS));
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
            throw new RejectedExecutionException(closing);
        }
    }

    @Override
    public void execute(Runnable work) {
        workers.execute(new Exchange(work));
    }

    /** The request has come, or a part of the answer has been taken, on which the calling thread works; nothing for threads of others. */
    static void goOn() {
        Exchange current = CURRENT.get();
        if (current != null) {
            current.goOn();
        }
    }

    void close() {
        workers.shutdownNow();
        watch.shutdownNow();
    }

    /** One request and its answer. */
    private final class Exchange implements Runnable {
        private final Runnable work;
        private Thread thread;
        private ScheduledFuture<?> end;

        Exchange(Runnable work) {
            this.work = work;
        }

        @Override
        public void run() {
            CURRENT.set(this);
            begin(Thread.currentThread());
            mayTake(requestMilliseconds);
            try {
                work.run();
            } finally {
                begin(null);
                mayTake(0);
                CURRENT.remove();
            }
        }

        private synchronized void begin(Thread worker) {
            thread = worker;
        }

        void goOn() {
            mayTake(answerMilliseconds);
        }

        /** From now on; 0 for it has ended. */
        private synchronized void mayTake(long milliseconds) {
            if (end != null) {
                end.cancel(false);
                end = null;
            }
            if (milliseconds > 0 && !watch.isShutdown()) {
                end = watch.schedule(this::takesTooLong, milliseconds, TimeUnit.MILLISECONDS);
            }
        }

        private synchronized void takesTooLong() {
            if (thread != null) {
                thread.interrupt();
            }
        }
    }
}
