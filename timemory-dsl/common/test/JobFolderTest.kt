package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertNotEquals
import kotlin.test.assertNotNull
import kotlin.test.assertTrue
import timemory.internal.platform.Moment
import timemory.internal.platform.ProcessMark
import timemory.internal.platform.changeLocked
import timemory.internal.platform.listFiles
import timemory.internal.platform.makeDirectories
import timemory.internal.platform.momentNow
import timemory.internal.platform.processId
import timemory.output.JobFolder
import timemory.output.JobPlace
import timemory.output.JobRecord
import timemory.output.RunNames
import timemory.output.RunRecord

/** Ranks of one job share a folder, and ranks of two jobs never do. */
class JobFolderTest {
    private val here = ProcessMark.own()
    private var next = 0

    private fun newRoot(name: String): String = "/tmp/timemory-test-${processId()}-${here.image}/jobs-$name".also(::makeDirectories)

    /** A process of this machine that has ended by now, and began at [start]. */
    private fun process(start: Long = here.start, program: String = "solver", machine: String = here.machine) =
        ProcessMark(program, 4_000_000L + next++, start, machine, "image$next")

    private fun launcher(number: Int, machine: String = here.machine) = JobRecord.Launcher(machine, 5_000_000L + number, 7L)

    private fun place(rank: Int, isNamed: Boolean = false, attempt: String = "") =
        JobPlace(if (isNamed) "job-4711.0" else "ranks-of-3", "-$rank", emptyList(), 3, isNamed, attempt)

    /** The folder that a rank finds, in which it leaves its record; its process has ended then. */
    private fun write(
        root: String,
        rank: Int,
        launcher: JobRecord.Launcher?,
        own: ProcessMark = process(),
        place: JobPlace = place(rank),
        ended: Moment = momentNow(),
        isWritten: Boolean = true,
    ): String {
        val path = JobFolder(root, place, "timemory-$rank", own, launcher).find()
        val record = RunRecord(own, 1, ended, ended.takeIf { isWritten }, "", listOf("wall-$rank.txt"), emptyList())
        changeLocked("$path/.timemory-$rank.run") { record.text() }
        return path
    }

    private fun ranksIn(path: String) = listFiles(path).filter {
        it.endsWith(".run")
    }.map { it.removePrefix(".timemory-").removeSuffix(".run") }

    @Test
    fun ranksOfOneJobShareAFolder() {
        val root = newRoot("one")
        val paths = (0..2).map { write(root, it, launcher(1)) }
        assertEquals(listOf("$root/ranks-of-3"), paths.distinct())
        val record = assertNotNull(JobRecord.inFolder(paths[0]))
        assertEquals(3, record.size)
        assertEquals(listOf(launcher(1)), record.launchers)
    }

    @Test
    fun aJobWithoutNumberNeverGetsRanksOfTheOneBefore() {
        val root = newRoot("next")
        for (rank in 0..2) write(root, rank, launcher(1))
        for (rank in listOf(0, 2)) assertEquals("$root/ranks-of-3", write(root, rank, launcher(2)))
        assertEquals(listOf("0", "2"), ranksIn("$root/ranks-of-3"))
        assertEquals(listOf("0", "1", "2"), ranksIn("$root/" + listFiles(root).single(RunNames::isTimed)))
    }

    @Test
    fun aRankThatWasKilledInTheJobBeforeIsNotMadeUpForByTheNextOne() {
        val root = newRoot("killed")
        for (rank in listOf(0, 2)) write(root, rank, launcher(1))
        write(root, 1, launcher(2))
        assertEquals(listOf("1"), ranksIn("$root/ranks-of-3"))
    }

    @Test
    fun aRequeuedJobOfTheSameLauncherHasAFolderOfItsOwn() {
        val root = newRoot("requeued")
        val start = here.start - 1_000L
        val ended = Moment(here.start - 500L, -1L, -1L)
        for (rank in 0..2) write(root, rank, launcher(1), process(start), place(rank, isNamed = true), ended)
        for (rank in listOf(0, 2)) write(root, rank, launcher(1), place = place(rank, isNamed = true))
        assertEquals(listOf("0", "2"), ranksIn("$root/job-4711.0"))
    }

