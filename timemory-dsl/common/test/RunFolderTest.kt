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
import timemory.internal.platform.fileFacts
import timemory.internal.platform.linkTo
import timemory.internal.platform.listFiles
import timemory.internal.platform.makeDirectories
import timemory.internal.platform.momentNow
import timemory.internal.platform.processId
import timemory.internal.platform.readText
import timemory.internal.platform.temporaryName
import timemory.internal.platform.writeAtomically
import timemory.output.RunLinks
import timemory.output.RunNames
import timemory.output.RunRecord
import timemory.output.RunRetention
import timemory.output.addToRun
import timemory.output.endedBefore
import timemory.output.runRecordOf
import timemory.output.writeResults
import timemory.results.CallGraph
import timemory.results.CallGraphNode
import timemory.results.Results
import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/** Where results go: files of others are not silently replaced. */
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
        return writeResults(results(), Settings.DEFAULT.with(settings), {}, told::add).map { plain(it.removePrefix("$folder/")) }
    }

    /** [path] with the process number in place of the variable parts of a run folder's name. */
    private fun plain(path: String): String = path.replace(Regex("run-\\d{8}-\\d{6}\\.\\d{3}-[^/]+?-(\\d+)(-\\d+)?(?=/|$)"), "run-$1")

    private val ownRun = "run-${own.pid}"

    /** The folders of runs in [folder]. */
    private fun runsIn(folder: String): List<String> = listFiles(folder).filter { it.startsWith("run-") }

    /** Those of them that contain their files, rather than links to the newest. */
    private fun earlierIn(folder: String): List<String> = runsIn(folder).filter { !RunLinks.isAt("$folder/$it") }

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
        assertEquals(FILES.map { "$ownRun/$it" }, write(folder))
        assertEquals(FILES.map { "$ownRun/$it" }, write(folder))
        assertEquals(2, told.size)
        val (second, third) = earlierIn(folder)
        assertContains(told[0], "'$folder' keeps the results of an earlier session of this process")
        // Long paths are shortened there, in the middle.
        assertTrue(told[0].endsWith(second.takeLast(20) + "'") && told[1].endsWith(third.takeLast(20) + "'"), "$told")
        val record = assertNotNull(runRecordOf(readText("$folder/$second/.timemory.run")))
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
    fun whatAnEarlierRunWroteIsMovedToAFolderOfItsOwn() = isMoved(newFolder("again"), record(files = FILES + "wall.xml"))

    @Test
    fun whatAnotherProgramWroteIsMoved() = isMoved(newFolder("other"), record(program = "another"))

    @Test
    fun whatAProcessWroteThatRanMeanwhileIsMoved() = isMoved(newFolder("meanwhile"), record(uptime = momentNow().uptime + 1L))

    @Test
    fun whatAnotherContainerWroteIsMoved() {
        val who = ProcessMark(own.program, own.pid, own.start, "another/1", "other")
        val moment = momentNow()
        isMoved(newFolder("container"), RunRecord(who, 1, moment, moment, "", FILES, emptyList()))
    }

    @Test
    fun whatAnotherContainerMayBeWritingStays() {
        val who = ProcessMark(own.program, own.pid, own.start, "another/1", "other")
        stays(newFolder("writing"), RunRecord(who, 1, momentNow(), null, "", FILES, emptyList()), "which still runs")
    }

    @Test
    fun everyRunOfManyKeepsItsResults() {
        val folder = newFolder("many")
        for (run in 1..12) {
            write(folder)
            // As if another process, which no longer exists, had written it.
            val written = runRecordOf(readText("$folder/.timemory.run"))!!
            val who = ProcessMark(own.program, 4_000_000L + run, 1L, own.machine, "other$run")
            val gone = RunRecord(who, 1, written.claimed, written.written, "", written.files, emptyList(), written.folder)
            changeLocked("$folder/.timemory.run") { gone.text() }
        }
        assertEquals(emptyList(), told)
        // And a folder of links to the newest, so that all of them are called so.
        assertEquals(listOf(12, 11), listOf(runsIn(folder).size, earlierIn(folder).size))
        for (run in earlierIn(folder)) assertEquals(FILES, listFiles("$folder/$run").filter { !it.startsWith(".") })
        val newest = runsIn(folder).last()
        for (file in FILES + ".timemory.run") {
            assertEquals(readText("$folder/$file"), readText("$folder/latest/$file"))
            assertEquals(readText("$folder/$file"), readText("$folder/$newest/$file"))
        }
        assertNoCycle(folder)
    }

    /** Programs that follow links must terminate. */
    private fun assertNoCycle(folder: String, depth: Int = 0) {
        assertTrue(depth < 4, folder)
        for (name in listFiles(folder)) {
            val path = "$folder/$name"
            if (name != ".." && name != "." && listFiles(path).isNotEmpty()) assertNoCycle(path, depth + 1)
        }
    }

    @Test
    fun linksToARunThatIsGoneAreRemovedWithOldRuns() {
        val folder = newFolder("stale-links")
        val stale = "$folder/run-20261129-061531.000-h-1".also(::makeDirectories)
        for (name in FILES + ".timemory.run") assertTrue(linkTo("../$name", "$stale/$name"))
        earlier("$folder/run-20261129-061532.000-h-1".also(::makeDirectories), record())
        write(folder) { keepRuns = 1 }
        assertNull(fileFacts(stale))
        assertEquals(listOf("run-20261129-061532.000-h-1"), earlierIn(folder))
    }

    @Test
    fun theNewestRunIsNotRemovedForItsLinks() {
        val folder = newFolder("links-kept")
        for (number in 1..3) earlier("$folder/run-20261129-06153$number.000-h-1".also(::makeDirectories), record())
        write(folder) { keepRuns = 1 }
        assertEquals(FILES, listFiles("$folder/latest").filter { !it.startsWith(".") })
        addToRun(folder, "more.txt")
        writeAtomically("$folder/more.txt") { it.append("more") }
        assertEquals("more", readText("$folder/latest/more.txt"))
    }

    @Test
    fun whatIsAddedToResultsIsMovedWithThem() {
        val folder = newFolder("added")
        write(folder)
        writeAtomically("$folder/lines.txt") { it.append("mine") }
        addToRun(folder, "lines.txt")
        assertEquals(FILES + "lines.txt", runRecordOf(readText("$folder/.timemory.run"))!!.files)
    }

    @Test
    fun compatibleRunsReplaceThoseBeforeThemAndNothingElse() {
        val folder = newFolder("compatible")
        writeAtomically("$folder/wall.txt") { it.append("of another program") }
        writeAtomically("$folder/fake_clock.txt") { it.append("of an earlier run") }
        for (run in 1..3) assertEquals(FILES, write(folder) { compatible = true }, "$run")
        assertEquals(emptyList(), told)
        assertContains(readText("$folder/fake_clock.txt"), ">>> x")
        assertEquals("of another program", readText("$folder/wall.txt"))
        assertEquals(FILES.toSet() + ".timemory.run" + "wall.txt", listFiles(folder).toSet())
        assertEquals(FILES, runRecordOf(readText("$folder/.timemory.run"))!!.files)
    }

    @Test
    fun oldRunsAreRemovedAndNothingElse() {
        val folder = newFolder("kept")
        val names = (1..9).map { "run-20261129-06153$it.000-h-1" }
        for ((number, name) in names.withIndex()) earlier("$folder/$name".also(::makeDirectories), record(image = "other$number"))
        writeAtomically("$folder/${names[0]}/mine.txt") { it.append("mine") }
        val alive = ProcessMark(own.program, 1L, -1L, own.machine, "other")
        earlier("$folder/${names[1]}", RunRecord(alive, 1, momentNow(), null, "", FILES, emptyList()))
        makeDirectories("$folder/run-20261129-061530.000-mine")
        writeAtomically("$folder/run-20261129-061530.000-mine/wall.txt") { it.append("mine") }
        write(folder) { keepRuns = 3 }
        assertEquals(listOf("run-20261129-061530.000-mine") + names.take(2) + names.drop(6), earlierIn(folder))
        assertContains(told.single(), "removed the oldest 4 of the earlier runs")
        assertEquals("mine", readText("$folder/${names[0]}/mine.txt"))
    }

    @Test
    fun ofManyRunsAsWellThoseThatAreTooLargeTogetherAreRemoved() {
        val folder = newFolder("many-large")
        val names = (100..220).map { "run-20261129-061530.$it-h-1" }
        for (name in names) {
            earlier("$folder/$name".also(::makeDirectories), record())
            writeAtomically("$folder/$name/fake_clock.txt") { it.append("x".repeat(20_000)) }
        }
        val settings = Settings.DEFAULT.with(SettingsBuilder().apply { keepMegabytes = 1 })
        RunRetention(folder, settings, now = 3L).apply("$folder/newest", told::add)
        assertEquals(names.size, earlierIn(folder).size) // looking at each of them takes long: one in ten does
        RunRetention(folder, settings, now = 10L).apply("$folder/newest", told::add)
        assertTrue(earlierIn(folder).size in 50..52, earlierIn(folder).toString())
        assertEquals(names.last(), earlierIn(folder).last())
    }

    @Test
    fun runsAndJobsThatSomebodyRenamedStay() {
        val folder = newFolder("renamed")
        val name = "run-20261129-061531.000-h-1"
        for (shown in listOf(name, "$name-good")) {
            val moved = RunRecord(record().who, 1, momentNow(), momentNow(), "", FILES, emptyList(), name)
            earlier("$folder/$shown".also(::makeDirectories), moved)
        }
        val settings = Settings.DEFAULT.with(SettingsBuilder().apply { keepDays = 1 })
        RunRetention(folder, settings, now = Long.MAX_VALUE / 2).apply("$folder/newest", told::add)
        assertEquals(listOf("$name-good"), earlierIn(folder))
    }

    @Test
    fun runsThatAreTooLargeTogetherAreRemovedFromTheOldestOn() {
        val folder = newFolder("large")
        val names = (1..4).map { "run-20261129-06153$it.000-h-1" }
        for (name in names) {
            earlier("$folder/$name".also(::makeDirectories), record())
            writeAtomically("$folder/$name/fake_clock.txt") { out -> repeat(40) { out.append("x".repeat(10_000)) } }
        }
        write(folder) { keepMegabytes = 1 }
        assertEquals(names.drop(2), earlierIn(folder))
    }

    @Test
    fun whatAProcessWroteThatStillRunsStays() {
        val before = record()
        val parent = ProcessMark(own.program, 1L, -1L, own.machine, "other")
        stays(
            newFolder("running"), RunRecord(parent, 1, before.claimed, before.written, "", FILES, emptyList()),
            "which still runs",
        )
    }

    @Test
    fun filesOfUnknownOriginStay() {
        val folder = newFolder("unknown")
        writeAtomically("$folder/results.timemory.json") { it.append("mine") }
        assertEquals(FILES.map { "$ownRun/$it" }, write(folder))
        assertEquals("mine", readText("$folder/results.timemory.json"))
        assertContains(told.single(), "'results.timemory.json'")
    }

    @Test
    fun aRecordThatIsNotWholeIsNotTakenForOne() {
        val folder = newFolder("torn")
        changeLocked("$folder/.timemory.run") { record().text().dropLast(7) }
        assertEquals(FILES.map { "$ownRun/$it" }, write(folder))
        assertContains(told.single(), "cannot be read")
    }

    @Test
    fun aLinkInThePlaceOfARunLeadsNothingAway() {
        val folder = newFolder("linked")
        val victim = newFolder("victim")
        writeAtomically("$victim/.timemory.run") { it.append("of the victim") }
        val before = record()
        assertTrue(linkTo(victim, "$folder/${RunNames.of(before)}"))
        stays(folder, before, "a link is in the way")
        assertEquals(listOf(".timemory.run"), listFiles(victim))
    }

    @Test
    fun whatAKilledWriterLeftIsMovedAndWhatItWasWritingIsRemoved() {
        val folder = newFolder("killed")
        earlier(folder, record(isWritten = false))
        val mark = temporaryName("x").removePrefix(".x.${own.pid}-${own.start}")
        val abandoned = "$folder/.wall.txt.4000000-1$mark"
        val alive = "$folder/.wall.txt.${own.pid}-${own.start}$mark"
        val elsewhere = "$folder/.wall.txt.4000000-1-otherhost.tmp"
        for (path in listOf(abandoned, alive, elsewhere)) writeAtomically(path) { it.append("half") }
        assertEquals(FILES, write(folder))
        assertContains(told.single(), "did not finish writing")
        val left = listFiles(folder).map { "$folder/$it" }
        assertFalse(abandoned in left)
        assertTrue(alive in left && elsewhere in left)
        assertEquals("earlier", readText("$folder/${earlierIn(folder).single()}/fake_clock.txt"))
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
        assertEquals(FILES.map { "$ownRun/$it" }, write(folder))
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
        assertContains(console[0], ">>> x")
        assertEquals(FILES, assertNotNull(runRecordOf(readText("$folder/.timemory.run"))).files)
    }

    /** Fails with an error, not an exception. */
    private object Undisplayable : ComponentType<Component>("undisplayable", "Cannot be shown", Quantity.COUNT, { error("not made") }) {
        override val elementCount: Int get() = 0

        override fun plusAny(a: Any, b: Any): Any = a

        override fun displayAny(value: Any): String = throw Error("out of order")
    }

    private fun isMoved(folder: String, record: RunRecord) {
        earlier(folder, record)
        assertEquals(FILES, write(folder))
        assertEquals(emptyList(), told)
        assertTrue("earlier" !in readText("$folder/fake_clock.txt"))
        assertEquals(FILES, assertNotNull(runRecordOf(readText("$folder/.timemory.run"))).files)
        val moved = "$folder/${earlierIn(folder).single()}"
        assertEquals(record.files.toSet(), listFiles(moved).filter { !it.startsWith(".") }.toSet())
        for (file in record.files) assertEquals("earlier", readText("$moved/$file"))
        assertEquals(record.text(), assertNotNull(runRecordOf(readText("$moved/.timemory.run"))).text())
    }

    private fun stays(folder: String, record: RunRecord, reason: String) {
        earlier(folder, record)
        assertEquals(FILES.map { "$ownRun/$it" }, write(folder))
        assertContains(told.single(), reason)
        assertEquals("earlier", readText("$folder/fake_clock.txt"))
    }

    private companion object {
        val FILES = listOf("fake_clock.txt", "results.timemory.json")
    }
}
