package timemory.bundle

import timemory.OpenRegion
import timemory.Stream

/** Additional members of bundles on a target: on the JVM, variants for Java; on Kotlin/Native, none. */
public expect abstract class BundleForms() {
    /**
     * Opens the region [label]; the returned object closes it, with Java's try-with-resources or Kotlin's `use`. Allocates nothing.
     */
    public abstract fun open(label: String): OpenRegion

    /** Opens a region; components that support streams are started with [stream]. */
    public abstract fun open(label: String, stream: Stream): OpenRegion
}
