package timemory

import timemory.gpu.CudaStream

public actual abstract class BundleForms actual constructor() {
    public actual abstract fun open(label: String): OpenRegion

    public actual abstract fun open(label: String, stream: CudaStream): OpenRegion
}
