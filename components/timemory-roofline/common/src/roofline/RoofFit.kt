package timemory.roofline

/*
 * Derives bandwidth roofs from measurements.
 *
 * Kernels that compute next to nothing are measured with data of many sizes. The cache sizes determine which level serves a size: data that
 * fill at most three quarters of a level's share for one thread, and at least twice the level above, so that the latter cannot hold much of
 * them, come from that level. Data of at least four times the last-level cache come from memory: last-level caches keep parts of the data
 * that pass through them, and at twice their size memory still appears a fifth faster. A level's roof is the best bandwidth there, over all
 * kernels; a size between the ranges is not assigned to any level. The original toolkit looks for plateaus in the curve instead, which
 * finds spurious levels when a machine is disturbed, and misses a level with few sizes.
 *
 * A GPU's L1 cache belongs to a multiprocessor, and its size is not reported. It is measured by a kernel that reads nothing else
 * (`ErtSample.level`), and the other kernels bypass it. A GPU's L2 cache does not evict the least recently used data first, so it keeps a
 * part of data that are larger: the larger the data, the smaller the part. So among the data that certainly do not fit, only the largest
 * show the memory bandwidth.
 */

/** Returns the measurement that defines the roof of each level, with [threads] threads, from the nearest level on. */
internal fun bandwidthsOf(results: ErtResults, threads: Int): List<Pair<String, ErtSample>> {
    val all = results.samples.filter { it.threads == threads && !it.isPeak && it.totalBytes > 0.0 }
    val told = all.filter { it.level.isNotEmpty() }.groupBy { it.level }.map { (level, of) -> level to of.maxBy { it.bytesPerSecond } }
    return told.sortedBy { it.first } + bySize(results, threads, all.filter { it.level.isEmpty() })
}

private fun bySize(results: ErtResults, threads: Int, samples: List<ErtSample>): List<Pair<String, ErtSample>> {
    val shares =
        results.machine.caches.sortedBy { it.level }.map { "L${it.level}" to it.bytes.toDouble() / minOf(threads, maxOf(1, it.sharedBy)) }
    if (shares.isEmpty()) {
        // It is not known which level serves which size; the largest data most likely come from memory.
        val largest = samples.maxOfOrNull { it.workingSet } ?: return emptyList()
        return listOf("DRAM" to samples.filter { it.workingSet == largest }.maxBy { it.bytesPerSecond })
    }
    var above = 0.0
    val ranges = ArrayList<Triple<String, Double, Double>>()
    for ((name, share) in shares) {
        ranges.add(Triple(name, above * OUT_OF_CACHE, share * WITHIN_CACHE))
        above = share
    }
    // For a GPU, only the largest working set: see the comment at the start of this file.
    val leastOfMemory = if (results.machine.isGpu) maxOf(above * OUT_OF_CACHE, samples.maxOfOrNull { it.workingSet.toDouble() } ?: 0.0)
    else above * OUT_OF_ALL_CACHES
    ranges.add(Triple("DRAM", leastOfMemory, Double.MAX_VALUE))
    return ranges.mapNotNull { (name, least, most) ->
        samples.filter { it.workingSet >= least && it.workingSet <= most }.maxByOrNull { it.bytesPerSecond }?.let { name to it }
    }
}

private const val OUT_OF_CACHE = 2.0
private const val OUT_OF_ALL_CACHES = 4.0
private const val WITHIN_CACHE = 0.75
