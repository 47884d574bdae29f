package timemory.live

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNotNull
import kotlin.test.assertTrue
import timemory.Timemory
import timemory.TripCount
import timemory.export.data.SavedResults
import timemory.internal.callgraph.SessionHooks
import timemory.internal.callgraph.activeSession
import timemory.internal.platform.ProcessMark
import timemory.internal.platform.bootCode
import timemory.internal.platform.epochMillis
import timemory.internal.platform.holdFile
import timemory.internal.platform.listFiles
import timemory.internal.platform.makeDirectories
import timemory.internal.platform.ownFileMark
import timemory.internal.platform.pause
import timemory.internal.platform.processId
import timemory.internal.platform.writeAtomically
import timemory.measure
import timemory.results.Results
import timemory.settings.SettingsBuilder

private var folders = 0

/** The results so far are written while a program runs. */
class FlushTest {
    private val own = ProcessMark.own()

    private fun newFolder(): String = "/tmp/timemory-live-test-${processId()}-${own.image}/${++folders}".also(::makeDirectories)

    private fun begin(folder: String, configure: SettingsBuilder.() -> Unit = {}) = Timemory.init {
        outputPath = folder
        coutOutput = false
        fileOutput = false
        flushInterval = "100ms"
        configure()
    }

    private fun checkpoints(folder: String): List<String> = listFiles(folder).filter { it.startsWith("checkpoint-") }.map { "$folder/$it" }

    private fun parts(folder: String): List<String> = listFiles(folder).filter { it.startsWith("parts-") }
        .flatMap { parts -> listFiles("$folder/$parts").map { "$folder/$parts/$it" } }

    private fun lapsIn(results: Results): Long = results["trip_count"]?.find("lap")?.inclusive?.laps ?: 0L

    /** Waits until [condition] holds, since a busy machine may take its time. */
    private fun await(what: String, condition: () -> Boolean) {
        repeat(60_000) {
            if (condition()) return
            pause(microseconds = 1_000)
        }
        error("waited in vain for $what")
    }

    private fun lapsInCheckpoint(folder: String): Long = checkpoints(folder).singleOrNull()?.let { lapsIn(SavedResults.read(it)) } ?: 0L

    @Test
    fun aCheckpointHasEverythingMeasuredSoFar() {
        val folder = newFolder()
        begin(folder)
        try {
            repeat(3) { measure<TripCount>("lap") { } }
            await("three laps") { lapsInCheckpoint(folder) == 3L }
            repeat(4) { measure<TripCount>("lap") { } }
            await("seven laps") { lapsInCheckpoint(folder) == 7L }
        } finally {
            Timemory.finalize()
        }
    }

    @Test
    fun aSessionThatSeveralThreadsBeginAtOnceIsWrittenOnce() {
        val folder = newFolder()
        begin(folder)
        try {
            repeat(3) { SessionHooks.measures(activeSession()!!) }
            measure<TripCount>("lap") { }
            await("a checkpoint") { checkpoints(folder).isNotEmpty() }
            repeat(10) {
                measure<TripCount>("lap") { }
                await("lap ${it + 2}") { checkpoints(folder).all { path -> lapsIn(SavedResults.read(path)) >= it + 2L } }
            }
            assertEquals(1, checkpoints(folder).size, checkpoints(folder).toString())
        } finally {
            Timemory.finalize()
        }
    }

    @Test
    fun aSessionThatBeginsWhileTheOneBeforeIsBeingReadIsWrittenAsWell() {
        val first = newFolder()
        val second = newFolder()
        var isFirst = true
        SessionHooks.onResults { _, isEnd ->
            if (isEnd && isFirst) begin(second)
            isFirst = isFirst && !isEnd
        }
        begin(first)
        try {
            measure<TripCount>("lap") { }
            await("the first checkpoint") { checkpoints(first).isNotEmpty() }
            Timemory.finalize()
            assertEquals(0, checkpoints(second).size)
            measure<TripCount>("lap") { }
            await("the second checkpoint") { lapsInCheckpoint(second) == 1L }
        } finally {
            Timemory.finalize()
        }
    }

