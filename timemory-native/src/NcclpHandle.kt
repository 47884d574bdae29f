package timemory.capi

import timemory.Binding
import timemory.Category
import timemory.DescribedBy
import timemory.MarkerComponent
import timemory.MarkerType
import timemory.internal.platform.Ffi
import timemory.internal.platform.ForeignFunction

/**
 * Has libtimemory-ncclp.so measure functions of NCCL while any region with this component is open. The library is to be in the process,
 * linked or preloaded; preloaded, it measures all the time anyway.
 */
@DescribedBy(NcclpHandle.TYPE::class)
internal class NcclpHandle : MarkerComponent() {
    private var holds = false

    override fun start() {
        checkNotNull(hold()) { MISSING }.call(1L)
        holds = true
    }

    override fun stop() {
        if (holds) hold()?.call(-1L)
        holds = false
    }

    override fun abandon(): Unit = stop()

    companion object TYPE : MarkerType<NcclpHandle>(
        "ncclp_handle", "Measures NCCL functions while a region with it is open", { NcclpHandle() },
    ) {
        override val category: String get() = Category.SYSTEM

        override val binding: Binding get() = Binding.PROCESS

        override val source: String get() = "libtimemory-ncclp.so"

        override fun unavailableReason(): String? = Ffi.unavailable ?: if (hold() == null) MISSING else null

        private const val MISSING = "libtimemory-ncclp.so is not in the process: link it, or name it in LD_PRELOAD"

        private var known: ForeignFunction? = null

        /**
         * Of the library where it stands before NCCL, and not loaded for this. It calls nothing in libtimemory.so, which is handling a lap:
         * the settings are read with the first call of NCCL.
         */
        private fun hold(): ForeignFunction? = known ?: Ffi.find(null, "timemory_hold_ncclp").also { known = it }
    }
}
