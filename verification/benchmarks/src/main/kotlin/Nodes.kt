package benchmarks

import java.io.File
import java.lang.management.ManagementFactory
import kotlin.io.path.createTempDirectory
import timemory.Timemory
import timemory.WallClock
import timemory.export.htmlOutput
import timemory.measure

/**
 * A call graph of 46 + 46 x 46 + 46 x 46 x 46 nodes, as it was created with timemory for C++: the time to create a node, its memory, and
 * the time to merge them and write them as JSON. A single run in a fresh JVM, without warm-up. An argument sets a width other than 46.
 */
object Nodes {
    @JvmStatic
    fun main(arguments: Array<String>) {
        val width = arguments.firstOrNull()?.toInt() ?: 46
        val nodes = nodesOf(width)
        val folder = createTempDirectory("timemory").toFile()
        Timemory.init {
            coutOutput = false
            textOutput = false
            jsonOutput = true
            compactOutput = false
            htmlOutput = false
            maxNodes = 2 * nodes
            outputPath = folder.path
        }
        measure<WallClock>("first") {}
        val before = heap()
        val begin = System.nanoTime()
        makeNodes(width)
        val made = System.nanoTime()
        val live = heap() - before
        val writing = System.nanoTime()
        Timemory.finalize()
        val written = System.nanoTime()
        println("nodes-make\t${(made - begin).toDouble() / nodes}")
        println("nodes-bytes\t${live.toDouble() / nodes}")
        println("nodes-json\t${(written - writing) / 1e6}")
        val text = File(folder, "wall.json").readText()
        check(generateSequence(text.indexOf(PREFIX)) { text.indexOf(PREFIX, it + 1) }.indexOf(-1) == nodes + 1) { "nodes are missing" }
        folder.deleteRecursively()
    }

    private const val PREFIX = "\"prefix\""

    private fun heap(): Long {
        repeat(3) { System.gc() }
        return ManagementFactory.getMemoryMXBean().heapMemoryUsage.used
    }
}
