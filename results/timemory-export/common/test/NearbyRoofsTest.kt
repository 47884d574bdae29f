package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import timemory.export.data.ResultsBuilder
import timemory.export.internal.nearbyRoofs
import timemory.internal.platform.writeAtomically
import timemory.results.Metric
import timemory.results.Results
import timemory.statistics.ReadNumber

class NearbyRoofsTest {
    private fun resultsWith(vararg numbers: String): Results {
        val builder = ResultsBuilder()
        val all = numbers.map { Metric.Number(it, Quantity.COUNT, "", true) }
        val graph = builder.graph(Metric("roofline", "roofline", "", Binding.THREAD, all))
        graph.record(graph.node(null, "region"), 1, 0, null, numbers.map { ReadNumber(1, 1.0, 1.0, 1.0, 1.0, 0.0) })
        return builder.build()
    }

    @Test
    fun aFileOfRoofsIsTakenWhereARooflineCanBeDrawn() {
        val folder = shell("mktemp -d").trim()
        val file = "$folder/ert.json"
        val computing = listOf("run" to resultsWith("flops", "runtime", "dram_bytes"))
        assertEquals(null, nearbyRoofs(computing, file))
        writeAtomically(file) { it.append("{}") }
        assertEquals("{}", nearbyRoofs(computing, file))
        assertEquals(null, nearbyRoofs(listOf("run" to resultsWith("flops")), file))
        assertEquals(null, nearbyRoofs(computing, folder), "a folder is no file of roofs")
        shell("rm -rf '$folder'")
    }
}
