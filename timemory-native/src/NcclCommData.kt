@file:OptIn(ExperimentalStdlibApi::class)

package timemory.capi

import timemory.Category
import timemory.ComponentProvider
import timemory.ComponentType
import timemory.DescribedBy
import timemory.LongTracker
import timemory.Quantity
import timemory.internal.platform.registerExtension

/** Bytes of the buffers that calls of NCCL name, which libtimemory-ncclp.so stores. */
@DescribedBy(NcclCommData.Companion::class)
internal class NcclCommData : LongTracker() {
    companion object : ComponentType<NcclCommData>(
        "nccl_comm_data", "Data that calls of NCCL move", Quantity.MEMORY, { NcclCommData() },
    ) {
        override val category: String get() = Category.DATA
        override val source: String get() = "the arguments of the calls, by libtimemory-ncclp.so"
        override val mayBeCalibrated: Boolean get() = true
    }
}

/** Programs that link this module know both by their ids, from before `main` on. */
@Suppress("unused", "DEPRECATION") // deprecated until there is another way to be registered before main
@EagerInitialization
private val registered: Unit = registerExtension(
    ComponentProvider::class,
    object : ComponentProvider {
        override fun components(): List<ComponentType<*>> = listOf(NcclCommData, NcclpHandle)
    },
)
