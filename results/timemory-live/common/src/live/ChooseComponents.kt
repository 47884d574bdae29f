package timemory.live

import timemory.Timemory
import timemory.internal.callgraph.activeSession

/**
 * Sets the components of regions that do not name any. Regions that C currently measures by itself are returned to Kotlin, which uses the
 * new components.
 */
internal fun chooseComponents(components: String) {
    Timemory.setDefaultComponents(components)
    activeSession()?.revokeLent()
}
