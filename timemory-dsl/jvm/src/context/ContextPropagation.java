package timemory.context;

import java.util.Spliterator;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import timemory.CallContext;
import timemory.Timemory;
import timemory.internal.callgraph.ContextFrame;

/**
 * Context propagation: passes work to other threads together with its position in the call graph, so that the regions of the work are below
 * the region that was open when it was passed on.
 *
 * <pre>{@code
 * ExecutorService pool = ContextPropagation.executorService(Executors.newFixedThreadPool(8));
 *
 * TOOLS.run("load", () -> {
 *     Future<?> part = pool.submit(() -> TOOLS.run("part", this::loadPart));   // "part" is below "load"
 *     part.get();
 * });
 * }</pre>
 *
 * <p>The position is that of the calling thread when a method of this class, or of an object created by it, is called. While measuring is
 * off, tasks are passed on unchanged.
 *
 * <p>Thread-safe. The created objects are as thread-safe as the objects they wrap.
 */
@NullMarked
public final class ContextPropagation {

    private ContextPropagation() {}

    /** Returns {@code task}, to be run below the calling thread's region. */
    public static Runnable wrap(Runnable task) {
        CallContext context = CallContext.current();
        return () -> {
            ContextFrame frame = enter(context);
            try {
                task.run();
            } finally {
                leave(context, frame);
            }
        };
    }

    /** Returns {@code task}, to be called below the calling thread's region. */
    public static <T extends @Nullable Object> Callable<T> wrap(Callable<T> task) {
        CallContext context = CallContext.current();
        return () -> {
            ContextFrame frame = enter(context);
            try {
                return task.call();
            } finally {
                leave(context, frame);
            }
        };
    }

    /** Returns {@code supplier}, to be called below the calling thread's region. */
    public static <T extends @Nullable Object> Supplier<T> wrapSupplier(Supplier<T> supplier) {
        CallContext context = CallContext.current();
        return () -> {
            ContextFrame frame = enter(context);
            try {
                return supplier.get();
            } finally {
                leave(context, frame);
            }
        };
    }

    /** Returns {@code function}, to be applied below the calling thread's region. */
    public static <T extends @Nullable Object,
            R extends @Nullable Object> Function<T, R> wrapFunction(Function<? super T, ? extends R> function) {
        CallContext context = CallContext.current();
        return value -> {
            ContextFrame frame = enter(context);
            try {
                return function.apply(value);
            } finally {
                leave(context, frame);
            }
        };
    }

    /** Returns {@code function}, to be applied below the calling thread's region. */
    public static <T extends @Nullable Object, U extends @Nullable Object,
            R extends @Nullable Object> BiFunction<T, U, R> wrapBiFunction(BiFunction<? super T, ? super U, ? extends R> function) {
        CallContext context = CallContext.current();
        return (first, second) -> {
            ContextFrame frame = enter(context);
            try {
                return function.apply(first, second);
            } finally {
                leave(context, frame);
            }
        };
    }

    /** Returns {@code consumer}, to be called below the calling thread's region. */
    public static <T extends @Nullable Object> Consumer<T> wrapConsumer(Consumer<? super T> consumer) {
        Function<T, Void> function = wrapFunction(value -> {
            consumer.accept(value);
            return null;
        });
        return function::apply;
    }

    /** Returns {@code consumer}, to be called below the calling thread's region. */
    public static <T extends @Nullable Object,
            U extends @Nullable Object> BiConsumer<T, U> wrapBiConsumer(BiConsumer<? super T, ? super U> consumer) {
        BiFunction<T, U, Void> function = wrapBiFunction((first, second) -> {
            consumer.accept(first, second);
            return null;
        });
        return function::apply;
    }

    /** Returns {@code executor}, with each task run below the region in which it is passed to it. */
    public static Executor executor(Executor executor) {
        return task -> executor.execute(wrap(task));
    }

    /** Returns {@code service}, with each task run below the region in which it is submitted. */
    public static ExecutorService executorService(ExecutorService service) {
        return new PropagatingExecutorService(service);
    }

    /**
     * Returns {@code service}, with each task run below the region in which it is submitted or scheduled; a periodic task every time, even
     * when that region has long been closed.
     */
    public static ScheduledExecutorService scheduledExecutorService(ScheduledExecutorService service) {
        return new PropagatingScheduledExecutorService(service);
    }

    /** Returns {@code factory}, with each thread running below the region in which it is created. */
    public static ThreadFactory threadFactory(ThreadFactory factory) {
        return task -> factory.newThread(wrap(task));
    }

    /** Like {@link CompletableFuture#supplyAsync(Supplier)}, with the following steps propagated as in {@link #future}. */
    public static <T extends @Nullable Object> CompletableFuture<T> supplyAsync(Supplier<T> supplier) {
        return new PropagatingFuture<T>().completeAsync(supplier);
    }

    /** Like {@link CompletableFuture#supplyAsync(Supplier, Executor)}, with the following steps propagated as in {@link #future}. */
    public static <T extends @Nullable Object> CompletableFuture<T> supplyAsync(Supplier<T> supplier, Executor executor) {
        return new PropagatingFuture<T>().completeAsync(supplier, executor);
    }

    /** Like {@link CompletableFuture#runAsync(Runnable)}, with the following steps propagated as in {@link #future}. */
    public static CompletableFuture<Void> runAsync(Runnable task) {
        return supplyAsync(nothingAfter(task));
    }

    /** Like {@link CompletableFuture#runAsync(Runnable, Executor)}, with the following steps propagated as in {@link #future}. */
    public static CompletableFuture<Void> runAsync(Runnable task, Executor executor) {
        return supplyAsync(nothingAfter(task), executor);
    }

    private static Supplier<Void> nothingAfter(Runnable task) {
        return () -> {
            task.run();
            return null;
        };
    }

    /**
     * Returns a future that completes like {@code future}. Each step added to it, and to those derived from it, runs below the region in
     * which the step is added, on any thread. Cancelling it does not cancel {@code future}.
     */
    public static <T extends @Nullable Object> CompletableFuture<T> future(CompletableFuture<T> future) {
        CompletableFuture<T> follower = new PropagatingFuture<>();
        future.whenComplete((value, failure) -> {
            if (failure == null) {
                follower.complete(value);
            } else {
                follower.completeExceptionally(failure);
            }
        });
        return follower;
    }

    /**
     * Returns {@code stream}; the steps added to it run below the calling thread's region, also in parallel: {@code
     * ContextPropagation.stream(rows.parallelStream()).map(this::parse).toList()}.
     *
     * <p>A step that must see all elements first, such as {@code sorted}, starts a new pass that is not propagated; wrap the stream again
     * after it, or wrap its functions.
     */
    public static <T extends @Nullable Object> Stream<T> stream(Stream<T> stream) {
        Spliterator<T> source = new PropagatingSpliterator<>(stream.spliterator(), CallContext.current());
        return StreamSupport.stream(source, stream.isParallel()).onClose(stream::close);
    }

    static @Nullable ContextFrame enter(CallContext context) {
        return Timemory.isEnabled() ? context.enter() : null;
    }

    static void leave(CallContext context, @Nullable ContextFrame frame) {
        if (frame != null) {
            context.leave(frame);
        }
    }
}
