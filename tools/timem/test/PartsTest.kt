package timemory.timem

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue
import platform.posix.getpid
import platform.posix.getppid

class PartsTest {
    @Test
    fun looksBecomeRarerUnlessTheirRateWasAskedFor() {
        val own = SampleSchedule(delay = null, frequency = null)
        val times = List(12) { own.next.also { own.advance() } / 1_000_000 }
        assertEquals(listOf<Long>(1, 2, 4, 8, 16, 32, 64, 128, 256, 456, 656, 856), times)
        val asked = SampleSchedule(delay = 0.5, frequency = 10.0)
        assertEquals(listOf<Long>(500, 600, 700), List(3) { asked.next.also { asked.advance() } / 1_000_000 })
    }

    @Test
    fun theLastLooksAreKept() {
        val samples = Samples(2)
        val text = ProcText()
        for (i in 1L..3L) samples.take(getpid(), i, text)
        assertEquals(3L, samples.count)
        assertEquals(listOf(2L, 3L), samples.all().map { it.nanoseconds })
        assertTrue(samples.all().all { it.resident > 100_000 && it.virtual >= it.resident && it.inputOutput!!.charsRead > 0 })
    }

    @Test
    fun looksOfAllTheTimeAreKeptWhereThatIsAskedFor() {
        val text = ProcText()
        for (kept in 2..7) {
            val samples = Samples(kept, isWhole = true)
            for (i in 1L..500L) {
                samples.take(getpid(), i, text)
                assertTrue(samples.all().size <= kept && (i < kept || samples.all().size * 2 >= kept), "${samples.all().size} of $kept")
                assertEquals(i, samples.all().last().nanoseconds, "the last one is always there")
            }
            val times = samples.all().map { it.nanoseconds }
            val steps = times.zip(times.drop(1)).map { (a, b) -> b - a }.dropLast(1).toSet()
            assertTrue(steps.size <= 1, "$times")
            assertTrue(samples.all().all { it.peak >= it.resident && it.cpu >= 0L })
        }
    }

    @Test
    fun rowsHaveWhatWasAddedBetweenThem() {
        fun look(at: Long, resident: Long, peak: Long, cpu: Long, read: Long) =
            Sample(at, resident, peak, 9L, cpu, InputOutput(read, 0L, 0L, 0L))
        val looks = listOf(look(100L, 1L, 5L, 50L, 7L), look(200L, 2L, 2L, 50L, 8L), look(300L, 3L, 3L, 150L, 18L))
        val rows = TimeRow.of(looks, 2)
        assertEquals(listOf(200L, 300L), rows.map { it.end })
        assertEquals(listOf(5L, 3L), rows.map { it.peak })
        assertEquals(listOf(0.25, 1.0), rows.map { it.cpuShare })
        assertEquals(listOf(8L, 10L), rows.map { it.inputOutput!!.charsRead })
        assertEquals(3, TimeRow.of(looks, 20).size)
        assertEquals(emptyList(), TimeRow.of(emptyList(), 20))
    }

    @Test
    fun filesOfProcessesAreReadByTheirKeysAndWords() {
        val text = ProcText().read(getpid(), ProcName.STATUS)
        assertEquals(getpid().toLong(), text.numberAfter("Pid:".encodeToByteArray()))
        assertEquals(-1L, text.numberAfter("Nothing:".encodeToByteArray()))
        text.read(getpid(), ProcName.STAT)
        assertEquals(getppid().toLong(), text.word(1, text.behindName()))
        assertNotNull(InputOutput.of(getpid(), text))
        assertNull(InputOutput.of(-1, text))
    }

    @Test
    fun patternsInAFilesNameStandForWhatTheyName() {
        val command = Command.of(listOf("/bin/sleep".encodeToByteArray()), null)
        fun path(name: String, rank: Rank? = null) = OutputFile.named(name, command, rank) { if (it == "SLURM_JOB_ID") "77" else null }.path
        assertEquals("a-${getpid()}.json", path("a-%p.json"))
        assertEquals("77-3-of-4-%", path("%j-%r-of-%s-%%", Rank(3, 4, null)))
        assertEquals("timem-output/sleep.json", path(""))
        assertEquals("timem-output/sleep-3.json", path("", Rank(3, 4, null)))
        assertContains(assertFailsWith<UsageError> { path("a%m") }.message!!, "'%m'")
    }

    @Test
    fun aRankComesFromTheLaunchersEnvironment() {
        fun rank(wanted: Boolean?, vararg variables: Pair<String, String>) = Rank.of(wanted) { variables.toMap()[it] }
        assertEquals(3, rank(null, "PMI_RANK" to "3", "PMI_SIZE" to "8")!!.number)
        val step = "SLURM_STEP_ID" to "0"
        assertNull(rank(null, "SLURM_PROCID" to "0", "SLURM_NTASKS" to "1", step), "one process has no ranks")
        assertNull(rank(null, "SLURM_PROCID" to "0", "SLURM_NTASKS" to "4"), "nor has a batch script")
        assertEquals(0, rank(true, "SLURM_PROCID" to "0", "SLURM_NTASKS" to "1", step)!!.number)
        assertNull(rank(false, "PMI_RANK" to "3"))
        assertFailsWith<UsageError> { rank(true) }
    }

    @Test
    fun whatARankLeavesIsWhatRankZeroReads() {
        val values = listOf(
            Value("wall", "wall", "sec", 0.1),
            Value("io", "bytes\tread", "MB", Double.NaN),
            Value("n", "n", "", 3.0, isWhole = true),
        )
        val read = RankReport.of("7", RankReport(7, -9, values).text())!!
        assertEquals(
            listOf("wall sec 0.1 false", "bytes read MB NaN false", "n  3.0 true"),
            read.values.map { "${it.label} ${it.unit} ${it.number} ${it.isWhole}" },
        )
        assertEquals(7 to -9, read.rank to read.code)
        assertNull(RankReport.of("7", "something else"))
        assertNull(RankReport.of("7", RankReport(7, 0, values).text().dropLast(3)))
    }

    @Test
    fun theLargestOfSeveralRanksIsTheLowest() {
        fun report(rank: Int, wall: Double) = RankReport(rank, 0, listOf(Value("wall", "wall", "sec", wall)))
        val spread = spreadOf(listOf(report(0, 1.0), report(1, 3.0), report(2, 3.0), report(3, Double.NaN))).single()
        assertEquals(listOf(1 to 3.0, 0 to 1.0), listOf(spread.max, spread.min))
        assertEquals(listOf(3.0, 7.0, 7.0 / 3), listOf(spread.count.toDouble(), spread.sum, spread.mean))
    }
}
