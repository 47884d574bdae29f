package timemory.live

import timemory.Timemory
import timemory.internal.callgraph.activeSession

/**
 * Has regions that name no components be measured by [components] from now on. Those that C measures by itself for the time being are
 * Kotlin's again, which measures them by the new ones.
 */
internal fun chooseComponents(components: String) {
    Timemory.setDefaultComponents(components)
    activeSession()?.revokeLent()
}
