package timemory.agent.boot;

import org.jspecify.annotations.Nullable;

/**
 * The methods called by woven code. Small, without dependencies, and in the boot loader, so that classes in any loader and module find
 * them.
 *
 * <p>{@link #PROBES} is a constant to the compiler, which therefore calls the agent's methods directly, whatever loader they belong to.
 */
public final class Hooks {
    private static final Probes PROBES = Launch.probes();

    /**
     * Whether woven functions are measured. Read without ordering: a change reaches other threads slightly later, and costs woven code only
     * a field read.
     */
    public static boolean on = true;

    private Hooks() {}

    /** A function starts. */
    public static @Nullable Object enter(int site) {
        return on ? PROBES.enter(site) : null;
    }

    /** A function starts whose label includes its arguments. */
    public static @Nullable Object enter(int site, Object[] arguments) {
        return on ? PROBES.enter(site, arguments) : null;
    }

    /** A function returns. */
    public static void exit(@Nullable Object region) {
        if (region != null) PROBES.exit(region);
    }

    /** Classes were woven ahead of time; see {@link Probes#register}. */
    public static int register(Class<?> holder) {
        return PROBES.register(holder);
    }

    /** A function starts whose lines are measured. */
    public static @Nullable Object enterLines(int function) {
        return on ? PROBES.enterLines(function) : null;
    }

    /**
     * A line starts in the function for which {@link #enterLines} returned {@code region}; while nothing is measured, the previous one
     * ends.
     */
    public static void line(@Nullable Object region, int line) {
        if (region != null) PROBES.line(region, on ? line : -1);
    }

    /** A {@code suspend} function is called whose continuation would be {@code completion}; {@code null} if the call is not measured. */
    public static @Nullable Object call(@Nullable Object completion, int site) {
        return on ? PROBES.call(completion, site, null) : null;
    }

    /** Like {@link #call(Object, int)}, for a function whose label includes its arguments. */
    public static @Nullable Object call(@Nullable Object completion, int site, Object[] arguments) {
        return on ? PROBES.call(completion, site, arguments) : null;
    }

    /** Returns the continuation for a function for which {@link #call} returned {@code call}. */
    public static @Nullable Object completion(@Nullable Object completion, @Nullable Object call) {
        return call == null ? completion : ((SuspendingCall) call).frame;
    }

    /** A {@code suspend} function is called to continue with its own {@code continuation}; {@code null} if its call is not measured. */
    public static @Nullable Object resumed(Object continuation, int site) {
        return PROBES.resumed(continuation, site);
    }

    /** A {@code suspend} function returns {@code result}; {@code call} is the result of {@link #call} or {@link #resumed}. */
    public static void exit(@Nullable Object result, @Nullable Object call) {
        if (call == null) return;
        if (call instanceof SuspendingCall) {
            ((SuspendingCall) call).returns(result);
        } else {
            ((CallFrame) call).call().returnsResumed(result);
        }
    }

    /** A thread resumes the coroutine of {@code continuation}. */
    public static @Nullable Object resume(Object continuation) {
        return on ? PROBES.resume(continuation) : null;
    }

    /** A thread suspends the coroutine for which {@link #resume} returned {@code slice}. */
    public static void suspend(@Nullable Object slice) {
        if (slice != null) PROBES.suspend(slice);
    }

    /** A coroutine is created that ends with {@code completion}; returns its new completion in place of {@code probed}. */
    public static Object created(Object probed, Object completion) {
        return on ? PROBES.created(probed, completion) : probed;
    }

    /** A function ends with an exception. */
    public static void exit(Throwable thrown, @Nullable Object region) {
        if (region != null) PROBES.exit(thrown, region);
    }
}
