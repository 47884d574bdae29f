package timemory.bridges;

import timemory.ComponentType;
import timemory.LongComponent;
import timemory.Quantity;

/** Fails at each start. */
public final class Broken extends LongComponent {

    /** The type of {@link Broken}. */
    public static final ComponentType<Broken> TYPE = new ComponentType<>("broken", "Fails", Quantity.COUNT, Broken::new);

    @Override
    public void start() {
        throw new IllegalStateException("broken");
    }

    @Override
    public void stop() {}
}
