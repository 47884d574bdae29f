package timemory.test;

import timemory.Binding;
import timemory.ComponentFactory;
import timemory.ComponentType;
import timemory.LongDeltaComponent;
import timemory.Quantity;

/** A component that tests control: steps that the calling thread took. */
public final class Steps extends LongDeltaComponent {

    public static final ComponentType<Steps> TYPE = new ComponentType<>("steps", "Steps of the calling thread", Quantity.COUNT, factory()) {
        @Override
        public Binding getBinding() {
            return Binding.THREAD;
        }
    };

    private static final ThreadLocal<Long> TAKEN = ThreadLocal.withInitial(() -> 0L);

    private static ComponentFactory<Steps> factory() {
        return Steps::new;
    }

    static void take(long steps) {
        TAKEN.set(TAKEN.get() + steps);
    }

    @Override
    protected long read() {
        return TAKEN.get();
    }
}
