package timemory.jvm.gotcha;

import org.jspecify.annotations.Nullable;
import timemory.ExperimentalTimemoryApi;

/**
 * What a component implements that is to see arguments and results of the calls that it measures, in the bundle given to {@link
 * GotchaType#wrap}. It is started, told of the arguments, told of the result or the exception, and stopped; on the thread that calls.
 *
 * <p>Methods of the component for functions with certain parameters take them as they are, without making objects of numbers, and are
 * called instead of those here. They are public and have the same names; which one fits is found out once:
 *
 * <pre>{@code
 * public final class LargestAngle extends DoubleComponent implements Audit {
 *     private double angle;
 *
 *     public void incoming(double radians) { angle = Math.abs(radians); }      // for f(double)
 *     public void outgoing(double result) { ... }                              // for functions with a result of double
 *     public void incoming(Statement receiver, String sql) { ... }             // a receiver may be left out
 *     public void incoming(CalledFunction function, String sql) { ... }        // the function may stand before
 *     public void outgoing() { ... }                                           // for functions without a result
 * }
 * }</pre>
 *
 * <p>What these methods throw does not reach the program: it is told once as a problem, and the call goes on. What they call is not seen by
 * gotchas.
 */
@ExperimentalTimemoryApi
public interface Audit {

    /**
     * A call begins.
     *
     * @param arguments the receiver first where there is one; numbers as objects
     */
    default void incoming(CalledFunction function, @Nullable Object[] arguments) {}

    /**
     * A call returned.
     *
     * @param result {@code null} too where the function has none
     */
    default void outgoing(CalledFunction function, @Nullable Object result) {}

    /** A call ended with an exception. */
    default void thrown(CalledFunction function, Throwable exception) {}
}
