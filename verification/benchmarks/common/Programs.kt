package benchmarks

import timemory.WallClock
import timemory.measure

/* The workloads of the benchmarks of both targets. */

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

/** How many nodes [makeNodes] creates: with a width of 46, as many as were once created with timemory for C++. */
internal fun nodesOf(width: Int): Int = width + width * width + width * width * width

/** A call graph of three levels; each node has [width] children. */
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

/** How many nodes [makeDeepNodes] creates. */
internal const val DEEP_NODES = 111_111

/** A call graph of six levels; each node except the innermost has ten children. */
internal fun makeDeepNodes() {
    measure<WallClock>("run") { makeBranches(5) }
}

private fun makeBranches(levels: Int) {
    if (levels == 0) return
    for (label in branches) measure<WallClock>(label) { makeBranches(levels - 1) }
}
