package timemory.roofline

public actual fun platformKernels(): ErtKernels =
    if (JvmKernels.vectorUnavailableReason() == null) JvmKernels.vector() else JvmKernels.loops()
