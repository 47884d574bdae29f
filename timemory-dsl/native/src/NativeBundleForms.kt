package timemory

public actual abstract class BundleForms actual constructor() {
    public actual abstract fun open(label: String): OpenRegion
}