    @Test
    fun partsHaveWhatEachIntervalMeasuredAndAddUp() {
        val folder = newFolder()
        begin(folder)
        var laps = 0L
        try {
            repeat(5) {
                measure<TripCount>("lap") { }
                laps++
                await("lap $laps") { lapsInCheckpoint(folder) == laps }
            }
        } finally {
            Timemory.finalize()
        }
        assertEquals(laps, parts(folder).sumOf { lapsIn(SavedResults.read(it)) })
        assertTrue(parts(folder).size > 1, parts(folder).toString())
    }

    @Test
    fun ofThePartsTheNewestAreKept() {
        val folder = newFolder()
        begin(folder) { flushParts = 2 }
        try {
            for (lap in 1L..4L) {
                measure<TripCount>("lap") { }
                await("lap $lap") { lapsInCheckpoint(folder) == lap }
            }
        } finally {
            Timemory.finalize()
        }
        val names = parts(folder).map { it.substringAfterLast('/') }
        assertEquals(2, names.size, names.toString())
        assertTrue(names.all { it > "part-000002" }, names.toString())
    }

    @Test
    fun partsTakeNoMoreBytesThanTheyMay() {
        val folder = newFolder()
        begin(folder) { flushBytes = 1 }
        try {
            for (lap in 1L..3L) {
                measure<TripCount>("lap") { }
                await("lap $lap") { lapsInCheckpoint(folder) == lap }
            }
        } finally {
            Timemory.finalize()
        }
        assertEquals(1, parts(folder).size, "the newest stays, however large")
    }

    @Test
    fun onceTheResultsAreWrittenThereIsNoCheckpoint() {
        val folder = newFolder()
        begin(folder) { fileOutput = true }
        try {
            measure<TripCount>("lap") { }
            await("a checkpoint") { checkpoints(folder).isNotEmpty() }
        } finally {
            Timemory.finalize()
        }
        assertEquals(emptyList(), checkpoints(folder))
        assertEquals(1L, lapsIn(SavedResults.read(folder)))
    }

    @Test
    fun whereNoResultsAreWrittenTheLastCheckpointHasThem() {
        val folder = newFolder()
        begin(folder) { flushInterval = "24h" }
        measure<TripCount>("lap") { }
        Timemory.finalize()
        assertEquals(1L, lapsIn(SavedResults.read(checkpoints(folder).single())))
    }

    @Test
    fun aLaterSessionWritesBesideTheCheckpointOfAnEarlierOne() {
        val folder = newFolder()
        repeat(2) {
            begin(folder) { flushInterval = "24h" }
            repeat(it + 1) { measure<TripCount>("lap") { } }
            Timemory.finalize()
        }
        assertEquals(setOf(1L, 2L), checkpoints(folder).map { lapsIn(SavedResults.read(it)) }.toSet())
    }

    @Test
    fun withoutAnIntervalNothingIsWritten() {
        val folder = newFolder()
        begin(folder) { flushInterval = "" }
        measure<TripCount>("lap") { }
        Timemory.finalize()
        assertEquals(emptyList(), listFiles(folder))
    }

    @Test
    fun ofProcessesThatHaveEndedTheNewestStay() {
        val folder = newFolder()
        val machine = ownFileMark().substringAfterLast('-')
        val dead = (1..KEPT_OF_THE_DEAD + 3).map { "checkpoint-4000000-${100 + it}-$machine.timemory.json" }
        val mine = "checkpoint-${ownFileMark()}.timemory.json"
        val others = listOf(mine, "checkpoint-1-1-elsewhere.timemory.json", "mine")
        for (name in dead + others) writeAtomically("$folder/$name") { it.append("text") }
        assertEquals(3, CheckpointFiles(folder, session = 1).sweep())
        assertEquals((dead.drop(3) + others).sorted(), listFiles(folder))
    }

    @Test
    fun ofProcessesOfOtherContainersTheNewestStayAndThoseThatRun() {
        val folder = newFolder()
        fun alive(mark: String) = "$folder/.alive-${bootCode()}-$mark"
        val dead = (1..KEPT_OF_THE_DEAD + 3).map { "1-${100 + it}-container$it" }
        for (mark in dead) {
            writeAtomically("$folder/checkpoint-$mark.timemory.json") { it.append("text") }
            writeAtomically(alive(mark)) { }
        }
        // One that is running, and one of another machine or before a reboot, whose state is unknown.
        val running = "1-100-running"
        writeAtomically("$folder/checkpoint-$running.timemory.json") { it.append("text") }
        val held = assertNotNull(holdFile(alive(running)))
        writeAtomically("$folder/checkpoint-1-100-elsewhere.timemory.json") { it.append("text") }
        assertEquals(3, CheckpointFiles(folder, session = 1).sweep())
        assertEquals(KEPT_OF_THE_DEAD + 2, checkpoints(folder).size)
        held.release() // removes it, as when a process ends without being killed
        writeAtomically(alive(running)) { }
        assertEquals(1, CheckpointFiles(folder, session = 1).sweep())
    }

