@file:OptIn(ExperimentalTimemoryApi::class)

package samples

import kotlin.random.Random
import timemory.ExperimentalTimemoryApi
import timemory.bundle
import timemory.roofline.CpuRooflineFlops
import timemory.roofline.MemoryLevel
import timemory.roofline.countBytes
import timemory.roofline.countInstructions

/**
 * Aligns sequences with the Smith-Waterman algorithm, which only uses integers: a point in the *instruction* roofline, as in section 5.4 of
 * timemory's paper. The paper used a GPU; this uses the CPU. See samples/paper.
 *
 * The CPU counts the instructions if its events are available (`TIMEMORY_INSTRUCTION_ROOFLINE=true`). Otherwise the program reports how
 * many its innermost loop has as written.
 */
object SmithWaterman {
    private const val MATCH = 3
    private const val MISMATCH = -3
    private const val GAP = 2

    /** Instructions per cell as written: 4 loads, 1 comparison of bases, 4 additions, 4 maxima of 2, 2 stores, 2 for the loop. */
    private const val INSTRUCTIONS_OF_CELL = 21.0

    /** Bytes per cell: a base and two scores of the row above are loaded, one score is stored. */
    private const val BYTES_OF_CELL = 1.0 + 2 * 4 + 4

    private val tools = bundle<CpuRooflineFlops>()

    @JvmStatic
    fun main(arguments: Array<String>) {
        val length = arguments.firstOrNull()?.toInt() ?: 4_000
        val one = sequence(length, Random(1))
        val other = mutated(one, Random(2))
        // Compiled code is measured, so the first iterations are ignored.
        repeat(3) { align(one, other) }
        for (turn in 1..5) {
            val (score, roofline) = tools.measured("align") {
                align(one, other).also {
                    countInstructions(INSTRUCTIONS_OF_CELL * length * length)
                    countBytes(BYTES_OF_CELL * length * length, MemoryLevel.L1)
                }
            }
            val lap = roofline.last
            val lines = lap.bytes(MemoryLevel.L1) / 64
            println(
                "score %d, %.2f ns per cell, %.2f instructions per ns, %.1f per line of 64 bytes".format(
                    score, lap.runtime / length / length, lap.instructions / lap.runtime, lap.instructions / lines,
                ),
            )
        }
        println("instructions: " + (CpuRooflineFlops.eventsUnavailableReason?.let { "as the program says ($it)" } ?: "see README.md"))
    }

    /** The highest score of any parts of the two sequences. */
    fun align(one: ByteArray, other: ByteArray): Int {
        val above = IntArray(other.size + 1)
        var best = 0
        for (base in one) {
            var diagonal = 0
            var left = 0
            for (j in other.indices) {
                val matched = diagonal + if (base == other[j]) MATCH else MISMATCH
                diagonal = above[j + 1]
                val score = maxOf(0, maxOf(matched, maxOf(diagonal, left) - GAP))
                above[j + 1] = score
                left = score
                best = maxOf(best, score)
            }
        }
        return best
    }

    private fun sequence(length: Int, random: Random) = ByteArray(length) { "ACGT"[random.nextInt(4)].code.toByte() }

    /** Copies [original] with one base in ten changed. */
    private fun mutated(original: ByteArray, random: Random) =
        ByteArray(original.size) { if (random.nextInt(10) == 0) "ACGT"[random.nextInt(4)].code.toByte() else original[it] }
}
