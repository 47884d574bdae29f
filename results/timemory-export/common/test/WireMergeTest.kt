package timemory

import kotlin.math.sqrt
import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertContentEquals
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue
import timemory.export.data.ResultsBuilder
import timemory.export.ranks.RankSpread
import timemory.export.ranks.RankStatistics
import timemory.export.ranks.processes
import timemory.export.wire.WireResults
import timemory.export.wire.internal.BrokenPart
import timemory.export.wire.internal.MergePart
import timemory.export.wire.internal.WireFiles.OWN_RANKS
import timemory.export.wire.internal.mergeWire
import timemory.output.Screen
import timemory.output.TextTable
import timemory.results.CallGraphNode
import timemory.results.Metric
import timemory.results.Results
import timemory.settings.Settings
import timemory.statistics.ReadNumber

/** Results in the wire form are merged like results in memory, in any grouping, and show how processes differ. */
class WireMergeTest {
    private val seeds = 1..repeats(20, thorough = 60)

    private fun processes(seed: Int, count: Int): List<Results> = WireRandom(Random(seed)).let { all -> List(count) { all.process(it) } }

    private fun encoded(all: List<Results>): List<ByteArray> = all.mapIndexed { rank, one -> WireResults.encode(one, rank) }

    @Test
    fun merging_is_the_same_as_adding_up_in_memory() {
        for (seed in seeds) {
            val all = processes(seed, 1 + seed % 7)
            val added = ResultsBuilder().also { it.threadCount = 0; it.processCount = 0 }
            for (one in all) added.addAll(one)
            assertEquals(linesOf(added.build()), linesOf(WireResults.decode(WireResults.merge(encoded(all)))), "seed $seed")
        }
    }

    @Test
    fun any_grouping_gives_the_same() {
        for (seed in seeds) {
            val random = Random(seed)
            val parts = encoded(processes(seed, 8))
            val atOnce = WireResults.decode(WireResults.merge(parts))
            val groups = ArrayList(parts)
            while (groups.size > 1) {
                val at = random.nextInt(groups.size - 1)
                val merged = WireResults.merge(listOf(groups[at], groups.removeAt(at + 1)))
                groups[at] = merged
            }
            val grouped = WireResults.decode(groups.single())
            assertEquals(linesOf(atOnce), linesOf(grouped), "seed $seed")
            assertEquals(ranksOf(atOnce), ranksOf(grouped), "seed $seed")
        }
    }

    @Test
    fun a_left_fold_is_the_same_to_the_last_bit() {
        for (seed in seeds) {
            val parts = encoded(processes(seed, 6))
            val folded = parts.drop(1).fold(parts[0]) { all, one -> WireResults.merge(listOf(all, one)) }
            assertContentEquals(WireResults.merge(parts), folded, "seed $seed")
        }
    }

    @Test
    fun any_order_gives_the_same_but_for_the_last_lap() {
        for (seed in seeds) {
            val parts = encoded(processes(seed, 7))
            val other = WireResults.decode(WireResults.merge(parts.shuffled(Random(seed))))
            val one = WireResults.decode(WireResults.merge(parts))
            assertEquals(linesOf(one, hasLast = false), linesOf(other, hasLast = false), "seed $seed")
            assertEquals(ranksOf(one), ranksOf(other), "seed $seed")
        }
    }

    private fun ranksOf(results: Results): List<String> {
        val lines = ArrayList<String>()
        for (graph in results.graphs) {
            val path = ArrayList<String>()
            for (node in graph.nodes()) {
                while (path.size > node.depth) path.removeAt(path.lastIndex)
                path.add(node.label)
                val ranks = RankStatistics.of(node)
                val numbers = List(graph.type.elementCount) { i ->
                    listOf(ranks?.inclusive(i), ranks?.exclusive(i)).map { one ->
                        one?.let {
                            listOf(
                                rounded(it.sum), it.min, it.minRank, it.max, it.maxRank, rounded(it.standardDeviation),
                                rounded(it.imbalance),
                            )
                        }
                    }
                }
                lines.add("${graph.type.id} $path: ${ranks?.count} $numbers")
            }
        }
        return lines.sorted()
    }

