package timemory

/** A component whose class does not determine its type, because one class serves several types. */
internal interface OfRuntimeType {
    /** The type that this is an instance of: the one whose factory created it. */
    val runtimeType: ComponentType<*>
}
