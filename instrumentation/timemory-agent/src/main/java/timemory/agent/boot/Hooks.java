package timemory.agent.boot;

import org.jspecify.annotations.Nullable;

/**
 * The methods that woven code calls. Small, without dependencies, and in the boot loader, so that a class of any loader and module finds
 * them.
 *
 * <p>{@link #PROBES} is a constant to the compiler, which therefore calls the agent's methods directly, whatever loader they belong to.
 */
public final class Hooks {
    private static final Probes PROBES = Launch.probes();

    /**
     * Whether woven functions are measured. Read without ordering: a switch reaches other threads a moment later, and costs woven code
     * no more than a look at a field.
     */
    public static boolean on = true;

    private Hooks() {}

    /** A function begins. */
    public static @Nullable Object enter(int site) {
        return on ? PROBES.enter(site) : null;
    }

    /** A function begins whose label tells its arguments. */
    public static @Nullable Object enter(int site, Object[] arguments) {
        return on ? PROBES.enter(site, arguments) : null;
    }

    /** A function ends by a return. */
    public static void exit(@Nullable Object region) {
        if (region != null) PROBES.exit(region);
    }

    /** Classes were woven ahead of time; see {@link Probes#register}. */
    public static int register(Class<?> holder) {
        return PROBES.register(holder);
    }

    /** A function begins whose lines are measured. */
    public static @Nullable Object enterLines(int function) {
        return on ? PROBES.enterLines(function) : null;
    }

    /**
     * A line begins in the function that {@link #enterLines} returned {@code region} for; while nothing is measured, the one before ends.
     */
    public static void line(@Nullable Object region, int line) {
        if (region != null) PROBES.line(region, on ? line : -1);
    }

    /** A {@code suspend} function is called that would continue with {@code completion}; {@code null} where the call is not measured. */
    public static @Nullable Object call(@Nullable Object completion, int site) {
        return on ? PROBES.call(completion, site, null) : null;
    }

    /** As {@link #call(Object, int)}, for a function whose label tells its arguments. */
    public static @Nullable Object call(@Nullable Object completion, int site, Object[] arguments) {
        return on ? PROBES.call(completion, site, arguments) : null;
    }

    /** What a function shall continue with for which {@link #call} returned {@code call}. */
    public static @Nullable Object completion(@Nullable Object completion, @Nullable Object call) {
        return call == null ? completion : ((SuspendingCall) call).frame;
    }

    /** A {@code suspend} function is called to go on with its own {@code continuation}; {@code null} where its call is not measured. */
    public static @Nullable Object resumed(Object continuation, int site) {
        return PROBES.resumed(continuation, site);
    }

    /** A {@code suspend} function returns {@code result}; {@code call} is what {@link #call} or {@link #resumed} returned. */
    public static void exit(@Nullable Object result, @Nullable Object call) {
        if (call == null) return;
        if (call instanceof SuspendingCall) {
            ((SuspendingCall) call).returns(result);
        } else {
            ((CallFrame) call).call().returnsResumed(result);
        }
    }

    /** A thread takes up the coroutine of {@code continuation}. */
    public static @Nullable Object resume(Object continuation) {
        return on ? PROBES.resume(continuation) : null;
    }

    /** A thread lets go of the coroutine for which {@link #resume} returned {@code slice}. */
    public static void suspend(@Nullable Object slice) {
        if (slice != null) PROBES.suspend(slice);
    }

    /** A coroutine is made that ends with {@code completion}; returns what it shall end with in place of {@code probed}. */
    public static Object created(Object probed, Object completion) {
        return on ? PROBES.created(probed, completion) : probed;
    }

    /** A function ends by an exception. */
    public static void exit(Throwable thrown, @Nullable Object region) {
        if (region != null) PROBES.exit(thrown, region);
    }
}
