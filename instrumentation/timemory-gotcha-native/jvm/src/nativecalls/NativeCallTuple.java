package timemory.nativecalls;

import timemory.counters.CountersComponent;

/**
 * A component that counts the calls of native functions which the calling thread makes while a region is open: of {@code inflate} in
 * {@code libz.so.1}, of {@code read} in the C library, from any other shared object.
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
 * <p>A text is {@code [object:]function[@VERSION][/what]}. The object is the one that <em>has</em> the function, by the name of its file or
 * the name that it is linked by, with or without its version ({@code libz}), or by its path, with {@code *} for any characters; without
 * it, functions of that name in all objects are counted together. What is counted is
 *
 * <ul>
 *   <li>{@code calls}, or nothing said: how often it was called;
 *   <li>{@code 0} to {@code 5}: the sum of that integer argument; {@code 2.u32} where it is of 32 bits, as {@code unsigned} is and an
 *       {@code int} that is not negative;
 *   <li>{@code result}: the sum of what it returned, without results below 0; {@code result.i32} where it returns an {@code int};
 *   <li>{@code time}: nanoseconds until it returned, each call by itself where calls lie in each other.
 * </ul>
 *
 * <p>Counting calls and arguments takes some three nanoseconds a call and runs no code of Java's, so functions that the JVM calls itself
 * can be counted, {@code malloc} included. Results and times take a frame around each call, and times two readings of the clock. Calls
 * within one shared object are not seen, nor are compiled Java methods that stand for native ones.
 *
 * <p>Counts belong to the thread that runs: they follow a coroutine from thread to thread, and are left out on virtual threads, whose
 * carriers run others as well. A lap allocates nothing. Linux on x86-64 alone.
 *
 * <p>Source: the slots by which shared objects call each other, which are rewritten when a function is first asked for.
 */
public abstract class NativeCallTuple extends CountersComponent {

    /**
     * Counts calls of native functions.
     *
     * @param functions at least one
     * @throws IllegalArgumentException if there is none, a text names no function, or one occurs twice
     */
    protected NativeCallTuple(String... functions) {
        super(NativeCallKind.sourceOf(functions));
    }
}
