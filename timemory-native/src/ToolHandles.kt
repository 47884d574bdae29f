package timemory.capi

import timemory.Binding
import timemory.Category
import timemory.DescribedBy
import timemory.MarkerComponent
import timemory.MarkerType
import timemory.internal.platform.Ffi
import timemory.internal.platform.ForeignFunction

/*
 * Components that make another library measure functions while any region with them is open. The library must be in the process, linked or
 * preloaded; a preloaded one measures all the time anyway.
 */

/** The library `libtimemory-[name].so`, which measures while it is started. */
internal class HeldTool(name: String) {
    val file = "libtimemory-$name.so"
    private val function = "timemory_hold_$name"
    private val missing = "$file is not in the process: link it, or name it in LD_PRELOAD"
    private var known: ForeignFunction? = null

    val unavailable: String? get() = Ffi.unavailable ?: if (find() == null) missing else null

    /** Does not load the library, which would then not precede the functions that it measures. */
    private fun find(): ForeignFunction? = known ?: Ffi.find(null, function).also { known = it }

    /**
     * Increments or decrements its start count. It calls nothing in libtimemory.so, which is handling a lap: the settings are read at the
     * first call that it measures.
     */
    fun hold(change: Long) {
        checkNotNull(find()) { missing }.call(change)
    }
}

internal abstract class ToolHandle(private val tool: HeldTool) : MarkerComponent() {
    private var holds = false

    override fun start() {
        tool.hold(1L)
        holds = true
    }

    override fun stop() {
        if (holds) tool.hold(-1L)
        holds = false
    }

    override fun abandon(): Unit = stop()
}

internal abstract class ToolHandleType<C : ToolHandle>(id: String, library: String, private val tool: HeldTool, create: () -> C) :
    MarkerType<C>(id, "Measures $library functions while a region with it is open", { create() }) {
    override val category: String get() = Category.SYSTEM

    override val binding: Binding get() = Binding.PROCESS

    override val source: String get() = tool.file

    override fun unavailableReason(): String? = tool.unavailable
}

private val MPIP = HeldTool("mpip")
private val NCCLP = HeldTool("ncclp")

/** Makes libtimemory-mpip.so measure MPI functions. */
@DescribedBy(MpipHandle.TYPE::class)
internal class MpipHandle : ToolHandle(MPIP) {
    companion object TYPE : ToolHandleType<MpipHandle>("mpip_handle", "MPI", MPIP, { MpipHandle() })
}

/** Makes libtimemory-ncclp.so measure NCCL functions. */
@DescribedBy(NcclpHandle.TYPE::class)
internal class NcclpHandle : ToolHandle(NCCLP) {
    companion object TYPE : ToolHandleType<NcclpHandle>("ncclp_handle", "NCCL", NCCLP, { NcclpHandle() })
}
