package timemory

import kotlin.random.Random
import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import timemory.export.ExportFormats
import timemory.export.data.ResultsBuilder
import timemory.export.data.SavedResults
import timemory.export.data.UnreadableResultsException
import timemory.export.wire.WireResults
import timemory.export.wire.internal.Crc32
import timemory.output.ResultFormat
import timemory.results.Results
import timemory.settings.Settings
import timemory.settings.SettingsBuilder
import timemory.statistics.ReadNumber

/** `results.tmy` contains what was measured, to the last digit, and anything else in it is rejected. */
class WireFormTest {
    private val directory = shell("mktemp -d").trim()
    private val settings = Settings.load(SettingsBuilder().apply { percentiles = "50,99.9" })

    @AfterTest
    fun removeFiles() {
        shell("rm -rf '$directory'")
    }

    private fun folder(name: String): String = "$directory/$name".also { shell("mkdir -p '$it'") }

    @Test
    fun numbers_are_read_as_they_were() {
        for (seed in 1..40) {
            val measured = RandomResults(Random(seed)).make().withoutTimelines()
            val file = ExportFormats.WIRE.write(measured, settings, folder("$seed-before")).single()
            assertTrue(file.endsWith("/results.tmy"), file)
            val before = ResultFormat.COMPACT.write(measured, settings, folder("$seed-before")).single()
            val after = ResultFormat.COMPACT.write(SavedResults.read(file), settings, folder("$seed-after")).single()
            assertEquals(shell("sed 's/\\],\\[/],\\n[/g' '$before'"), shell("sed 's/\\],\\[/],\\n[/g' '$after'"), "seed $seed")
        }
    }

    private fun Results.withoutTimelines() = Results(graphs, processId, threadCount, problems, processCount, null, metadata)

    @Test
    fun compressed_files_and_folders_are_read_as_well() {
        val measured = RandomResults(Random(3)).make()
        val folder = folder("packed")
        ExportFormats.WIRE.write(measured, Settings.load(SettingsBuilder().apply { gzipOutput = true }), folder)
        assertEquals("results.tmy.gz", shell("ls '$folder'").trim())
        assertEquals(measured.graphs.map { it.type.id }, SavedResults.read(folder).graphs.map { it.type.id })
        assertEquals("here", SavedResults.readData(folder).metadata!!.info["HOSTNAME"])
    }

    @Test
    fun laps_that_ended_have_their_sum_after_reading() {
        for (open in listOf(1_000L, 0L)) {
            val measured = RandomResults(Random(98)).make().withoutTimelines()
            val laps = measured["wall_clock"]!!.nodes().first().inclusive
            val ended = laps.endedLaps to laps.endedSum
            laps.addOpenLap(open)
            val read = SavedResults.read(ExportFormats.WIRE.write(measured, settings, folder("open-$open")).single())
            val after = read["wall_clock"]!!.nodes().first().inclusive
            assertEquals(ended, after.endedLaps to after.endedSum)
            assertEquals(ended.second + open, after.sum)
        }
    }

    private fun small(): ByteArray {
        val builder = ResultsBuilder()
        builder.processId = 258L
        val graph = builder.graph(WireRandom.METRICS[0])
        val main = graph.node(null, "main")
        graph.record(main, 1L, 0L, 5000L, listOf(ReadNumber(1L, 5000.0, 5000.0, 5000.0, 5000.0, 0.0)))
        graph.note(main, listOf(0), false, 0.0)
        val load = graph.node(main, "load")
        graph.record(load, 3L, 0L, 900L, listOf(ReadNumber(3L, 900.0, 300.0, 200.0, 400.0, 100.0)))
        graph.note(load, listOf(0, 2), true, 0.0)
        return WireResults.encode(builder.build(), 7)
    }

    @Test
    fun the_bytes_are_those_that_the_docs_describe() {
        val bytes = small()
        assertEquals(
            "89544d590d0a1a0a 01", hex(bytes, 0, 8) + " " + hex(bytes, 8, 9),
        )
        // The nodes: main and, inside it, load, which ran concurrently on threads 0 and 2; the end, and the checksum.
        val nodes = bytes.size - 4 - NODES.replace(" ", "").length / 2
        assertEquals(NODES.replace(" ", ""), hex(bytes, nodes, bytes.size - 4))
    }

    private fun hex(bytes: ByteArray, from: Int, until: Int) =
        bytes.copyOfRange(from, until).joinToString("") { (it.toInt() and 0xFF).toString(16).padStart(2, '0') }

    @Test
    fun the_checksum_is_that_of_gzip() {
        val crc = Crc32()
        val text = "123456789".encodeToByteArray()
        crc.update(text, 0, 4)
        crc.update(text, 4, text.size)
        assertEquals("cbf43926", crc.value.toUInt().toString(16))
    }