    @Test
    fun how_processes_differ_is_what_a_plain_model_says() {
        for (seed in seeds) {
            val count = 2 + seed % 9
            val all = processes(seed, count)
            val merged = WireResults.decode(WireResults.merge(encoded(all)))
            var compared = 0
            for (graph in merged.graphs) {
                val path = ArrayList<String>()
                for (node in graph.nodes()) {
                    while (path.size > node.depth) path.removeAt(path.lastIndex)
                    path.add(node.label)
                    val each = all.mapIndexed { rank, one -> rank to one[graph.type.id]?.find(*path.toTypedArray()) }
                        .filter { (_, own) -> own != null && own.inclusive.laps > 0L }
                    val at = "seed $seed, ${graph.type.id} $path"
                    if (each.isEmpty()) {
                        assertNull(RankStatistics.of(node), at)
                    } else {
                        for (i in 0 until graph.type.elementCount) {
                            assertModel(at, node, i, each.map { (rank, own) -> rank to own!! }, count)
                            compared++
                        }
                    }
                }
            }
            assertTrue(compared > 10, "seed $seed compares $compared numbers")
        }
    }

    private fun assertModel(at: String, node: CallGraphNode, i: Int, each: List<Pair<Int, CallGraphNode>>, count: Int) {
        val ranks = assertNotNull(RankStatistics.of(node), at)
        assertEquals(each.size, ranks.count, at)
        for ((spread, value) in listOf<Pair<RankSpread, (CallGraphNode) -> Double>>(
            ranks.inclusive(i) to { it.inclusive.sum(i) }, ranks.exclusive(i) to { it.exclusive(i) },
        )) {
            val values = each.map { (_, own) -> value(own) }
            assertEquals(values.sum(), spread.sum, at)
            assertEquals(values.min(), spread.min, at)
            assertEquals(values.max(), spread.max, at)
            assertEquals(each.first { (_, own) -> value(own) == values.min() }.first, spread.minRank, at)
            assertEquals(each.first { (_, own) -> value(own) == values.max() }.first, spread.maxRank, at)
            val mean = values.sum() / values.size
            assertEquals(mean, spread.mean, at)
            val deviation = if (values.size < 2) 0.0 else sqrt(values.sumOf { (it - mean) * (it - mean) } / (values.size - 1))
            assertEquals(deviation, spread.standardDeviation, 1e-9 * (1.0 + deviation), at)
            val ofAll = values.sum() / count
            if (ofAll > 0.0) assertEquals((values.max() - ofAll) / ofAll * 100.0, spread.imbalance, 1e-9 * (1.0 + spread.imbalance), at)
            assertEquals((values.max() - ofAll) * count, spread.lost, 1e-6, at)
        }
    }

    private fun results(vararg regions: Pair<List<String>, Long>): Results {
        val builder = ResultsBuilder()
        val graph = builder.graph(WireRandom.METRICS[0])
        for ((path, sum) in regions) {
            var node: CallGraphNode? = null
            for (label in path) node = graph.node(node, label)
            val number = sum.toDouble()
            graph.record(node!!, 1L, 0L, sum, listOf(ReadNumber(1L, number, number, number, number, 0.0)))
        }
        return builder.build()
    }

    @Test
    fun the_slow_process_is_named_and_absent_ones_count_as_nothing() {
        val parts = List(4) { rank ->
            val main = listOf("main") to 100L + if (rank == 2) 100L else 0L
            val rare = listOf("main", "rare") to 40L
            WireResults.encode(if (rank < 2) results(main, rare) else results(main), rank)
        }
        val graph = WireResults.decode(WireResults.merge(parts))["wall_clock"]!!
        val main = RankStatistics.of(graph.find("main")!!)!!
        assertEquals(listOf(4, 2, 0), listOf(main.count, main.inclusive().maxRank, main.inclusive().minRank))
        assertEquals(60.0, main.inclusive().imbalance)
        assertEquals(300.0, main.inclusive().lost)
        // Exclusively, ranks 0 and 1 have 60, rank 2 has 200, rank 3 has 100.
        assertEquals(listOf(60.0, 200.0), listOf(main.exclusive().min, main.exclusive().max))
        val rare = RankStatistics.of(graph.find("main", "rare")!!)!!
        assertEquals(listOf(4, 2), listOf(rare.processCount, rare.count))
        assertEquals(100.0, rare.inclusive().imbalance)
        assertEquals(0, rare.inclusive().maxRank)
    }

