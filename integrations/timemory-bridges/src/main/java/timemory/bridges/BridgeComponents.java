package timemory.bridges;

import java.util.List;
import timemory.ComponentProvider;
import timemory.ComponentType;

/** Makes the components of this library known by their ids. */
public final class BridgeComponents implements ComponentProvider {

    /** Called by {@link java.util.ServiceLoader}. */
    public BridgeComponents() {}

    @Override
    public List<ComponentType<?>> components() {
        return List.of(JfrEvent.TYPE, OtelSpan.TYPE, MicrometerTimer.TYPE);
    }
}
