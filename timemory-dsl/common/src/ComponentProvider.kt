package timemory

/**
 * Names the components that a library brings along, so that they can be named by their ids. On the JVM a service, found by
 * `java.util.ServiceLoader`: `META-INF/services/timemory.ComponentProvider` names the class.
 */
public interface ComponentProvider {
    /** The components, each with an id of its own. */
    public fun components(): List<ComponentType<*>>
}

/** That of a module of ours, whose components may be asked when nothing else is left that could wait for them: they answer. */
internal interface OwnComponentProvider : ComponentProvider