    @Test
    fun narrow_tables_keep_what_says_which_process_was_slow() {
        val parts = List(4) { rank -> WireResults.encode(results(listOf("solve") to if (rank == 2) 40_000_000L else 20_000_000L), rank) }
        val graph = WireResults.decode(WireResults.merge(parts))["wall_clock"]!!
        fun header(columns: Int): List<String> =
            buildString { TextTable(graph, Settings.DEFAULT, Screen(columns, hasColours = false)).writeTo(this) }
                .lines().first { "LABEL" in it }.split('|').map { it.trim() }.filter { it.isNotEmpty() }
        assertEquals(listOf("RANKS", "RANK MIN", "RANK MEAN", "RANK MAX", "% IMBALANCE"), header(Int.MAX_VALUE).takeLast(5))
        assertEquals(listOf("LABEL", "COUNT", "UNITS", "SUM", "% SELF", "RANK MAX", "% IMBALANCE"), header(80))
        assertEquals(listOf("LABEL", "COUNT", "UNITS", "SUM", "RANK MAX", "% IMBALANCE"), header(70))
        assertEquals(listOf("LABEL", "COUNT", "UNITS", "SUM"), header(40))
    }

    @Test
    fun one_process_is_compared_with_nothing() {
        val one = WireResults.merge(listOf(WireResults.encode(results(listOf("main") to 5L), 3)))
        assertNull(RankStatistics.of(WireResults.decode(one)["wall_clock"]!!.find("main")!!))
        assertContentEquals(WireResults.encode(results(listOf("main") to 5L), 3), one)
    }

    @Test
    fun processes_are_known_by_their_ranks() {
        val parts = listOf(5, 3, 4).map { WireResults.encode(results(listOf("main") to 1L).also { _ -> }, it) }
        val merged = WireResults.decode(WireResults.merge(parts))
        assertEquals(listOf(3, 4, 5), merged.processes.map { it.rank })
        assertEquals(3, RankStatistics.of(merged["wall_clock"]!!.find("main")!!)!!.inclusive().maxRank)
        val unknown = WireResults.decode(WireResults.merge(List(3) { WireResults.encode(results(listOf("main") to it.toLong())) }))
        assertEquals(listOf(0, 1, 2), unknown.processes.map { it.rank })
    }

    @Test
    fun ranks_up_to_the_highest_are_kept_and_none_above_it_is_made() {
        fun part(rank: Int) = WireResults.encode(results(listOf("region") to 10L), rank)
        val merged = WireResults.merge(listOf(part(20_000_000), part(1_000_000_000)))
        assertEquals(listOf(20_000_000, 1_000_000_000), WireResults.processes(merged).map { it.rank })
        assertFailsWith<IllegalArgumentException> { part(1_000_000_001) }
        val shifted = assertFailsWith<BrokenPart> { mergeWire(listOf(MergePart(part(0), 0), MergePart(merged, 1)), 1000) }
        assertEquals(1, shifted.index)
        assertContains(shifted.message!!, "has rank 1000000000, which becomes 1000000001 among the others")
    }

    @Test
    fun ranks_that_two_parts_have_become_different() {
        fun part(sum: Long, rank: Int = -1) = WireResults.encode(results(listOf("main") to sum), rank)
        val halves = listOf(WireResults.merge(listOf(part(1L), part(2L))), WireResults.merge(listOf(part(3L), part(9L))))
        val all = WireResults.decode(WireResults.merge(halves))
        assertEquals(listOf(0, 1, 2, 3), all.processes.map { it.rank })
        assertEquals(3, RankStatistics.of(all["wall_clock"]!!.find("main")!!)!!.inclusive().maxRank)
        val same = WireResults.processes(WireResults.merge(listOf(part(1L, 7), part(2L, 7), part(3L), part(4L, 2))))
        // The third part gets a rank above all others, because its index 2 is the fourth's own rank.
        assertEquals(listOf(2, 7, 8, 9), same.map { it.rank })
    }

