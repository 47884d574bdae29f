package timemory.bundle

import timemory.OpenRegion
import timemory.Stream

public actual abstract class BundleForms actual constructor() {
    public actual abstract fun open(label: String): OpenRegion

    public actual abstract fun open(label: String, stream: Stream): OpenRegion
}