    private fun refusal(bytes: ByteArray): String = assertFailsWith<UnreadableResultsException> { WireResults.decode(bytes) }.message!!

    @Test
    fun a_truncated_file_is_refused_wherever_it_ends() {
        val whole = WireResults.encode(WireRandom(Random(4)).process(0), 0)
        for (size in 0 until whole.size) {
            assertContains(refusal(whole.copyOf(size)), "is truncated at byte $size")
        }
        assertContains(refusal(whole + 0), "is damaged at byte ${whole.size}: unexpected bytes after the end")
    }

    @Test
    fun whatever_byte_is_changed_the_file_is_refused() {
        val whole = small()
        for (at in whole.indices) {
            val message = refusal(whole.copyOf().also { it[at] = (it[at].toInt() xor 0x10).toByte() })
            assertTrue("byte" in message || "version" in message || "header" in message || "more than" in message, message)
        }
    }

    @Test
    fun regions_out_of_order_are_refused() {
        val twice = withChecksum(
            small().let { whole ->
                // The second region becomes a sibling that should precede the first.
                val at = whole.size - 4 - NODES.replace(" ", "").length / 2
                whole.copyOf().also { it[at + SECOND] = 1 }
            },
        )
        assertContains(refusal(twice), "is not after the one before it")
    }

    private fun withChecksum(bytes: ByteArray): ByteArray {
        if (bytes.size < 4) return bytes
        val crc = Crc32().also { it.update(bytes, 0, bytes.size - 4) }.value
        for (i in 0 until 4) bytes[bytes.size - 4 + i] = (crc ushr 8 * i).toByte()
        return bytes
    }

    @Test
    fun mutated_files_are_read_or_refused_and_nothing_else() {
        val inputs = repeats(10_000, native = 2_000, thorough = 1_000_000)
        val random = Random(2026)
        val seeds = List(12) { seed ->
            val all = WireRandom(Random(seed))
            if (seed % 3 != 2) WireResults.encode(all.process(0), 0)
            else WireResults.merge(List(3) { WireResults.encode(all.process(it), it) })
        } + WireResults.encode(RandomResults(Random(1)).make())
        var read = 0
        for (number in 0 until inputs) {
            val bytes = mutated(seeds.random(random), seeds, random)
            if (random.nextInt(8) > 0) withChecksum(bytes)
            try {
                val results = WireResults.decode(bytes)
                read++
                if (number % 16 == 0) WireResults.decode(WireResults.encode(results))
                if (number % 4 == 0) WireResults.merge(listOf(bytes, seeds[0]), if (number % 8 == 0) 5 else 1000)
            } catch (failure: UnreadableResultsException) {
                assertTrue(failure.message!!.length < 2000, "input $number: ${failure.message}")
            }
        }
        assertTrue(read > inputs / 1000, "$read of $inputs are read")
    }

    private fun mutated(seed: ByteArray, others: List<ByteArray>, random: Random): ByteArray {
        var bytes = seed.copyOf()
        repeat(random.nextInt(1, 4)) {
            val at = random.nextInt(bytes.size)
            when (random.nextInt(7)) {
                0 -> bytes[at] = random.nextInt().toByte()
                1 -> bytes[at] = (bytes[at].toInt() xor (1 shl random.nextInt(8))).toByte()
                2 -> bytes = bytes.copyOfRange(0, at) + bytes.copyOfRange(minOf(bytes.size, at + random.nextInt(1, 9)), bytes.size)
                3 -> bytes = bytes.copyOfRange(0, at) + random.nextBytes(random.nextInt(1, 9)) + bytes.copyOfRange(at, bytes.size)
                4 -> for (i in at until minOf(bytes.size, at + random.nextInt(1, 10))) bytes[i] = -1
                5 -> others.random(random).let { other ->
                    val from = random.nextInt(other.size)
                    val part = other.copyOfRange(from, minOf(other.size, from + random.nextInt(1, 40)))
                    bytes = bytes.copyOfRange(0, at) + part + bytes.copyOfRange(at, bytes.size)
                }
                else -> if (at > 20) bytes = bytes.copyOf(at)
            }
            if (bytes.isEmpty()) bytes = ByteArray(1)
        }
        return bytes
    }

    private companion object {
        /** See `docs/formats.md`, which explains these bytes. */
        const val NODES = "00 01 05 00 01 904e 00 a09c01 a09c01 00 00 a501 00 02 00 01 03 880e 10 a006 c00c 80f104 03"

        /** The offset of the second region in them. */
        const val SECOND = 14
    }
}