    @Test
    fun what_was_merged_keeps_its_ranks_in_the_next_merge_even_alone() {
        fun part(rank: Int) = MergePart(WireResults.encode(results(listOf("main") to 10L * rank), rank), rank, isKept = true)
        val two = mergeWire(listOf(part(0), part(1)), 1000)
        val alone = mergeWire(listOf(part(64)), 1000)
        val parts = listOf(two, alone).map { MergePart(it, OWN_RANKS, isKept = true) }
        val all = WireResults.decode(mergeWire(parts, 1000))
        assertEquals(listOf(0, 1, 64), all.processes.map { it.rank })
        val ranks = RankStatistics.of(all["wall_clock"]!!.find("main")!!)!!
        assertEquals(64, ranks.inclusive().maxRank)
        assertContentEquals(intArrayOf(0, 1, 64), ranks.ranks)
        assertContentEquals(doubleArrayOf(0.0, 10.0, 640.0), ranks.values())
    }

    @Test
    fun values_of_each_process_follow_the_ranks_and_are_there_for_all_or_none() {
        fun kept(vararg sums: Long) = mergeWire(
            sums.mapIndexed { rank, sum -> MergePart(WireResults.encode(results(listOf("main") to sum), rank), rank, isKept = true) }, 1000,
        )
        val shifted = WireResults.decode(mergeWire(listOf(MergePart(kept(1L, 2L), 0), MergePart(kept(3L, 4L), 2)), 1000))
        val ranks = RankStatistics.of(shifted["wall_clock"]!!.find("main")!!)!!
        assertContentEquals(intArrayOf(0, 1, 2, 3), ranks.ranks)
        assertContentEquals(doubleArrayOf(1.0, 2.0, 3.0, 4.0), ranks.values())
        val unkept = MergePart(WireResults.encode(results(listOf("main") to 5L), 2), 2)
        val some = WireResults.decode(mergeWire(listOf(MergePart(kept(1L, 2L), 0), unkept), 1000))
        assertContentEquals(intArrayOf(), RankStatistics.of(some["wall_clock"]!!.find("main")!!)!!.ranks)
    }

    @Test
    fun imbalance_is_how_far_the_largest_is_above_the_mean_whatever_the_sign() {
        fun spread(sum: Double, max: Double) = RankSpread(2, 2, sum, 0.0, 0, max, 1, 0.0)
        assertEquals(50.0, spread(4.0, 3.0).imbalance)
        assertEquals(50.0, spread(-4.0, -1.0).imbalance)
        assertEquals(0.0, spread(0.0, 0.0).imbalance)
        val infinite = Double.POSITIVE_INFINITY
        for (unknown in listOf(spread(0.0, 5.0), spread(infinite, infinite), spread(infinite, 1.0), spread(Double.NaN, 1.0))) {
            assertTrue(unknown.imbalance.isNaN(), "${unknown.sum} ${unknown.max}: ${unknown.imbalance}")
        }
    }

    @Test
    fun however_many_problems_there_are_what_is_written_can_be_read() {
        fun part(rank: Int): ByteArray {
            val builder = ResultsBuilder()
            repeat(1500) { builder.problem("problem $it of $rank") }
            val graph = builder.graph(WireRandom.METRICS[0])
            val one = listOf(ReadNumber(1L, 1.0, 1.0, 1.0, 1.0, 0.0))
            for (label in listOf("a", "b", "c")) graph.record(graph.node(null, label), 1L, 0L, 1L, one)
            return WireResults.encode(builder.build(), rank)
        }
        val merged = WireResults.decode(WireResults.merge(listOf(part(0), part(1)), maxNodes = 2))
        assertTrue(merged.problems.any { "folded into" in it }, "${merged.problems.size} problems")
        assertEquals(2, merged.processCount)
    }

