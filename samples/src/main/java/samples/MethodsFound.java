package samples;

import timemory.ComponentType;
import timemory.LongDeltaComponent;
import timemory.Quantity;

/** A custom component, in Java: how many methods the calling thread has found, by its own account. */
public final class MethodsFound extends LongDeltaComponent {

    public static final ComponentType<MethodsFound> TYPE = new ComponentType<>(
            "methods_found", "Methods found by the thread", Quantity.COUNT, MethodsFound::new);

    private static final ThreadLocal<long[]> TOTAL = ThreadLocal.withInitial(() -> new long[1]);

    @Override
    protected long read() {
        return TOTAL.get()[0];
    }

    /** Says that the calling thread has found so many more. */
    static void count(int methods) {
        TOTAL.get()[0] += methods;
    }
}
