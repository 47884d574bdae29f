package timemory.agent.boot;

import org.jspecify.annotations.Nullable;

/**
 * The interface called by woven code, through {@link Hooks}. Its implementation belongs to the agent's own class loader, which is invisible
 * to the classes of the program; this interface belongs to the boot loader, which is visible to all of them.
 *
 * <p>By default nothing is measured.
 */
public interface Probes {

    /**
     * The function with the number {@code site} starts; returns the object for {@link #exit}, {@code null} if nothing is measured.
     */
    default @Nullable Object enter(int site) {
        return null;
    }

    /** Like {@link #enter(int)}, for a function whose label includes its arguments. */
    default @Nullable Object enter(int site, Object[] arguments) {
        return null;
    }

    /** The function for which {@link #enter} returned {@code region} ends. */
    default void exit(Object region) {}

    /** The same, with an exception. */
    default void exit(Throwable thrown, Object region) {
        exit(region);
    }

    /**
     * Registers the functions of a JAR that was woven ahead of time.
     *
     * @param holder the class of the JAR with the base of their numbers
     * @return the number of the first
     */
    default int register(Class<?> holder) {
        return 0;
    }

    /** A function starts whose lines are measured and that has the number {@code function} among those; {@link #exit} ends it. */
    default @Nullable Object enterLines(int function) {
        return null;
    }

    /** The line with the number {@code line}, -1 for none, starts in the function for which {@link #enterLines} returned {@code region}. */
    default void line(Object region, int line) {}

    /**
     * A {@code suspend} function is called.
     *
     * @param completion what it would continue with
     * @param arguments those in its label, {@code null} if it does not include them
     * @return {@code null} if the call is not measured
     */
    default @Nullable SuspendingCall call(@Nullable Object completion, int site, Object @Nullable [] arguments) {
        return null;
    }

    /** A {@code suspend} function continues with its own {@code continuation}; {@code null} if its call is not measured. */
    default @Nullable CallFrame resumed(Object continuation, int site) {
        return null;
    }

    /** A thread resumes the coroutine of {@code continuation}; {@code null} if {@link #suspend} need not be called. */
    default @Nullable Object resume(Object continuation) {
        return null;
    }

    /** A thread suspends the coroutine for which {@link #resume} returned {@code slice}. */
    default void suspend(Object slice) {}

    /** A coroutine is created that ends with {@code completion}; returns its new completion in place of {@code probed}. */
    default Object created(Object probed, Object completion) {
        return probed;
    }
}
