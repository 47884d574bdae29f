package readme.bridge

import timemory.*

private object Nvtx {
    fun rangePush(label: String) = println("begin $label")
    fun rangePop() = println("end")
}

// ---- what the docs show

class NvtxRange : MarkerComponent() {
    override fun start() = Nvtx.rangePush(label)
    override fun stop() = Nvtx.rangePop()

    companion object TYPE : MarkerType<NvtxRange>("nvtx_range", "A range in the timeline of Nsight Systems", ::NvtxRange) {
        override val binding get() = Binding.THREAD
    }
}
