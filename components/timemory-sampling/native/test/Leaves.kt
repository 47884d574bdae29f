package sampled

import kotlin.concurrent.Volatile
import kotlin.math.sqrt
import timemory.results.CallGraph
import timemory.results.CallGraphNode
import timemory.results.Results

/**
 * Functions that are each called in one region only, so that the stack of a sample shows its true region, which the results are checked
 * against.
 */
internal object Leaves {
    @Volatile
    private var sink = 0.0

    /** Called only in regions "a". */
    fun alpha(rounds: Int) {
        var x = 1.0
        for (i in 0 until rounds) x += sqrt(x + i)
        sink = x
    }

    /** Called only in regions "b". */
    fun beta(rounds: Int) {
        var x = 1.0
        for (i in 0 until rounds) x += sqrt(x * i + 1)
        sink = x
    }

    /** Called only in regions "c". */
    fun gamma(rounds: Int) {
        var x = 1.0
        for (i in 0 until rounds) x += sqrt(x - i * 0.5 + rounds)
        sink = x
    }
}

/**
 * How many samples of the [Leaves] are in the right region and elsewhere, the total number, and the sum of all nodes' exclusive samples.
 */
internal class Counts(results: Results, component: String = "cpu_samples") {
    var right = 0L
        private set
    var wrong = 0L
        private set
    var self = 0L
        private set
    val all: Long
    val nanoseconds: Long

    init {
        val graph: CallGraph? = results[component]
        graph?.roots?.forEach { count(it, "") }
        all = graph?.roots.orEmpty().sumOf { it.inclusive.laps }
        nanoseconds = graph?.roots.orEmpty().sumOf { it.inclusive.exactSum!! }
    }

    private fun count(node: CallGraphNode, around: String) {
        val label = node.label
        val region = if (label.startsWith("~")) around else label
        val wanted = LEAVES[label]
        if (wanted != null) if (wanted == region) right += node.inclusive.laps else wrong += node.inclusive.laps
        for (child in node.children) count(child, region)
        self += node.inclusive.laps - node.children.sumOf { it.inclusive.laps }
    }

    override fun toString(): String = "right=$right wrong=$wrong all=$all self=$self"

    private companion object {
        val LEAVES = mapOf("~sampled.Leaves.alpha" to "a", "~sampled.Leaves.beta" to "b", "~sampled.Leaves.gamma" to "c")
    }
}
