@file:OptIn(ExperimentalStdlibApi::class)

package timemory.capi

import timemory.Category
import timemory.ComponentProvider
import timemory.ComponentType
import timemory.DescribedBy
import timemory.LongTracker
import timemory.Quantity
import timemory.internal.platform.registerExtension

/*
 * Stores data for libraries that measure other libraries: libtimemory-mpip.so and similar ones. They are C code that wraps MPI or NCCL
 * functions, or is called by OpenMP or Kokkos, without Kotlin.
 */

/** @property source the source of the data, and the library that stores them */
internal abstract class StoredType<C : LongTracker>(
    id: String,
    description: String,
    quantity: Quantity,
    override val source: String,
    create: () -> C,
) : ComponentType<C>(id, description, quantity, { create() }) {
    override val category: String get() = Category.DATA
    override val mayBeCalibrated: Boolean get() = true
}

/** Bytes that a rank sends and receives in MPI calls. */
@DescribedBy(MpiCommData.TYPE::class)
internal class MpiCommData : LongTracker() {
    companion object TYPE : StoredType<MpiCommData>(
        "mpi_comm_data", "Data sent and received by MPI calls", Quantity.MEMORY,
        "the arguments of the calls, by libtimemory-mpip.so", { MpiCommData() },
    )
}

/** Bytes in the buffers of NCCL calls. */
@DescribedBy(NcclCommData.TYPE::class)
internal class NcclCommData : LongTracker() {
    companion object TYPE : StoredType<NcclCommData>(
        "nccl_comm_data", "Data transferred by NCCL calls", Quantity.MEMORY,
        "the arguments of the calls, by libtimemory-ncclp.so", { NcclCommData() },
    )
}

/** Bytes that Kokkos allocates, frees and copies. */
@DescribedBy(KokkosMemory.TYPE::class)
internal class KokkosMemory : LongTracker() {
    companion object TYPE : StoredType<KokkosMemory>(
        "kokkos_memory", "Memory that Kokkos allocates, frees and copies", Quantity.MEMORY,
        "Kokkos, by kp_timemory.so", { KokkosMemory() },
    )
}

/** Bytes of operations on device data, and 1 for each other OpenMP event without a duration. */
@DescribedBy(OmptDataTracker.TYPE::class)
internal class OmptDataTracker : LongTracker() {
    companion object TYPE : StoredType<OmptDataTracker>(
        "ompt_data_tracker", "Bytes of OpenMP data operations, and counts of other events", Quantity.COUNT,
        "OMPT events, by libtimemory-ompt.so", { OmptDataTracker() },
    )
}

/** Programs that link this module know them by their ids, even before `main`. */
@Suppress("unused", "DEPRECATION") // deprecated until there is another way to register before main
@EagerInitialization
private val registered: Unit = registerExtension(
    ComponentProvider::class,
    object : ComponentProvider {
        override fun components(): List<ComponentType<*>> =
            listOf(MpiCommData, MpipHandle, NcclCommData, NcclpHandle, KokkosMemory, OmptDataTracker, OmptHandle)
    },
)
