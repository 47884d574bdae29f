package samples;

import timemory.ComponentType;
import timemory.LongDeltaComponent;
import timemory.Quantity;

/** A custom component, in Java: the methods that the calling thread has found, as reported to {@code count}. */
public final class MethodsFound extends LongDeltaComponent {

    public static final ComponentType<MethodsFound> TYPE = new ComponentType<>(
            "methods_found", "Methods found by the thread", Quantity.COUNT, MethodsFound::new);

    private static final ThreadLocal<long[]> TOTAL = ThreadLocal.withInitial(() -> new long[1]);

    @Override
    protected long read() {
        return TOTAL.get()[0];
    }

    /** Adds to the methods that the calling thread has found. */
    static void count(int methods) {
        TOTAL.get()[0] += methods;
    }
}
