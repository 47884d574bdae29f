package timemory;

import java.util.List;

/**
 * Tells the components that a library brings along, so that they can be named by their ids: found by
 * {@link java.util.ServiceLoader}.
 */
public interface ComponentProvider {

    /** The components, each with an id of its own. */
    List<ComponentType<?>> components();
}
