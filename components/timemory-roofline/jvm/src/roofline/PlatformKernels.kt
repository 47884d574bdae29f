package timemory.roofline

import timemory.ExperimentalTimemoryApi

@ExperimentalTimemoryApi
public actual fun platformKernels(): ErtKernels =
    if (JvmKernels.vectorUnavailableReason() == null) JvmKernels.vector() else JvmKernels.loops()
