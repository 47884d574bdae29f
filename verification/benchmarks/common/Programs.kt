package benchmarks

import timemory.WallClock
import timemory.measure

/* What the benchmarks of both targets measure. */

internal fun tenLabels() {
    measure<WallClock>("one") {}
    measure<WallClock>("two") {}
    measure<WallClock>("three") {}
    measure<WallClock>("four") {}
    measure<WallClock>("five") {}
    measure<WallClock>("six") {}
    measure<WallClock>("seven") {}
    measure<WallClock>("eight") {}
    measure<WallClock>("nine") {}
    measure<WallClock>("ten") {}
}

/** How many nodes [makeNodes] makes: of a width of 46 as many as were once made with timemory for C++. */
internal fun nodesOf(width: Int): Int = width + width * width + width * width * width

/** A call graph of three levels, each node with [width] below it. */
internal fun makeNodes(width: Int) {
    val labels = Array(width) { "label $it" }
    for (a in labels) {
        measure<WallClock>(a) {
            for (b in labels) {
                measure<WallClock>(b) {
                    for (c in labels) measure<WallClock>(c) {}
                }
            }
        }
    }
}

private const val BRANCHES = 10
private val branches = Array(BRANCHES) { "step $it" }

/** How many nodes [makeDeepNodes] makes. */
internal const val DEEP_NODES = 111_111

/** A call graph of six levels, each node but the innermost with ten below it. */
internal fun makeDeepNodes() {
    measure<WallClock>("run") { makeBranches(5) }
}

private fun makeBranches(levels: Int) {
    if (levels == 0) return
    for (label in branches) measure<WallClock>(label) { makeBranches(levels - 1) }
}
