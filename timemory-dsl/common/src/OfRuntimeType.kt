package timemory

/** A component whose class does not tell its type, because one class serves several of them. */
internal interface OfRuntimeType {
    /** The type that this is an instance of: the one whose factory made it. */
    val runtimeType: ComponentType<*>
}
