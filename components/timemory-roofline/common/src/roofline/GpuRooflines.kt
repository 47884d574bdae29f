package timemory.roofline

import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi

/** Half-, single- and double-precision operations of kernels, with their bytes and time: see [GpuRoofline]. */
@DescribedBy(GpuRooflineFlops.TYPE::class)
@ExperimentalTimemoryApi
public class GpuRooflineFlops : GpuRoofline(GpuRooflineFlops, GpuRooflineMetrics.all, ::GpuRooflineFlops) {
    /** The type of [GpuRooflineFlops]. */
    public companion object TYPE : GpuRooflineType<GpuRooflineFlops>(
        "gpu_roofline_flops",
        "Floating-point operations, traffic and time of kernels for the roofline model",
        listOf("gpu_roofline"),
        GpuRooflineMetrics.all,
        ::GpuRooflineFlops,
    )
}

/** Half-precision operations of kernels, with their bytes and time: see [GpuRoofline]. */
@DescribedBy(GpuRooflineHpFlops.TYPE::class)
@ExperimentalTimemoryApi
public class GpuRooflineHpFlops : GpuRoofline(GpuRooflineHpFlops, GpuRooflineMetrics.half, ::GpuRooflineHpFlops) {
    /** The type of [GpuRooflineHpFlops]. */
    public companion object TYPE : GpuRooflineType<GpuRooflineHpFlops>(
        "gpu_roofline_hp_flops",
        "Half-precision operations, traffic and time of kernels for the roofline model",
        listOf("gpu_roofline_hp", "gpu_roofline_half"),
        GpuRooflineMetrics.half,
        ::GpuRooflineHpFlops,
    )
}

/** Single-precision operations of kernels, with their bytes and time: see [GpuRoofline]. */
@DescribedBy(GpuRooflineSpFlops.TYPE::class)
@ExperimentalTimemoryApi
public class GpuRooflineSpFlops : GpuRoofline(GpuRooflineSpFlops, GpuRooflineMetrics.single, ::GpuRooflineSpFlops) {
    /** The type of [GpuRooflineSpFlops]. */
    public companion object TYPE : GpuRooflineType<GpuRooflineSpFlops>(
        "gpu_roofline_sp_flops",
        "Single-precision operations, traffic and time of kernels for the roofline model",
        listOf("gpu_roofline_sp", "gpu_roofline_single"),
        GpuRooflineMetrics.single,
        ::GpuRooflineSpFlops,
    )
}

/** Double-precision operations of kernels, with their bytes and time: see [GpuRoofline]. */
@DescribedBy(GpuRooflineDpFlops.TYPE::class)
@ExperimentalTimemoryApi
public class GpuRooflineDpFlops : GpuRoofline(GpuRooflineDpFlops, GpuRooflineMetrics.double, ::GpuRooflineDpFlops) {
    /** The type of [GpuRooflineDpFlops]. */
    public companion object TYPE : GpuRooflineType<GpuRooflineDpFlops>(
        "gpu_roofline_dp_flops",
        "Double-precision operations, traffic and time of kernels for the roofline model",
        listOf("gpu_roofline_dp", "gpu_roofline_double"),
        GpuRooflineMetrics.double,
        ::GpuRooflineDpFlops,
    )
}
