package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue
import timemory.internal.platform.Moment
import timemory.internal.platform.ProcessMark
import timemory.internal.platform.changeLocked
import timemory.internal.platform.listFiles
import timemory.internal.platform.makeDirectories
import timemory.internal.platform.momentNow
import timemory.internal.platform.processId
import timemory.internal.platform.readText
import timemory.internal.platform.temporaryName
import timemory.internal.platform.writeAtomically
import timemory.output.RunRecord
import timemory.output.endedBefore
import timemory.output.runRecordOf
import timemory.output.writeResults
import timemory.results.CallGraph
import timemory.results.CallGraphNode
import timemory.results.Results
import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/** Where results go: nothing of others is replaced without a word. */
class RunFolderTest {
    private val own = ProcessMark.own()
    private val told = ArrayList<String>()

    private fun newFolder(name: String): String = "/tmp/timemory-test-${processId()}-${own.image}/$name".also(::makeDirectories)

    private fun results() = session { measure<FakeClock>("x") { pass(7) } }

    private fun write(folder: String, configure: SettingsBuilder.() -> Unit = {}): List<String> {
        val settings = SettingsBuilder().apply {
            outputPath = folder
            configure()
        }
        return writeResults(results(), Settings.DEFAULT.with(settings), {}, told::add).map { it.removePrefix("$folder/") }
    }

    /** A record of a process that is no more. */
    private fun record(
        program: String = own.program,
        uptime: Long = own.start - 100L,
        image: String = "other",
        lastPid: Long = -1L,
        isWritten: Boolean = true,
        files: List<String> = FILES,
    ): RunRecord {
        val moment = Moment(uptime, lastPid, 0L)
        return RunRecord(
            ProcessMark(program, 4_000_000L, 1L, own.machine, image), 1, moment, moment.takeIf { isWritten }, "", files,
            emptyList(),
        )
    }

    private fun earlier(folder: String, record: RunRecord) {
        changeLocked("$folder/.timemory.run") { record.text() }
        for (file in record.files) writeAtomically("$folder/$file") { it.append("earlier") }
    }

    @Test
    fun sessionsOfOneProcessHaveFoldersOfTheirOwn() {
        val folder = newFolder("sessions")
        assertEquals(FILES, write(folder))
        assertEquals(emptyList(), told)
        assertEquals(FILES.map { "run-2/$it" }, write(folder))
        assertEquals(FILES.map { "run-3/$it" }, write(folder))
        assertEquals(2, told.size)
        assertContains(told[0], "'$folder' keeps the results of an earlier session of this process")
        assertContains(told[0], "'$folder/run-2'")
        val record = assertNotNull(runRecordOf(readText("$folder/run-2/.timemory.run")))
        assertEquals(FILES, record.files)
        assertEquals(own.pid, record.who.pid)
        assertNotNull(record.written)
    }

    @Test
    fun filesWithOtherPrefixesShareAFolder() {
        val folder = newFolder("prefixes")
        write(folder) { outputPrefix = "a-" }
        assertEquals(FILES.map { "b-$it" }, write(folder) { outputPrefix = "b-" })
        assertEquals(emptyList(), told)
    }

    @Test
    fun whatAnEarlierRunOfTheProgramWroteIsReplaced() {
        val folder = newFolder("again")
        earlier(folder, record(files = FILES + "wall.xml"))
        assertEquals(FILES, write(folder))
        assertEquals(emptyList(), told)
        assertTrue("earlier" !in readText("$folder/fake_clock.txt"))
        val record = assertNotNull(runRecordOf(readText("$folder/.timemory.run")))
        assertEquals(FILES, record.files)
        assertEquals(listOf("wall.xml"), record.earlier)
    }

    @Test
    fun whatAnotherProgramWroteStays() =
        stays(newFolder("other"), record(program = "another"), "another program, process 4000000 (another)")

    @Test
    fun whatAProcessWroteThatRanMeanwhileStays() =
        stays(newFolder("meanwhile"), record(uptime = momentNow().uptime + 1L), "which ran at the same time")

    @Test
    fun whatAProcessWroteThatStillRunsStays() {
        val before = record()
        val parent = ProcessMark(own.program, 1L, -1L, own.machine, "other")
        stays(
            newFolder("running"), RunRecord(parent, 1, before.claimed, before.written, "", FILES, emptyList()),
            "which ran at the same time",
        )
    }

    @Test
    fun filesOfUnknownOriginStay() {
        val folder = newFolder("unknown")
        writeAtomically("$folder/results.timemory.json") { it.append("mine") }
        assertEquals(FILES.map { "run-2/$it" }, write(folder))
        assertEquals("mine", readText("$folder/results.timemory.json"))
        assertContains(told.single(), "'results.timemory.json'")
    }

    @Test
    fun aRecordThatIsNotWholeIsNotTakenForOne() {
        val folder = newFolder("torn")
        changeLocked("$folder/.timemory.run") { record().text().dropLast(7) }
        assertEquals(FILES.map { "run-2/$it" }, write(folder))
        assertContains(told.single(), "cannot be read")
    }

