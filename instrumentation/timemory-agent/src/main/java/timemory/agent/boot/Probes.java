package timemory.agent.boot;

import org.jspecify.annotations.Nullable;

/**
 * What woven code calls, by {@link Hooks}. Its implementation belongs to the agent's own class loader, which the classes of the program
 * cannot see; this interface belongs to the boot loader, which all of them can.
 *
 * <p>By default nothing is measured.
 */
public interface Probes {

    /**
     * A function begins that has the number {@code site}; returns what {@link #exit} wants back, {@code null} where nothing is measured.
     */
    default @Nullable Object enter(int site) {
        return null;
    }

    /** As {@link #enter(int)}, for a function whose label tells its arguments. */
    default @Nullable Object enter(int site, Object[] arguments) {
        return null;
    }

    /** The function ends that {@link #enter} returned {@code region} for. */
    default void exit(Object region) {}

    /** The same, by an exception. */
    default void exit(Throwable thrown, Object region) {
        exit(region);
    }

    /**
     * Takes the functions of a JAR that was woven ahead of time.
     *
     * @param holder the class of the JAR that holds what they are numbered from
     * @return the number of the first
     */
    default int register(Class<?> holder) {
        return 0;
    }

    /** A function begins whose lines are measured and that has the number {@code function} among those; {@link #exit} ends it. */
    default @Nullable Object enterLines(int function) {
        return null;
    }

    /** The line with the number {@code line}, -1 for none, begins in the function that {@link #enterLines} returned {@code region} for. */
    default void line(Object region, int line) {}

    /**
     * A {@code suspend} function is called.
     *
     * @param completion what it would continue with
     * @param arguments what its label tells, {@code null} where it does not
     * @return {@code null} where the call is not measured
     */
    default @Nullable SuspendingCall call(@Nullable Object completion, int site, Object @Nullable [] arguments) {
        return null;
    }

    /** A {@code suspend} function goes on with its own {@code continuation}; {@code null} where its call is not measured. */
    default @Nullable CallFrame resumed(Object continuation, int site) {
        return null;
    }

    /** A thread takes up the coroutine of {@code continuation}; {@code null} where {@link #suspend} need not be told. */
    default @Nullable Object resume(Object continuation) {
        return null;
    }

    /** A thread lets go of the coroutine for which {@link #resume} returned {@code slice}. */
    default void suspend(Object slice) {}

    /** A coroutine is made that ends with {@code completion}; returns what it shall end with in place of {@code probed}. */
    default Object created(Object probed, Object completion) {
        return probed;
    }
}
