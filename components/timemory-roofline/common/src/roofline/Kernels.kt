package timemory.roofline

import timemory.ExperimentalTimemoryApi

/** A kind of kernels: how they are compiled. */
@ExperimentalTimemoryApi
public class ErtKernels internal constructor(
    /** `native`, `vector` or `loops`: as results have it. */
    public val kind: String,
    /** Those that move bytes and those that compute, in the order in which they are measured. */
    public val kernels: List<ErtKernel>,
    /**
     * Steps between the two: fused multiply-adds, 2 to 32 times with each element, in the widest vectors. Not among [kernels], as they set
     * no roof; none where the number of operations is the compiler's.
     */
    public val ladder: List<ErtKernel>,
    /** The frequency at which the processor ran, in gigahertz, measured with them; `null` where they cannot tell. */
    public val gigahertz: Double?,
)

/**
 * The kernels of this platform that resemble hardware most closely. Throws an [UnsupportedOperationException] where there are none for this
 * processor.
 */
@ExperimentalTimemoryApi
public expect fun platformKernels(): ErtKernels
