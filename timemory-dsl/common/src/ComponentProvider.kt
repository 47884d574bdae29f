package timemory

/**
 * Registers the components of a library, so that they can be selected by their ids. On the JVM a service, found by
 * `java.util.ServiceLoader`: `META-INF/services/timemory.ComponentProvider` names the class.
 */
public interface ComponentProvider {
    /** The components, with distinct ids. */
    public fun components(): List<ComponentType<*>>
}

/** That of a module of ours, whose components may be asked when nothing else is left that could wait for them: they answer. */
internal interface OwnComponentProvider : ComponentProvider
