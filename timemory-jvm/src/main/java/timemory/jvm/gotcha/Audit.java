package timemory.jvm.gotcha;

import org.jspecify.annotations.Nullable;
import timemory.ExperimentalTimemoryApi;

/**
 * Implemented by components that inspect arguments and results of the calls that they measure, in the bundle passed to {@link
 * GotchaType#wrap}. On the calling thread, the component is started, receives the arguments, then the result or the exception, and is
 * stopped.
 *
 * <p>A component can declare overloads with specific parameter types, which take arguments without boxing, and are called instead of the
 * methods here. They must be public and have the same names; the best match is determined once:
 *
 * <pre>{@code
 * public final class LargestAngle extends DoubleComponent implements Audit {
 *     private double angle;
 *
 *     public void incoming(double radians) { angle = Math.abs(radians); }      // for f(double)
 *     public void outgoing(double result) { ... }                              // for functions that return double
 *     public void incoming(Statement receiver, String sql) { ... }             // the receiver may be omitted
 *     public void incoming(CalledFunction function, String sql) { ... }        // the function may come first
 *     public void outgoing() { ... }                                           // for functions without a result
 * }
 * }</pre>
 *
 * <p>Exceptions thrown by these methods do not reach the program: they are reported once as a problem, and the call continues. Calls that
 * they make are not seen by gotchas.
 */
@ExperimentalTimemoryApi
public interface Audit {

    /**
     * Called before a call.
     *
     * @param arguments the receiver first, if there is one; numbers are boxed
     */
    default void incoming(CalledFunction function, @Nullable Object[] arguments) {}

    /**
     * Called after a call has returned.
     *
     * @param result also {@code null} for a function without a result
     */
    default void outgoing(CalledFunction function, @Nullable Object result) {}

    /** Called after a call has thrown an exception. */
    default void thrown(CalledFunction function, Throwable exception) {}
}
