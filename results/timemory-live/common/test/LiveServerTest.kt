package timemory.live

import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import timemory.Timemory
import timemory.TripCount
import timemory.WallClock
import timemory.internal.platform.processId
import timemory.measure
import timemory.parseJson

/** A connection that delivers [pieces] and stores what is written, at the speed of its other end. */
private class GivenConnection(
    private val pieces: List<ByteArray>,
    private val owner: Boolean = true,
    private val takes: Int = Int.MAX_VALUE,
    private val ends: Boolean = true,
) : Connection {
    private var next = 0
    private val written = ArrayList<Byte>()

    val text: String get() = written.toByteArray().decodeToString()

    override fun isOfOwner() = owner

    override fun read(bytes: ByteArray, start: Int, deadline: Long): Int {
        val piece = pieces.getOrNull(next++) ?: return if (ends) -1 else 0
        val count = minOf(piece.size, bytes.size - start)
        piece.copyInto(bytes, start, 0, count)
        return count
    }

    override fun write(bytes: ByteArray, count: Int, deadline: Long): Boolean {
        if (written.size + count > takes) return false
        for (i in 0 until count) written.add(bytes[i])
        return true
    }

    override fun close() {}
}

private object NoSocket : ListeningSocket {
    override fun accept(milliseconds: Int): Connection? = null

    override fun wake() {}

    override fun close() {}
}

/** Responses to valid and invalid requests. */
class LiveServerTest {
    private var session = 0
    private val server = LiveServer(NoSocket, RequestHandler { session })

    private fun answer(connection: GivenConnection): String {
        server.answer(connection)
        return connection.text
    }

    private fun ask(text: String): String = answer(GivenConnection(listOf(text.encodeToByteArray())))

    private fun question(text: String): String = ask("timemory/1 $text\n")

    /** Returns the reason why [answer] is an error. */
    private fun refusal(answer: String): String {
        val (first, rest) = answer.split('\n', limit = 2)
        assertEquals("timemory/1 error bytes=${rest.encodeToByteArray().size}", first)
        return rest.trimEnd('\n')
    }

    /** Returns the content of [answer]. */
    private fun content(answer: String): String {
        val (first, rest) = answer.split('\n', limit = 2)
        assertTrue(first.startsWith("timemory/1 ok bytes=${rest.encodeToByteArray().size} session="), answer)
        return rest
    }

    private fun info(answer: String) = parseJson(content(answer)) as Map<*, *>

    private fun measuring(slowLaps: String = "", action: () -> Unit) {
        Timemory.init {
            coutOutput = false
            fileOutput = false
            slowLapThresholds = slowLaps
        }
        try {
            action()
        } finally {
            Timemory.finalize()
        }
    }

    /** Returns the laps of the node `lap` in compact results. */
    private fun laps(answer: String): Int {
        val components = (parseJson(content(answer)) as Map<*, *>)["components"] as List<*>
        val trips = components.map { it as Map<*, *> }.singleOrNull { it["id"] == "trip_count" } ?: return 0
        val node = (trips["nodes"] as List<*>).map { it as List<*> }.singleOrNull { it[1] == "lap" } ?: return 0
        return (node[2] as String).toInt()
    }

    private fun lap(count: Int) = repeat(count) { measure<TripCount>("lap") { } }

    @Test
    fun slowLapsAreAnsweredAsResults() = measuring("trip_count>0") {
        measure<WallClock, TripCount>("lap") { }
        val components = (parseJson(content(question("slow"))) as Map<*, *>)["components"] as List<*>
        val wall = components.map { it as Map<*, *> }.single { it["id"] == "wall_clock" }
        assertEquals("lap", ((wall["nodes"] as List<*>).single() as List<*>)[1])
    }

    @Test
    fun whoAsksForSlowLapsOfAProcessThatKeepsNoneIsToldHowItWould() = measuring {
        assertContains(refusal(question("slow")), "TIMEMORY_SLOW_LAP_THRESHOLDS=wall_clock>200ms")
    }

