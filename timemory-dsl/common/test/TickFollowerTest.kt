package timemory

import kotlin.math.abs
import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue
import timemory.internal.clock.TickFollower
import timemory.internal.platform.TickLine

private const val SECOND = 1_000_000_000L
private const val PER_MILLION = 1e-6

class TickFollowerTest {
    /** A counter and a clock whose speeds a test sets. Looking at them takes time, too, now and then much. */
    private class Machine(private val random: Random, private val ticksPerNanosecond: Double) {
        private var ticks = random.nextDouble(0.0, 1e15)
        private var nanoseconds = random.nextDouble(0.0, 1e15)

        /** How much faster the clock runs than the counter. */
        var pull = 0.0

        /** How much faster the counter runs than at first. */
        var counterPull = 0.0
        var line: TickLine? = null
        val follower = object : TickFollower() {
            override fun counter() = this@Machine.counter()

            override fun clock() = this@Machine.clock()

            override fun publish(line: TickLine?) {
                this@Machine.line = line
            }
        }

        /** What another thread does in the meantime. */
        var meanwhile: (() -> Unit)? = null

        fun pass(time: Double) {
            ticks += time * ticksPerNanosecond * (1.0 + counterPull)
            nanoseconds += time * (1.0 + pull)
        }

        /** The clock stands still, the counter does not. */
        fun sleep(time: Double) {
            ticks += time * ticksPerNanosecond
        }

        private fun look() = pass(if (random.nextInt(200) == 0) random.nextDouble(50_000.0) else random.nextDouble(20.0, 40.0))

        fun start() {
            assertTrue(follower.compare())
            follower.follow()
        }

        fun counter(): Long {
            look()
            meanwhile?.also { meanwhile = null }?.invoke()
            return ticks.toLong()
        }

        fun clock(): Long {
            look()
            return nanoseconds.toLong()
        }

        /** Like a reading of the wall clock on a processor whose counter is this many ticks [behind]. */
        fun read(behind: Long = 0L): Long {
            val line = line ?: return clock()
            val at = counter() - behind
            return if ((at - line.ticks).toULong() >= line.length.toULong()) follower.readLate() else line.at(at)
        }

        /** How far a reading is from the clock. */
        fun error(): Double {
            val read = read()
            return read - nanoseconds
        }
    }

    private fun machines(count: Int = 50) = (0 until count).map { seed ->
        val random = Random(seed)
        val machine = Machine(random, ticksPerNanosecond = random.nextDouble(0.02, 5.0))
        machine.pull = random.nextDouble(-500.0, 500.0) * PER_MILLION
        seed to machine
    }

    @Test
    fun theCounterStaysWithinAMicrosecondOfAClockThatIsPulledForFiveMinutes() {
        for ((seed, machine) in machines()) {
            machine.start()
            val random = Random(seed + 1000)
            var passed = 0.0
            var last = Long.MIN_VALUE
            while (passed < 300e9) {
                // Threads that measure all the time, for a moment, or rarely.
                val step = if (random.nextInt(3) == 0) random.nextDouble(5e9) else random.nextDouble(1e6)
                passed += step
                machine.pass(step)
                val error = machine.error()
                assertTrue(abs(error) < 1_500.0, "seed $seed: $error ns off after ${passed * 1e-9} s")
                val now = machine.read()
                assertTrue(now >= last, "seed $seed: went back by ${last - now} ns")
                last = now
            }
            assertNull(machine.follower.givenUp)
        }
    }

    @Test
    fun aClockThatIsPulledOtherwiseIsFollowedWithinTwoSeconds() {
        for ((seed, machine) in machines()) {
            machine.start()
            repeat(5_000) { machine.pass(1e6).also { machine.read() } }
            machine.pull += 100 * PER_MILLION
            repeat(2_500) { machine.pass(1e6).also { assertTrue(abs(machine.error()) < 110_000.0, "seed $seed") } }
            repeat(2_000) { machine.pass(1e6).also { assertTrue(abs(machine.error()) < 1_500.0, "seed $seed") } }
        }
    }

    @Test
    fun timeInWhichTheMachineStoodStillIsNotMeasured() {
        for ((seed, machine) in machines()) {
            machine.start()
            repeat(3_000) { machine.pass(1e6).also { machine.read() } }
            val before = machine.read()
            machine.sleep(3_600e9)
            val after = machine.read()
            assertTrue(after - before in 0L..200_000L, "seed $seed: ${after - before} ns")
            repeat(3_000) { machine.pass(1e6).also { assertTrue(abs(machine.error()) < 1_500.0, "seed $seed") } }
            assertNull(machine.follower.givenUp)
        }
    }

    @Test
    fun aCounterThatStartsAnewIsFollowedFromThereOn() {
        val machine = machines(1).single().second
        machine.start()
        repeat(3_000) { machine.pass(1e6).also { machine.read() } }
        val before = machine.read()
        machine.sleep(-100e9)
        assertTrue(machine.read() - before in 0L..200_000L)
    }

    @Test
    fun aCounterThatBecomesUnevenIsGivenUpAndTheReasonKept() {
        for ((seed, machine) in machines()) {
            machine.start()
            repeat(3_000) { machine.pass(1e6).also { machine.read() } }
            machine.counterPull = 0.01
            var last = machine.read()
            repeat(2_000) {
                machine.pass(1e6)
                val now = machine.read()
                assertTrue(now >= last || machine.line == null, "seed $seed")
                last = now
            }
            assertTrue("too fast" in assertNotNull(machine.follower.givenUp, "seed $seed"))
            assertNull(machine.line)
            assertTrue(abs(machine.error()) < 100.0)
        }
    }

    @Test
    fun aProcessorThatIsALittleBehindReadsTheTimeAtWhichTheLineBegan() {
        val machine = machines(1).single().second
        machine.start()
        repeat(3_000) {
            machine.pass(1e6)
            val first = machine.read()
            val second = machine.read(behind = 2_000)
            assertTrue(abs(second - first) < 200_000L, "$first, then $second")
        }
        assertNull(machine.follower.givenUp)
    }

    @Test
    fun ofTwoThreadsThatComeLateAtOnceOneMakesTheLine() {
        val machine = machines(1).single().second
        machine.start()
        machine.pass(2e6)
        var other: TickLine? = null
        machine.meanwhile = {
            machine.meanwhile = {
                machine.follower.readLate()
                other = machine.line
            }
        }
        machine.read()
        assertEquals(assertNotNull(other), machine.line)
        assertTrue(abs(machine.error()) < 1_500.0)
    }

    @Test
    fun aComparisonThatWasBegunHasNothingToWaitFor() {
        for ((seed, machine) in machines()) {
            machine.follower.beginComparing()
            machine.pass(600_000.0)
            val before = machine.clock()
            machine.start()
            assertTrue(machine.clock() - before < 450_000L, "seed $seed: took ${machine.clock() - before} ns")
            machine.pass(500_000.0)
            assertTrue(abs(machine.error()) < 1_500.0, "seed $seed: ${machine.error()} ns off")
        }
    }

    @Test
    fun aCounterThatStandsStillIsNotFollowed() {
        var time = 0L
        var published: TickLine? = null
        val follower = object : TickFollower() {
            override fun counter() = 7L

            override fun clock(): Long {
                time += 30L
                return time
            }

            override fun publish(line: TickLine?) {
                published = line
            }
        }
        assertTrue(!follower.compare())
        follower.follow()
        assertNull(published)
        assertTrue(follower.readLate() > 0L)
        assertTrue(time < SECOND)
    }
}
