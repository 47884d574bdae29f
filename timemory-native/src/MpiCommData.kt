@file:OptIn(ExperimentalStdlibApi::class)

package timemory.capi

import timemory.Category
import timemory.ComponentProvider
import timemory.ComponentType
import timemory.DescribedBy
import timemory.LongTracker
import timemory.Quantity
import timemory.internal.platform.registerExtension

/** Bytes that a rank gives and gets by calls of MPI, which libtimemory-mpip.so stores. */
@DescribedBy(MpiCommData.Companion::class)
internal class MpiCommData : LongTracker() {
    companion object : ComponentType<MpiCommData>(
        "mpi_comm_data", "Data that calls of MPI give and get", Quantity.MEMORY, { MpiCommData() },
    ) {
        override val category: String get() = Category.DATA
        override val source: String get() = "the arguments of the calls, by libtimemory-mpip.so"
        override val mayBeCalibrated: Boolean get() = true
    }
}

/** Programs that link this module know it by its id, from before `main` on. */
@Suppress("unused", "DEPRECATION") // deprecated until there is another way to be registered before main
@EagerInitialization
private val registered: Unit = registerExtension(
    ComponentProvider::class,
    object : ComponentProvider {
        override fun components(): List<ComponentType<*>> = listOf(MpiCommData)
    },
)
