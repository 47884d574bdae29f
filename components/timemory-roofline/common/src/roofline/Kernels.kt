package timemory.roofline

import timemory.ExperimentalTimemoryApi

/** A set of kernels that are compiled in the same way. */
@ExperimentalTimemoryApi
public class ErtKernels internal constructor(
    /** `native`, `vector` or `loops`, as in results. */
    public val kind: String,
    /** The kernels that move bytes and those that compute, in the order in which they are measured. */
    public val kernels: List<ErtKernel>,
    /**
     * Intermediate steps: fused multiply-adds, 2 to 32 times per element, in the widest vectors. Not in [kernels], because they do not
     * define roofs; empty if the compiler chooses the number of operations.
     */
    public val ladder: List<ErtKernel>,
    /** The frequency at which the processor ran, in gigahertz, measured with them; `null` if they cannot measure it. */
    public val gigahertz: Double?,
)

/**
 * Returns this platform's kernels that are closest to the hardware. Throws an [UnsupportedOperationException] if there are none for this
 * processor.
 */
@ExperimentalTimemoryApi
public expect fun platformKernels(): ErtKernels
