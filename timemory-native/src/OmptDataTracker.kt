@file:OptIn(ExperimentalStdlibApi::class)

package timemory.capi

import timemory.Category
import timemory.ComponentProvider
import timemory.ComponentType
import timemory.DescribedBy
import timemory.LongTracker
import timemory.Quantity
import timemory.internal.platform.registerExtension

/** Bytes of operations on the data of devices, and 1 for each other event of OpenMP without duration, which libtimemory-ompt.so stores. */
@DescribedBy(OmptDataTracker.Companion::class)
internal class OmptDataTracker : LongTracker() {
    companion object : ComponentType<OmptDataTracker>(
        "ompt_data_tracker", "Bytes of data operations of OpenMP, and how many events of other kinds", Quantity.COUNT,
        { OmptDataTracker() },
    ) {
        override val category: String get() = Category.DATA
        override val source: String get() = "events of OpenMP's interface for tools, by libtimemory-ompt.so"
        override val mayBeCalibrated: Boolean get() = true
    }
}

/** Programs that link this module know both by their ids, from before `main` on. */
@Suppress("unused", "DEPRECATION") // deprecated until there is another way to be registered before main
@EagerInitialization
private val registered: Unit = registerExtension(
    ComponentProvider::class,
    object : ComponentProvider {
        override fun components(): List<ComponentType<*>> = listOf(OmptDataTracker, OmptHandle)
    },
)
