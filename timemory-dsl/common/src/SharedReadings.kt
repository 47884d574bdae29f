package timemory

/**
 * Lets components of one bundle share their readings: among those with the same source, the first reads it once at each end of a lap, and
 * the others use its reading. The first is started last and stopped first, so it has its reading when the others are stopped. Composite
 * components take part with their parts.
 */
internal fun shareReadings(components: Array<Component?>) {
    val leaves = ArrayList<Component>(components.size)
    for (component in components) if (component != null) leaves.addAll(component.leaves)
    for (i in 1 until leaves.size) {
        for (j in 0 until i) if (leaves[i].follow(leaves[j])) break
    }
}
