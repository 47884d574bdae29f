package timemory.nativecalls;

import java.util.List;
import timemory.ExperimentalTimemoryApi;

/**
 * Has Java code run around the calls of one native function, where its user permits that.
 *
 * <pre>{@code
 * try (NativeGotcha gotcha = NativeGotcha.permit("libc:connect", List.of("libnet", "libnio"), audit)) {
 *     ...
 * }
 * }</pre>
 *
 * <p><b>Permit a function only where you know its callers.</b> Java can run in a call only while the thread that calls is in plain native
 * code. It must not run inside of {@code GetPrimitiveArrayCritical}, between which and its end nobody may call Java: the collector may
 * wait for the array to be released, and the call for the collector. Neither must it run in functions that are called through the Foreign
 * Function and Memory API as {@code critical}, in the callbacks of a profiler or in handlers of signals. Such calls end the JVM, or wait
 * for good. So callers are named one by one, and those that are known to call in such states are never looked at, whatever is named: the
 * JVM itself ({@code libjvm}, {@code libjimage}), its launcher ({@code java}, {@code libjli}), the C library, and {@code libzip}, which has
 * zlib work within {@code GetPrimitiveArrayCritical}. To know how often a function is called, and with how much, count it
 * ({@link NativeCallTuple}): that is safe for all callers.
 *
 * <p>Threads of which the JVM does not know, and calls that are made while an exception waits to be thrown, are passed by; so is what the
 * audit calls itself. What an audit throws is reported once. A call takes some 100 ns more.
 *
 * <p>Thread-safety: any thread may make and close one; it is about the calls of all threads.
 */
@ExperimentalTimemoryApi
public final class NativeGotcha implements AutoCloseable {

    private final int number;

    private NativeGotcha(int number) {
        this.number = number;
    }

    /**
     * Has an audit called from now on.
     *
     * @param function {@code [object:]function[@VERSION]}, as {@link NativeCallTuple} names them
     * @param callers the shared objects whose calls are meant, each by the name of its file, with or without its version, or by its path,
     *     with {@code *} for any characters
     * @throws IllegalArgumentException where the text names no function, or more than one, or no caller is named
     * @throws UnsupportedOperationException where native functions are out of reach here, with the reason
     */
    public static NativeGotcha permit(String function, List<String> callers, NativeAudit audit) {
        NativeFunction parsed = NativeFunction.of(function);
        if (function.lastIndexOf('/') > function.lastIndexOf(':')) {
            throw new IllegalArgumentException("'" + function + "' says what to count: an audit is for [object:]function[@VERSION]");
        }
        parsed.requireFrame();
        if (callers.isEmpty()) {
            throw new IllegalArgumentException(
                    "no callers of '" + function + "' are named: Java runs safely only in calls from some objects");
        }
        return new NativeGotcha(Upcalls.add(parsed, callers, audit));
    }

    /** Restores the calls. A call that is inside the audit continues; closing it again does nothing. */
    @Override
    public void close() {
        Upcalls.remove(number);
    }
}
