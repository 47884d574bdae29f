package timemory.roofline

import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi

/** Single- and double-precision operations, with their bytes and time: see [CpuRoofline]. */
@DescribedBy(CpuRooflineFlops.TYPE::class)
@ExperimentalTimemoryApi
public class CpuRooflineFlops : CpuRoofline(setOf(Precision.SINGLE, Precision.DOUBLE)) {
    /** The type of [CpuRooflineFlops]. */
    public companion object TYPE : CpuRooflineType<CpuRooflineFlops>(
        "cpu_roofline_flops",
        "Floating-point operations, traffic and time for the roofline model",
        setOf(Precision.SINGLE, Precision.DOUBLE),
        listOf("cpu_roofline"),
        ::CpuRooflineFlops,
    )
}

/** Single-precision operations, with their bytes and time: see [CpuRoofline]. */
@DescribedBy(CpuRooflineSpFlops.TYPE::class)
@ExperimentalTimemoryApi
public class CpuRooflineSpFlops : CpuRoofline(setOf(Precision.SINGLE)) {
    /** The type of [CpuRooflineSpFlops]. */
    public companion object TYPE : CpuRooflineType<CpuRooflineSpFlops>(
        "cpu_roofline_sp_flops",
        "Single-precision operations, traffic and time for the roofline model",
        setOf(Precision.SINGLE),
        listOf("cpu_roofline_sp", "cpu_roofline_single"),
        ::CpuRooflineSpFlops,
    )
}

/** Double-precision operations, with their bytes and time: see [CpuRoofline]. */
@DescribedBy(CpuRooflineDpFlops.TYPE::class)
@ExperimentalTimemoryApi
public class CpuRooflineDpFlops : CpuRoofline(setOf(Precision.DOUBLE)) {
    /** The type of [CpuRooflineDpFlops]. */
    public companion object TYPE : CpuRooflineType<CpuRooflineDpFlops>(
        "cpu_roofline_dp_flops",
        "Double-precision operations, traffic and time for the roofline model",
        setOf(Precision.DOUBLE),
        listOf("cpu_roofline_dp", "cpu_roofline_double"),
        ::CpuRooflineDpFlops,
    )
}
