package timemory.bundle;

import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import timemory.OpenRegion;
import timemory.Stream;

/**
 * The methods of {@link Bundle} with which Java measures a block:
 *
 * <pre>{@code
 * TOOLS.run("load", () -> load());                               // Runnable
 * int lines = TOOLS.get("count", () -> count());                 // Supplier
 * String text = TOOLS.call("read", () -> Files.readString(p));   // Callable: throws Exception
 * TOOLS.runThrowing("copy", () -> Files.copy(from, to));         // throws just what the body throws
 * }</pre>
 *
 * <p>If the body throws, the region is closed and its lap recorded. None of them allocates.
 */
@NullMarked
public abstract class JavaForms {

    /**
     * Opens the region {@code label}; the returned object closes it, on the same thread.
     *
     * @param label names the region
     * @return to be closed by try-with-resources, and not to be kept afterwards
     */
    public abstract OpenRegion open(String label);

    /**
     * Like {@link #open(String)}; components that accept a stream are started with {@code stream}, the others as usual (see {@link
     * StreamComponent}).
     *
     * @throws IllegalArgumentException if none of the components accepts a stream
     */
    public abstract OpenRegion open(String label, Stream stream);

    /** Like {@link #run(String, Runnable)}, with {@code stream} as in {@link #open(String, Stream)}. */
    public final void run(String label, Stream stream, Runnable body) {
        try (OpenRegion region = BundleKt.openBlock((Bundle) this, label, stream)) {
            body.run();
        }
    }

    /** Like {@link #get(String, Supplier)}, with {@code stream} as in {@link #open(String, Stream)}. */
    public final <T extends @Nullable Object> T get(String label, Stream stream, Supplier<T> body) {
        try (OpenRegion region = BundleKt.openBlock((Bundle) this, label, stream)) {
            return body.get();
        }
    }

    /** Measures {@code body} as one lap of the region {@code label}. */
    public final void run(String label, Runnable body) {
        try (OpenRegion region = BundleKt.openBlock((Bundle) this, label)) {
            body.run();
        }
    }

    /** Measures {@code body} as one lap of the region {@code label}, and returns its value. */
    public final <T extends @Nullable Object> T get(String label, Supplier<T> body) {
        try (OpenRegion region = BundleKt.openBlock((Bundle) this, label)) {
            return body.get();
        }
    }

    /**
     * Measures {@code body} as one lap of the region {@code label}, and returns its value.
     *
     * @throws Exception if the body throws it
     */
    public final <T extends @Nullable Object> T call(String label, Callable<T> body) throws Exception {
        try (OpenRegion region = BundleKt.openBlock((Bundle) this, label)) {
            return body.call();
        }
    }

    /**
     * Measures {@code body} as one lap of the region {@code label}.
     *
     * @throws X if the body throws it
     */
    public final <X extends Throwable> void runThrowing(String label, ThrowingRunnable<X> body) throws X {
        try (OpenRegion region = BundleKt.openBlock((Bundle) this, label)) {
            body.run();
        }
    }

    /**
     * Measures {@code body} as one lap of the region {@code label}, and returns its value.
     *
     * @throws X if the body throws it
     */
    public final <T extends @Nullable Object, X extends Throwable> T getThrowing(String label, ThrowingSupplier<T, X> body) throws X {
        try (OpenRegion region = BundleKt.openBlock((Bundle) this, label)) {
            return body.get();
        }
    }

    /** A body that may throw {@code X}. */
    @FunctionalInterface
    public interface ThrowingRunnable<X extends Throwable> {
        /** Runs the body. */
        void run() throws X;
    }

    /** A body with a value that may throw {@code X}. */
    @FunctionalInterface
    public interface ThrowingSupplier<T extends @Nullable Object, X extends Throwable> {
        /** Runs the body. */
        T get() throws X;
    }
}
