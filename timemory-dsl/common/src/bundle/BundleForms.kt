package timemory.bundle

import timemory.OpenRegion
import timemory.Stream

/** What a bundle offers besides on a target: on the JVM, the forms for Java; on Kotlin/Native, nothing. */
public expect abstract class BundleForms() {
    /**
     * Opens the region [label]; the object returned closes it. Made for Java's try-with-resources and Kotlin's `use`, and
     * allocates nothing.
     */
    public abstract fun open(label: String): OpenRegion

    /** Opens a region; components that support streams are started with [stream]. */
    public abstract fun open(label: String, stream: Stream): OpenRegion
}
