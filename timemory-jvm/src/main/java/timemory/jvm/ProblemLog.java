package timemory.jvm;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiPredicate;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import kotlin.Unit;
import kotlin.jvm.functions.Function0;
import org.jspecify.annotations.Nullable;
import timemory.internal.callgraph.LifecycleKt;
import timemory.internal.callgraph.SessionHooks;

/**
 * Shows timemory's reports in the program's log: through the {@link System.Logger} {@code timemory}, problems as {@code WARNING} and
 * notices as {@code INFO}, if the program has bound a log ({@link LogBinding}). Otherwise they go to stderr, as do reports at process exit,
 * because a log may have been shut down by then.
 *
 * <p>Reporting threads never call the log or wait for it: it may be what is being measured, and may report from within itself, or while its
 * classes are loaded. A background thread takes the sentences from a queue of {@value #MAX_PENDING}. Sentences beyond that, and beyond
 * {@value #MAX_PER_WINDOW} in {@value #WINDOW_SECONDS} s, are dropped, and a sentence says how many. The thread ends when it has been idle
 * for that time.
 *
 * <p>The core finds this class by name. Thread-safe.
 */
public final class ProblemLog implements BiPredicate<String, Boolean> {

    /** The log of this process. */
    public static final ProblemLog INSTANCE = new ProblemLog(LogBinding::isThere, () -> System.getLogger("timemory"), System::nanoTime);

    static final int MAX_PER_WINDOW = 50;
    static final int WINDOW_SECONDS = 10;
    static final int MAX_PENDING = 256;

    private static final String PREFIX = "timemory: ";
    private static final long END_PATIENCE = TimeUnit.SECONDS.toNanos(1);

    private record Line(String text, System.Logger.Level level) {}

    private final Supplier<Boolean> isThere;
    private final Supplier<System.Logger> source;
    private final LongSupplier clock;
    private final BlockingQueue<Line> waiting = new ArrayBlockingQueue<>(MAX_PENDING);
    private final AtomicLong left = new AtomicLong();
    private final Function0<Unit> atEnd = () -> {
        end();
        return Unit.INSTANCE;
    };

    /** How many accepted lines have not been shown yet. */
    private final AtomicLong unshown = new AtomicLong();

    private volatile @Nullable Boolean isBound;
    private @Nullable Thread thread;
    private System.@Nullable Logger logger;
    private long windowBegin;
    private int inWindow;

    ProblemLog(Supplier<Boolean> isThere, Supplier<System.Logger> source, LongSupplier clock) {
        this.isThere = isThere;
        this.source = source;
        this.clock = clock;
    }

    /** Makes the log show reports from now on, whether or not a binding is detected. */
    public void bind() {
        isBound = true;
    }

    /** Returns whether the log shows {@code text}, now or soon; {@code false} if it belongs on stderr. */
    @Override
    public boolean test(String text, Boolean isProblem) {
        Boolean bound = isBound;
        if (bound == null) {
            bound = isThere.get();
            isBound = bound;
        }
        if (!bound || LifecycleKt.getProcessIsEnding()) {
            return false;
        }
        Line line = new Line(text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : text,
                isProblem ? System.Logger.Level.WARNING : System.Logger.Level.INFO);
        unshown.incrementAndGet();
        if (!waiting.offer(line)) {
            unshown.decrementAndGet();
            left.incrementAndGet();
        }
        return isRunning();
    }

    /** Returns whether there is a thread that takes queued sentences. */
    private synchronized boolean isRunning() {
        if (thread != null) {
            return true;
        }
        Thread begun = new Thread(null, this::run, "timemory-log", 0, false);
        begun.setDaemon(true);
        begun.setContextClassLoader(ClassLoader.getSystemClassLoader());
        try {
            begun.start();
        } catch (OutOfMemoryError ignored) {
            waiting.clear();
            return false;
        }
        thread = begun;
        SessionHooks.INSTANCE.addShutdownHook(atEnd);
        return true;
    }

    private void run() {
        windowBegin = clock.getAsLong();
        do {
            takeAll();
        } while (!mayGo());
        SessionHooks.INSTANCE.removeShutdownHook(atEnd);
    }

    private void takeAll() {
        try {
            for (Line line = next(); line != null; line = next()) {
                show(line);
                unshown.decrementAndGet();
            }
            reportLeftOut();
        } catch (InterruptedException interrupted) {
            // the queue is checked once more
        }
    }

    private @Nullable Line next() throws InterruptedException {
        return waiting.poll(WINDOW_SECONDS, TimeUnit.SECONDS);
    }

    private synchronized boolean mayGo() {
        if (!waiting.isEmpty()) {
            return false;
        }
        thread = null;
        return true;
    }

    private void show(Line line) {
        long now = clock.getAsLong();
        if (now - windowBegin >= TimeUnit.SECONDS.toNanos(WINDOW_SECONDS)) {
            reportLeftOut();
            windowBegin = now;
            inWindow = 0;
        }
        if (++inWindow <= MAX_PER_WINDOW) {
            log(line);
        } else {
            left.incrementAndGet();
        }
    }

    private void reportLeftOut() {
        long count = left.getAndSet(0);
        if (count > 0) {
            log(new Line(count + " further messages are omitted because there were too many", System.Logger.Level.WARNING));
        }
    }

    private void log(Line line) {
        try {
            System.Logger known = logger;
            if (known == null) {
                known = source.get();
                logger = known;
            }
            known.log(line.level(), line.text());
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError | java.util.ServiceConfigurationError failure) {
            System.err.println(PREFIX + line.text());
            if (Boolean.TRUE.equals(isBound)) {
                isBound = false;
                System.err.println(PREFIX + "the program's log failed and is no longer used: " + failure);
            }
        }
    }

    /** Called when the process ends: shows queued sentences in the log or, if that takes long, on stderr. */
    private void end() {
        long begin = System.nanoTime();
        while (unshown.get() > 0 && System.nanoTime() - begin < END_PATIENCE) {
            try {
                TimeUnit.MILLISECONDS.sleep(1);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        for (Line line = waiting.poll(); line != null; line = waiting.poll()) {
            System.err.println(PREFIX + line.text());
        }
        long count = left.getAndSet(0);
        if (count > 0) {
            System.err.println(PREFIX + count + " further messages were omitted because there were too many");
        }
    }
}
