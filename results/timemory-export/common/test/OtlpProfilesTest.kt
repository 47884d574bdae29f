package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import timemory.export.data.ResultsBuilder
import timemory.export.internal.OtlpProfiles
import timemory.export.internal.OtlpResource
import timemory.results.Metric
import timemory.results.Results
import timemory.statistics.ReadNumber

class OtlpProfilesTest {
    /** Returns results for several messages of some kilobytes: region number n has the exclusive value n. */
    private fun wide(regions: Int): Results {
        val builder = ResultsBuilder()
        val graph = builder.graph(Metric("wall_clock", "wall", "Wall", Binding.WALL, listOf(Metric.Number("", Quantity.TIME, "", true))))
        for (i in 1..regions) graph.record(graph.node(null, "region $i"), 1, 0, i.toLong(), listOf(number(i.toDouble())))
        return builder.build()
    }

    private fun number(sum: Double) = ReadNumber(1, sum, sum, sum, sum, 0.0)

    private fun messages(results: Results, largest: Int) =
        OtlpProfiles(results, OtlpResource(mapOf("service.name" to "test"), 7, 1_000_000_000L), largest).messages()

    @Test
    fun messagesAreBoundedAndHaveEachPlaceOnce() {
        val regions = 5_000
        val whole = messages(wide(regions), largest = 10_000_000).single()
        val several = messages(wide(regions), largest = 100_000)
        assertTrue(several.size > 1, "${several.size} messages of ${several.map { it.size }}, ${whole.size} as one")
        assertTrue(several.all { it.size <= 100_000 }, "${several.map { it.size }}")
        for (messages in listOf(listOf(whole), several)) {
            val samples = messages.flatMap { message -> Proto(message).inside(1, 2).flatMap { it.inside(2) } }.map { profile ->
                profile.inside(2).map { it.inside(4).single().number() }
            }
            // Each message has a profile of times and one of laps.
            assertEquals(2 * messages.size, samples.size)
            assertEquals((1L..regions).toList(), samples.filterIndexed { i, _ -> i % 2 == 0 }.flatten())
            assertEquals(List(regions) { 1L }, samples.filterIndexed { i, _ -> i % 2 == 1 }.flatten())
        }
    }

    @Test
    fun nothingMeasuredIsAMessageWithoutSamples() {
        val message = Proto(messages(ResultsBuilder().build(), 10_000).single())
        assertEquals(1, message.inside(1).size)
        assertEquals(1, message.inside(2).size)
    }

    /** The length-delimited fields of a message. */
    private class Proto(private val bytes: ByteArray) {
        private var at = 0

        /** Returns the content of the fields at the path of field numbers. */
        fun inside(vararg path: Int): List<Proto> {
            var found = listOf(this)
            for (field in path) found = found.flatMap { it.fields(field) }
            return found
        }

        private fun fields(wanted: Int): List<Proto> {
            val found = ArrayList<Proto>()
            at = 0
            while (at < bytes.size) {
                val tag = number()
                when ((tag and 7L).toInt()) {
                    0 -> number()
                    1 -> at += 8
                    2 -> {
                        val size = number().toInt()
                        if (tag shr 3 == wanted.toLong()) found.add(Proto(bytes.copyOfRange(at, at + size)))
                        at += size
                    }
                    else -> error("tag $tag")
                }
            }
            return found
        }

        fun number(): Long {
            var value = 0L
            var shift = 0
            do {
                val byte = bytes[at++].toLong()
                value = value or (byte and 0x7F shl shift)
                shift += 7
            } while (byte < 0L)
            return value
        }
    }
}
