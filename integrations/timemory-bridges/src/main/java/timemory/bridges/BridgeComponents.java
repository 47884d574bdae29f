package timemory.bridges;

import java.util.List;
import timemory.ComponentProvider;
import timemory.ComponentType;

/** Registers this module's components by their IDs. */
public final class BridgeComponents implements ComponentProvider {

    /** Called by {@link java.util.ServiceLoader}. */
    public BridgeComponents() {}

    @Override
    public List<ComponentType<?>> components() {
        return List.of(JfrEvent.TYPE, OtelSpan.TYPE, MicrometerTimer.TYPE);
    }
}