    @Test
    fun whatEarlierBootsAndOtherMachinesLeftGoesAfterADay() {
        val folder = newFolder()
        for (number in 1..KEPT_OF_THE_DEAD + 3) {
            val mark = "1-${100 + number}-earlierboot"
            writeAtomically("$folder/checkpoint-$mark.timemory.json") { it.append("text") }
            makeDirectories("$folder/parts-$mark")
            writeAtomically("$folder/parts-$mark/part-000001.timemory.json") { it.append("text") }
            writeAtomically("$folder/.wall.txt.$mark.tmp") { it.append("ha") }
        }
        val files = CheckpointFiles(folder, session = 1)
        val before = listFiles(folder)
        val hour = 3_600_000L
        assertEquals(0, files.sweep(epochMillis() + 23 * hour))
        assertEquals(before, listFiles(folder))
        assertEquals(6, files.sweep(epochMillis() + 25 * hour))
        val left = listFiles(folder)
        for (kind in listOf("checkpoint-", "parts-")) assertEquals(KEPT_OF_THE_DEAD, left.count { it.startsWith(kind) }, kind)
        assertEquals(emptyList(), left.filter { it.endsWith(".tmp") })
    }

    @Test
    fun partsOfOtherContainersGoWithTheirCheckpointsAndWhatWasHalfWritten() {
        val folder = newFolder()
        for (number in 1..KEPT_OF_THE_DEAD + 3) {
            val mark = "1-${100 + number}-container$number"
            writeAtomically("$folder/checkpoint-$mark.timemory.json") { it.append("text") }
            writeAtomically("$folder/.checkpoint-$mark.timemory.json.1-${100 + number}-container$number.tmp") { it.append("ha") }
            makeDirectories("$folder/parts-$mark")
            writeAtomically("$folder/parts-$mark/part-000001.timemory.json") { it.append("text") }
            writeAtomically("$folder/parts-$mark/.part-000002.timemory.json.$mark.tmp") { it.append("ha") }
            writeAtomically("$folder/.alive-${bootCode()}-$mark") { }
        }
        assertEquals(6, CheckpointFiles(folder, session = 1).sweep())
        val left = listFiles(folder)
        for (kind in listOf("checkpoint-", "parts-", ".alive-")) assertEquals(KEPT_OF_THE_DEAD, left.count { it.startsWith(kind) }, kind)
        assertEquals(emptyList(), left.filter { it.endsWith(".tmp") })
        assertEquals(0, CheckpointFiles(folder, session = 1).sweep())
    }

    @Test
    fun measuringGoesOnWhereNothingCanBeWritten() {
        val folder = newFolder()
        writeAtomically("$folder/file") { it.append("no folder") }
        begin("$folder/file")
        repeat(3) {
            measure<TripCount>("lap") { }
            pause(microseconds = 150_000)
        }
        assertEquals(3L, lapsIn(assertNotNull(Timemory.finalize())))
    }

    @Test
    fun intervalsAreNumbersWithAUnit() {
        assertEquals(30_000_000_000L, intervalOf("30s"))
        assertEquals(30_000_000_000L, intervalOf("30"))
        assertEquals(500_000_000L, intervalOf("500ms"))
        assertEquals(90_000_000_000L, intervalOf("1.5 min"))
        assertEquals(3_600_000_000_000L, intervalOf("1H"))
        for (wrong in listOf("", "s", "5 parsecs", "-5s", "0s", "99ms", "25h", "1e3s", "NaN", "1..5s")) {
            assertEquals(null, intervalOf(wrong), wrong)
        }
    }

    @Test
    fun anIntervalThatIsNoneIsRefused() {
        val failure = assertFailsWith<IllegalArgumentException> { SettingsBuilder().flushInterval = "5 parsecs" }
        assertContains(failure.message!!, "5 parsecs")
    }
}
