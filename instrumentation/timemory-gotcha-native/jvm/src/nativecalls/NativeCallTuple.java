package timemory.nativecalls;

import timemory.counters.CountersComponent;

/**
 * A component that counts the calls of native functions which the calling thread makes while a region is open, such as {@code inflate} in
 * {@code libz.so.1} or {@code read} in the C library, called from any other shared object.
 *
 * <pre>{@code
 * public final class Inflating extends NativeCallTuple {
 *     public static final NativeCallTupleType<Inflating> TYPE =
 *             new NativeCallTupleType<>("inflating", "Calls of zlib", Inflating::new);
 *
 *     public Inflating() {
 *         super("libz.so.1:inflate", "libz.so.1:inflate/time");
 *     }
 * }
 * }</pre>
 *
 * <p>Functions are written as {@code [object:]function[@VERSION][/what]}. The object is the one that <em>defines</em> the function. It is
 * given by its file name or link name, with or without its version ({@code libz}), or by its path; {@code *} matches any characters.
 * Without an object, functions of that name in all objects are counted together. {@code what} is one of:
 *
 * <ul>
 *   <li>{@code calls}, the default: how often it was called;
 *   <li>{@code 0} to {@code 5}: the sum of that integer argument; {@code 2.u32} if it has 32 bits, as an {@code unsigned} or a non-negative
 *       {@code int} does;
 *   <li>{@code result}: the sum of the returned values, excluding results below 0; {@code result.i32} if it returns an {@code int};
 *   <li>{@code time}: nanoseconds until it returned; nested calls are each counted in full.
 * </ul>
 *
 * <p>Counting calls and arguments takes about three nanoseconds per call and runs no Java code, so functions that the JVM calls itself can
 * be counted, including {@code malloc}. Results and times need a frame around each call, and times also need two clock readings. Calls
 * within one shared object are not seen, nor are compiled Java methods that replace native ones.
 *
 * <p>Counts belong to the running thread: they follow a coroutine from thread to thread. They are omitted on virtual threads because their
 * carriers run other threads as well. A lap allocates nothing. Only on Linux on x86-64.
 *
 * <p>Source: the slots through which shared objects call each other, which are rewritten when a function is first requested.
 */
public abstract class NativeCallTuple extends CountersComponent {

    /**
     * Counts calls of native functions.
     *
     * @param functions at least one
     * @throws IllegalArgumentException if there is none, one is not a valid function, or one occurs twice
     */
    protected NativeCallTuple(String... functions) {
        super(NativeCallKind.sourceOf(functions));
    }
}
