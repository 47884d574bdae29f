package timemory.nativecalls;

import java.util.List;
import timemory.ExperimentalTimemoryApi;

/**
 * Runs Java code around the calls of one native function, if the user permits that.
 *
 * <pre>{@code
 * try (NativeGotcha gotcha = NativeGotcha.permit("libc:connect", List.of("libnet", "libnio"), audit)) {
 *     ...
 * }
 * }</pre>
 *
 * <p><b>Only permit a function if you know its callers.</b> Java can only run during a call if the calling thread is in plain native code.
 * It must not run between {@code GetPrimitiveArrayCritical} and the matching release, where calling Java is forbidden: the garbage
 * collector may wait for the array to be released while the call waits for the garbage collector. Nor may it run in functions that are
 * called as {@code critical} through the Foreign Function and Memory API, in a profiler's callbacks or in signal handlers. Such calls crash
 * the JVM or hang forever. Therefore callers are named one by one, and those known to call in such states are always excluded, even if they
 * are named: the JVM itself ({@code libjvm}, {@code libjimage}), its launcher ({@code java}, {@code libjli}), the C library, and {@code
 * libzip}, which calls zlib within {@code GetPrimitiveArrayCritical}. To find out how often a function is called and with what amounts,
 * count it ({@link NativeCallTuple}): that is safe for all callers.
 *
 * <p>Calls on threads unknown to the JVM, calls made while an exception is pending, and calls made by the audit itself are not audited.
 * Only the first exception that an audit throws is reported. A call takes about 100 ns longer.
 *
 * <p>Thread-safety: any thread may create and close one; it affects the calls of all threads.
 */
@ExperimentalTimemoryApi
public final class NativeGotcha implements AutoCloseable {

    private final int number;

    private NativeGotcha(int number) {
        this.number = number;
    }

    /**
     * Calls an audit from now on.
     *
     * @param function {@code [object:]function[@VERSION]}, as {@link NativeCallTuple} names them
     * @param callers the shared objects whose calls are audited, each given by its file name, with or without its version, or by its path;
     *     {@code *} matches any characters
     * @throws IllegalArgumentException if the text names no function or more than one, or if no caller is named
     * @throws UnsupportedOperationException if native functions cannot be replaced here, with the reason
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
