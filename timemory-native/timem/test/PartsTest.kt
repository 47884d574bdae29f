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
        assertEquals("77-3-of-4-%", path("%j-%r-of-%s-%%", Rank(3, 4)))
        assertEquals("timem-output/sleep.json", path(""))
        assertEquals("timem-output/sleep-3.json", path("", Rank(3, 4)))
        assertContains(assertFailsWith<UsageError> { path("a%m") }.message!!, "'%m'")
    }

    @Test
    fun aRankComesFromTheLaunchersEnvironment() {
        fun rank(wanted: Boolean?, vararg variables: Pair<String, String>) = Rank.of(wanted) { variables.toMap()[it] }
        assertEquals(3, rank(null, "PMI_RANK" to "3", "PMI_SIZE" to "8")!!.number)
        assertNull(rank(null, "SLURM_PROCID" to "0", "SLURM_NTASKS" to "1"), "a batch script of one process has no ranks")
        assertEquals(0, rank(true, "SLURM_PROCID" to "0", "SLURM_NTASKS" to "1")!!.number)
        assertNull(rank(false, "PMI_RANK" to "3"))
        assertFailsWith<UsageError> { rank(true) }
    }
}
