package timemory

import kotlin.random.Random
import timemory.results.CallGraph
import timemory.results.CallGraphNode
import timemory.results.DeviceActivity
import timemory.results.DeviceTimeline
import timemory.results.DeviceTrack
import timemory.results.Results
import timemory.results.RunMetadataFacts
import timemory.statistics.Distribution
import timemory.statistics.Statistics

/** Random results of components of every kind, with everything that a region can have. */
internal class RandomResults(private val random: Random) {
    private var place = 0L

    fun make(): Results = Results(
        listOf(WallClock, PeakRss, CpuUtil, ReadBytes, Score, Motto).map { graph(it) },
        4242L,
        3,
        listOf("something was wrong with \"quotes\" & <marks>"),
        1,
        object : DeviceTimeline {
            override val tracks = List(4) { stream ->
                val activities = List(5) { DeviceActivity("kernel ${it % 3}", 0, stream, 1000L * it, random.nextLong(1, 900)) }
                DeviceTrack("GPU 0, stream $stream", activities, 0L)
            }
        },
        RunMetadataFacts(
            mapOf("HOSTNAME" to "here", "CPU_MODEL" to "a \"fast\" one"),
            mapOf("HOME" to "/home/ä"),
            listOf("program", "--fast"),
            mapOf("TIMEMORY_ENABLED" to RunMetadataFacts.Setting("true", isSet = false)),
        ),
        threadNames = mapOf(0 to "main", 70 to "pool \"1\" & <marks>"),
    )

    private fun graph(type: ComponentType<*>): CallGraph {
        val root = CallGraphNode(type, "", null, 0L, 0)
        place = 0L
        repeat(2) { fill(root, 0, type) }
        val graph = CallGraph(type, random.nextInt(4) == 0, root)
        for (node in graph.nodes()) for (child in node.children) if (!child.isConcurrent) node.addNested(child.inclusive)
        return graph
    }

    private fun fill(parent: CallGraphNode, depth: Int, type: ComponentType<*>) {
        repeat(random.nextInt(1, 5)) { i ->
            val isLap = type === WallClock && depth == 2 && random.nextBoolean()
            val node = parent.child(LABELS.random(random), if (isLap) 100L * place + i + 1L else 0L, 0)
            if (node.inclusive.laps > 0L) return@repeat
            record(node.inclusive, type, if (isLap) 1L else if (random.nextInt(12) == 0) 0L else random.nextLong(1, 4))
            note(node, depth)
            if (isLap) node.start = random.nextLong(0, 1_000_000)
            if (depth < 3 && random.nextInt(3) > 0) fill(node, depth + 1, type)
        }
    }

    private fun note(node: CallGraphNode, depth: Int) {
        node.place = if (random.nextInt(5) == 0) place + random.nextInt(10) else place
        place = node.place + 1
        node.addThread(if (random.nextInt(3) == 0) random.nextInt(200) else 0)
        if (random.nextInt(8) == 0) node.addThread(70)
        node.instrumentation = if (random.nextBoolean()) 0.0 else random.nextDouble() * 100
        node.isConcurrent = depth > 0 && random.nextInt(4) == 0
        node.hasMissingLaps = random.nextInt(10) == 0
    }

    private fun record(totals: Totals, type: ComponentType<*>, laps: Long) {
        if (laps == 0L) return
        when (type) {
            WallClock, PeakRss -> recordLongs(totals, laps)
            Score -> {
                val all = Statistics()
                repeat(laps.toInt()) { all.add(NUMBERS.random(random)) }
                totals.addDoubles(NUMBERS.random(random), all)
            }
            CpuUtil -> recordValues(totals, type, laps) { Ratio(random.nextDouble(), random.nextInt(3).toDouble(), 100.0) }
            ReadBytes -> recordValues(totals, type, laps) { Rate(random.nextLong(1_000_000), random.nextLong(1, 1_000_000)) }
            else -> totals.addValues(laps, TEXTS.random(random), TEXTS.random(random), emptyArray())
        }
    }

    private fun recordLongs(totals: Totals, laps: Long) {
        val histogram = Distribution()
        repeat(laps.toInt()) {
            val lap = if (random.nextInt(20) == 0) 1L shl 60 else random.nextLong(0, 5_000_000)
            if (random.nextInt(10) == 0) totals.addOpenLap(lap) else totals.addLap(lap)
            histogram.record(lap)
        }
        if (random.nextBoolean()) totals.addDistribution(histogram)
        if (random.nextInt(30) == 0) totals.addLongs(1L, Long.MAX_VALUE, 3e19, 5L, 5L, Long.MAX_VALUE, 1e30)
    }

    private fun recordValues(totals: Totals, type: ComponentType<*>, laps: Long, lap: () -> Any) {
        var sum: Any? = null
        var last: Any = ""
        val numbers = Array(type.elementCount) { Statistics() }
        repeat(laps.toInt()) {
            last = lap()
            sum = sum?.let { type.plusAny(it, last) } ?: last
            type.numbersAny(last).forEachIndexed { i, number -> numbers[i].add(number) }
        }
        totals.addValues(laps, sum!!, last, numbers)
    }

    private companion object {
        val LABELS = listOf("load", "store", "run", "ä \"quoted\" <b>", "line\nbreak", "\uD83D\uDE00", "a/b:1")
        val NUMBERS = listOf(0.0, -0.0, 1.0, 0.1, 1.0 / 3.0, 5e-324, 1.7976931348623157e308, -12345.678, 1e15, 123456789012345678.0)
        val TEXTS = listOf("one", "two words", "")
    }
}

/** Records floating-point numbers. */
private class Score : DoubleComponent() {
    override fun start() = Unit

    override fun stop() = Unit

    companion object TYPE : ComponentType<Score>("score", "A number of any kind", Quantity.COUNT, ::Score)
}

/** Records texts. */
private class Motto : ValueComponent<String>(Motto) {
    override fun start() = Unit

    override fun stop() = Unit

    companion object TYPE : ValueComponentType<Motto, String>("motto", "A text", Quantity.COUNT, ::Motto) {
        override fun plus(a: String, b: String): String = "$a$b"
    }
}
