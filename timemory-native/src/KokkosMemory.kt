@file:OptIn(ExperimentalStdlibApi::class)

package timemory.capi

import timemory.Category
import timemory.ComponentProvider
import timemory.ComponentType
import timemory.DescribedBy
import timemory.LongTracker
import timemory.Quantity
import timemory.internal.platform.registerExtension

/** Bytes that Kokkos allocates, gives back and copies, which kp_timemory.so stores. */
@DescribedBy(KokkosMemory.Companion::class)
internal class KokkosMemory : LongTracker() {
    companion object : ComponentType<KokkosMemory>(
        "kokkos_memory", "Memory that Kokkos allocates, gives back and copies", Quantity.MEMORY, { KokkosMemory() },
    ) {
        override val category: String get() = Category.DATA
        override val source: String get() = "Kokkos, by kp_timemory.so"
        override val mayBeCalibrated: Boolean get() = true
    }
}

/** Programs that link this module know it by its id, from before `main` on. */
@Suppress("unused", "DEPRECATION") // deprecated until there is another way to be registered before main
@EagerInitialization
private val registered: Unit = registerExtension(
    ComponentProvider::class,
    object : ComponentProvider {
        override fun components(): List<ComponentType<*>> = listOf(KokkosMemory)
    },
)
