package timemory

/**
 * Has components of one bundle share their readings: of those that read the same, the first reads, once at each end of a lap, and the
 * others take what it read. The first is started last and stopped first, so it has read when the others are stopped. Components that are
 * made of others take part with those.
 */
internal fun shareReadings(components: Array<Component?>) {
    val leaves = ArrayList<Component>(components.size)
    for (component in components) if (component != null) leaves.addAll(component.leaves)
    for (i in 1 until leaves.size) {
        for (j in 0 until i) if (leaves[i].follow(leaves[j])) break
    }
}
