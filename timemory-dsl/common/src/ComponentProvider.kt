package timemory

/**
 * Registers the components of a library, so that they can be selected by id. On the JVM it is a service, found by
 * `java.util.ServiceLoader`: `META-INF/services/timemory.ComponentProvider` names the class.
 */
public interface ComponentProvider {
    /** The components, with distinct ids. */
    public fun components(): List<ComponentType<*>>
}

/** The provider of a timemory module, whose components can be queried even where waiting is impossible: they always answer. */
internal interface OwnComponentProvider : ComponentProvider