    @Test
    fun theClaimOfAKilledWriterIsTakenOverWithWhatItLeft() {
        val folder = newFolder("killed")
        earlier(folder, record(isWritten = false))
        val mark = temporaryName("x").removePrefix(".x.${own.pid}-${own.start}")
        val abandoned = "$folder/.wall.txt.4000000-1$mark"
        val alive = "$folder/.wall.txt.${own.pid}-${own.start}$mark"
        val elsewhere = "$folder/.wall.txt.4000000-1-otherhost.tmp"
        for (path in listOf(abandoned, alive, elsewhere)) writeAtomically(path) { it.append("half") }
        assertEquals(FILES, write(folder))
        assertContains(told.single(), "did not come to the end of writing")
        val left = listFiles(folder).map { "$folder/$it" }
        assertFalse(abandoned in left)
        assertTrue(alive in left && elsewhere in left)
    }

    @Test
    fun processesOfOneHundredthOfASecondAreToldApartByTheirNumbers() {
        assertTrue(endedBefore(record(uptime = own.start, lastPid = own.pid - 1L), own))
        assertFalse(endedBefore(record(uptime = own.start, lastPid = own.pid), own))
        assertFalse(endedBefore(record(uptime = own.start, lastPid = -1L), own))
        assertTrue(endedBefore(record(uptime = own.start - 1L), own))
        assertFalse(endedBefore(record(uptime = own.start + 1L), own))
        assertFalse(endedBefore(record(image = own.image), own), "a session before a fork")
    }

    @Test
    fun recordsHoldWhatTheySay() {
        val text = record(program = "java a=b\nfile=x").text()
        val read = assertNotNull(runRecordOf(text))
        assertEquals("java a=b file=x", read.who.program)
        assertEquals(FILES, read.files)
        assertEquals(text, read.text())
        for (broken in listOf(
            "", "x", "timemory run 1\n",
            "timemory run 2\n" + text.substringAfter('\n'),
        )) assertNull(runRecordOf(broken), broken)
    }

    @Test
    fun oneAtATimeChangesALockedFile() {
        val path = newFolder("locked") + "/count"
        inThreads(8) { repeat(50) { changeLocked(path) { text -> ((text.toIntOrNull() ?: 0) + 1).toString() } } }
        assertEquals("400", readText(path))
        changeLocked(path) { null }
        assertEquals("400", readText(path))
    }

    @Test
    fun aChangedFileHasNothingOfALongerTextBefore() {
        val path = newFolder("changed") + "/text"
        for (length in listOf(10, 9, 1, 0, 9_000, 4_096, 4_095)) {
            val text = "$length".repeat(length).take(length)
            changeLocked(path) { text }
            assertEquals(text, readText(path))
        }
    }

    @Test
    fun whereNothingCanBeMadeOneErrorSaysSo() {
        val folder = newFolder("blocked")
        writeAtomically("$folder/file") { it.append("x") }
        assertEquals(emptyList(), write("$folder/file/below"))
        assertContains(told.single(), "cannot write results: $folder/file")
        makeDirectories("$folder/.timemory.run")
        assertEquals(FILES.map { "run-2/$it" }, write(folder))
        assertFailsWith<Exception> { changeLocked("$folder/.timemory.run") { it } }
    }

    @Test
    fun whatCannotBeMadeDoesNotKeepTheOthersFromBeingWritten() {
        val folder = newFolder("failing")
        val results = session { measure<FakeClock>("x") { pass(7) } }
        val graph = CallGraph(
            Undisplayable, threadsApart = false,
            CallGraphNode(Undisplayable, "", null, 0L, 0).also { root ->
                root.child("x", 0L, 0).inclusive.addText(1, "x")
            },
        )
        val console = ArrayList<String>()
        val both = Results(listOf(graph) + results.graphs, 1L, 1, emptyList())
        val written = writeResults(
            both, Settings.DEFAULT.with(SettingsBuilder().apply { outputPath = folder }),
            console::add, told::add,
        )
        assertEquals(FILES, written.map { it.removePrefix("$folder/") })
        assertTrue(told.isNotEmpty() && told.all { it.startsWith("cannot write undisplayable.") }, "$told")
        assertContains(console[0], "component undisplayable cannot be shown")
        assertContains(console[1], ">>> x")
        assertEquals(FILES, assertNotNull(runRecordOf(readText("$folder/.timemory.run"))).files)
    }

    /** Fails with an error, not an exception. */
    private object Undisplayable : ComponentType<Component>("undisplayable", "Cannot be shown", Quantity.COUNT, { error("not made") }) {
        override val elementCount: Int get() = 0

        override fun plusAny(a: Any, b: Any): Any = a

        override fun displayAny(value: Any): String = throw Error("out of order")
    }

    private fun stays(folder: String, record: RunRecord, reason: String) {
        earlier(folder, record)
        assertEquals(FILES.map { "run-2/$it" }, write(folder))
        assertContains(told.single(), reason)
        assertEquals("earlier", readText("$folder/fake_clock.txt"))
    }

    private companion object {
        val FILES = listOf("fake_clock.txt", "results.timemory.json")
    }
}