    @Test
    fun aProcessSaysWhatItIs() = measuring {
        val info = info(question("info"))
        assertEquals(processId().toString(), info["process"])
        assertEquals(listOf(true, true), listOf(info["isMeasuring"], info["isEnabled"]))
    }

    @Test
    fun resultsAreThoseSinceTheLastReset() = measuring {
        lap(3)
        assertEquals(3, laps(question("results")))
        question("reset")
        assertEquals(0, laps(question("results")))
        lap(2)
        assertEquals(2, laps(question("results")))
        assertEquals(5, laps(question("all")))
    }

    @Test
    fun aRegionThatIsOpenAtTheResetCountsWithWhatItDoesSince() = measuring {
        measure<TripCount>("lap") { question("reset") }
        assertEquals(1, laps(question("results")))
    }

    @Test
    fun partsOfOneNameFollowEachOther() = measuring {
        lap(3)
        val first = question("part one")
        assertEquals(3, laps(first))
        assertTrue(" from=" !in first.substringBefore('\n'), first)
        lap(2)
        val second = question("part one")
        assertEquals(2, laps(second))
        val moment = first.substringBefore('\n').substringAfter(" to=").substringBefore(' ')
        assertContains(second.substringBefore('\n'), " from=$moment")
        assertEquals(5, laps(question("part other")))
        question("forget one")
        assertEquals(5, laps(question("part one")))
    }

    @Test
    fun measuringIsSwitchedOffAndOn() = measuring {
        assertEquals(false, info(question("disable"))["isEnabled"])
        lap(1)
        assertEquals(true, info(question("enable"))["isEnabled"])
        lap(2)
        assertEquals(2, laps(question("results")))
    }

    @Test
    fun componentsAreChosenForRegionsThatNameNone() = measuring {
        content(question("components trip_count"))
        Timemory.measure("lap") { }
        assertEquals(1, laps(question("results")))
        assertContains(refusal(question("components trip_cont")), "trip_cont")
    }

    @Test
    fun withoutASessionThereAreNoResults() {
        measuring { }
        assertEquals("this process is not measuring", refusal(question("results")))
        assertEquals(false, info(question("info"))["isMeasuring"])
    }

    @Test
    fun aSessionStartsWithNothingOfTheOneBefore() {
        measuring {
            lap(3)
            question("reset")
            question("part one")
        }
        session++
        measuring {
            lap(1)
            assertEquals(1, laps(question("results")))
            assertEquals(1, laps(question("part one")))
        }
    }

    @Test
    fun aQuestionMayComeInPieces() {
        val pieces = "timemory/1 info\nand more".map { byteArrayOf(it.code.toByte()) }
        assertContains(content(answer(GivenConnection(pieces))), "\"protocol\":1")
    }

    @Test
    fun whoeverIsAnotherIsRefused() {
        val asked = GivenConnection(listOf("timemory/1 info\n".encodeToByteArray()), owner = false)
        assertContains(refusal(answer(asked)), "only the owner of this process")
    }

    @Test
    fun whatIsNoQuestionIsRefused() {
        assertContains(refusal(answer(GivenConnection(emptyList()))), "the request line is incomplete")
        assertContains(refusal(ask("timemory/1 info")), "the request line is incomplete")
        assertContains(refusal(answer(GivenConnection(emptyList(), ends = false))), "no request arrived")
        assertContains(refusal(ask("x".repeat(10_000))), "at most 256 bytes")
        assertContains(refusal(ask("\n")), "is not a request")
    }

    @Test
    fun bytesOfAnyKindAreRefused() {
        val random = Random(11)
        repeat(1_000) {
            val bytes = random.nextBytes(random.nextInt(400))
            val pieces = if (bytes.isEmpty()) emptyList() else listOf(bytes)
            assertTrue(refusal(answer(GivenConnection(pieces))).isNotEmpty())
        }
        assertContains(content(question("info")), "\"protocol\":1")
    }

    @Test
    fun whoeverDoesNotTakeTheAnswerIsLeft() {
        assertEquals("", answer(GivenConnection(listOf("timemory/1 info\n".encodeToByteArray()), takes = 10)))
        assertContains(content(question("info")), "\"protocol\":1")
    }
}