    @Test
    fun aRequeuedJobIsKnownByTheNumberOfItsRestart() {
        val root = newRoot("restart")
        for (rank in listOf(0, 2)) write(root, rank, null, place = place(rank, isNamed = true))
        write(root, 1, null, place = place(1, isNamed = true, attempt = "1"))
        assertEquals(listOf("1"), ranksIn("$root/job-4711.0"))
    }

    @Test
    fun jobsAtTheSameTimeHaveAFolderEach() {
        val root = newRoot("together")
        // One rank of the first job is still writing, in a container that is not visible from here.
        write(root, 0, launcher(1), process(machine = "other/1"), isWritten = false)
        val second = (0..2).map { write(root, it, launcher(2)) }
        assertEquals(1, second.distinct().size)
        assertNotEquals("$root/ranks-of-3", second[0])
        assertTrue(RunNames.isTimed(second[0].substringAfterLast('/')), second[0])
        assertEquals("$root/ranks-of-3", write(root, 1, launcher(1)))
        assertEquals(listOf("0", "1"), ranksIn("$root/ranks-of-3"))
        assertEquals(listOf("0", "1", "2"), ranksIn(second[0]))
    }

    @Test
    fun aLateRankFindsItsJobAfterTheNextOneHasTakenTheName() {
        val root = newRoot("late")
        for (rank in 0..1) write(root, rank, launcher(1))
        write(root, 0, launcher(2))
        val late = write(root, 2, launcher(1))
        assertEquals(listOf("0", "1", "2"), ranksIn(late))
        assertEquals(listOf("0"), ranksIn("$root/ranks-of-3"))
    }

    @Test
    fun ranksOnOtherMachinesBelongToTheJobThatRunsAtTheSameTime() {
        val root = newRoot("machines")
        write(root, 0, launcher(1))
        val other = launcher(2, "other/1")
        assertEquals(
            "$root/ranks-of-3",
            write(
                root, 1, other,
                process(machine = "other/1", start = -1L).let {
                    ProcessMark(it.program, it.pid, here.start, here.machine.substringBefore('/') + "/2", it.image)
                },
            ),
        )
        assertEquals(listOf("0", "1"), ranksIn("$root/ranks-of-3"))
    }

    @Test
    fun programsThatOneLauncherStartsInTurnAreNotMixed() {
        val root = newRoot("turns")
        val early = here.start - 1_000L
        val first = Moment(here.start - 500L, -1L, -1L)
        write(root, 0, launcher(1), process(early, "prepare"), ended = first)
        write(root, 0, launcher(1), process(program = "solve"))
        write(root, 1, launcher(1), process(early, "prepare"))
        write(root, 1, launcher(1), process(program = "solve"))
        assertEquals(listOf("solve"), assertNotNull(JobRecord.inFolder("$root/ranks-of-3")).programs)
        assertEquals(listOf("0", "1"), ranksIn("$root/ranks-of-3"))
        assertEquals(listOf("0", "1"), ranksIn("$root/" + listFiles(root).single(RunNames::isTimed)))
    }

    @Test
    fun whatIsNotKnownToBeOfAJobStays() {
        val root = newRoot("strange")
        makeDirectories("$root/ranks-of-3")
        changeLocked("$root/ranks-of-3/mine.txt") { "mine" }
        val path = write(root, 0, launcher(1))
        assertNotEquals("$root/ranks-of-3", path)
        assertFalse(JobRecord.NAME in listFiles("$root/ranks-of-3"))
    }

    @Test
    fun recordsOfJobsHoldWhatTheySay() {
        val folder = "run-20261129-061530.123-h-job-1"
        val record = JobRecord("job-1", "2", 4, folder, momentNow(), "m/1", listOf(launcher(1, "a b")), listOf("x y"))
        val read = assertNotNull(JobRecord.of(record.text()))
        assertEquals(record.text(), read.text())
        assertEquals(record.launchers, read.launchers)
        for (broken in listOf("", "x", record.text().dropLast(1))) assertEquals(null, JobRecord.of(broken))
    }
}