    @Test
    fun a_process_without_results_takes_part() {
        val nothing = WireResults.encode(ResultsBuilder().build(), 1)
        val merged = WireResults.decode(WireResults.merge(listOf(WireResults.encode(results(listOf("main") to 8L), 0), nothing)))
        assertEquals(2, merged.processCount)
        assertEquals(100.0, RankStatistics.of(merged["wall_clock"]!!.find("main")!!)!!.inclusive().imbalance)
    }

    @Test
    fun too_many_regions_are_folded_and_nothing_is_lost() {
        for (most in listOf(1, 2, 7, 50, 300)) {
            val parts = List(3) { rank ->
                val leaves = List(400) { listOf("main", "request ${it * 3 + rank}", "inside") to 1L + it }
                val requests = List(400) { listOf("main", "request ${it * 3 + rank}") to 10L + it }
                WireResults.encode(results(*(listOf(listOf("main") to 1_000_000L) + requests + leaves).toTypedArray()), rank)
            }
            val folded = WireResults.decode(WireResults.merge(parts, most))
            val graph = folded["wall_clock"]!!
            assertTrue(graph.nodes().count() <= most, "${graph.nodes().count()} of $most")
            assertContains(folded.problems.joinToString(), "'request #'")
            assertContains(folded.problems.joinToString(), "of component wall_clock are folded into '(others)'")
            if (most == 1) {
                assertEquals(listOf("(others)"), graph.roots.map { it.label })
                assertEquals(3_000_000L, graph.roots[0].inclusive.exactSum)
            } else {
                val main = graph.find("main")!!
                assertEquals(3L * (400 * 10 + 399 * 200), main.children.sumOf { it.inclusive.exactSum!! })
                assertEquals("(others)", main.children.last().label)
                assertNotNull(RankStatistics.of(main))
                assertNull(RankStatistics.of(main.children.last()))
                assertEquals(3_000_000L - 3L * (400 * 10 + 399 * 200), main.exclusiveExact())
                // The largest stay.
                if (most == 300) assertTrue(main.children.any { it.label == "request 1199" })
            }
        }
    }

    @Test
    fun folded_regions_are_folded_into_those_that_were_folded_before() {
        fun part(rank: Int) = WireResults.encode(results(*Array(100) { listOf("request ${it * 9 + rank}") to 10L }), rank)
        val two = WireResults.merge(listOf(part(0), part(1)), 20)
        val all = WireResults.decode(WireResults.merge(listOf(two, WireResults.merge(listOf(part(2), part(3)), 20)), 20))
        assertEquals(1, all["wall_clock"]!!.roots.count { it.label == "(others)" })
        assertEquals(4000L, all["wall_clock"]!!.roots.sumOf { it.inclusive.exactSum!! })
        assertTrue(all["wall_clock"]!!.nodes().count() <= 20)
    }

    @Test
    fun components_of_different_numbers_are_refused() {
        val other = Metric("wall_clock", "wall", "Time", Binding.WALL, listOf(Metric.Number("", Quantity.COUNT, "", true)))
        val builder = ResultsBuilder()
        builder.graph(other).let { it.record(it.node(null, "main"), 1L, 0L, 1L, listOf(ReadNumber(1L, 1.0, 1.0, 1.0, 1.0, 0.0))) }
        val parts = listOf(WireResults.encode(results(listOf("main") to 5L), 0), WireResults.encode(builder.build(), 1))
        val message = runCatching { WireResults.merge(parts) }.exceptionOrNull()?.message
        assertContains(message!!, "part 1 of the results has component wall_clock with other numbers or units")
    }

    @Test
    fun what_was_merged_is_written_again_as_it_was() {
        for (seed in seeds) {
            val merged = WireResults.merge(encoded(processes(seed, 5)))
            val again = WireResults.encode(WireResults.decode(merged))
            val one = WireResults.decode(merged)
            val other = WireResults.decode(again)
            assertEquals(linesOf(one), linesOf(other), "seed $seed")
            assertEquals(ranksOf(one), ranksOf(other), "seed $seed")
            assertEquals(one.processes.map { it.toString() }, other.processes.map { it.toString() })
        }
    }
}
