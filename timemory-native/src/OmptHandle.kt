package timemory.capi

import timemory.Binding
import timemory.Category
import timemory.DescribedBy
import timemory.MarkerComponent
import timemory.MarkerType
import timemory.Timemory
import timemory.internal.platform.Ffi
import timemory.internal.platform.ForeignFunction
import timemory.openmp.enableOmpt

/**
 * Makes libtimemory-ompt.so measure OpenMP while any region with this component is open. The library must be in the process: linked,
 * preloaded, or loaded by the OpenMP runtime, which does so at the first use of OpenMP if `OMP_TOOL_LIBRARIES` names it.
 */
@DescribedBy(OmptHandle.TYPE::class)
internal class OmptHandle : MarkerComponent() {
    private var isHeld = false

    override fun start() {
        if (!Timemory.settings.enableOmpt) return
        checkNotNull(function("timemory_hold_ompt")) { MISSING }.call()
        isHeld = true
    }

    override fun stop() {
        if (isHeld) function("timemory_release_ompt")?.call()
        isHeld = false
    }

    override fun abandon(): Unit = stop()

    companion object TYPE : MarkerType<OmptHandle>("ompt_handle", "Measures OpenMP while a region with it is open", { OmptHandle() }) {
        override val aliases: List<String> get() = listOf("ompt", "openmp", "openmp_tools")

        override val category: String get() = Category.SYSTEM

        override val binding: Binding get() = Binding.PROCESS

        override val source: String get() = "libtimemory-ompt.so"

        override fun unavailableReason(): String? =
            Ffi.unavailable ?: if (function("timemory_hold_ompt") == null) MISSING else null

        private const val MISSING =
            "libtimemory-ompt.so is not in the process: link the program with it, or preload it"

        /** Not by the library's name, which would load it when it is of no use. */
        private fun function(name: String): ForeignFunction? = Ffi.find(null, name)
    }
}
