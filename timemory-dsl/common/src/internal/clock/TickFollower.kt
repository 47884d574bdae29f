@file:OptIn(ExperimentalAtomicApi::class)

package timemory.internal.clock

import kotlin.concurrent.Volatile
import kotlin.concurrent.atomics.AtomicReference
import kotlin.concurrent.atomics.ExperimentalAtomicApi
import kotlin.math.abs
import timemory.internal.lean.*
import timemory.internal.platform.TickClock
import timemory.internal.platform.TickLine
import timemory.internal.platform.TickPoint
import timemory.internal.text.fixed

/*
 * Synchronises the processor's counter with the kernel's clock.
 *
 * Both are steady, but their ratio changes: the kernel adjusts its clock to the network's time, by up to 500 parts per million. So the line
 * from ticks to nanoseconds is valid for a second at most. The first thread that reads the clock after that compares counter and clock
 * again, which takes as long as about ten readings, and creates the next line:
 *
 * - It starts at the end of the last one, so that time neither jumps nor goes back, and its slope is such that it meets the clock after
 *   another second: the rate of the past second, corrected by the accumulated error.
 * - The rate is not known well at the start, because the first comparison takes only half a millisecond: the error is some hundred parts
 *   per million. So the first line is valid for a millisecond, and each following one four times as long, while the accuracy of the rate
 *   increases accordingly.
 * - The clock may not have been read for longer than two lines: the program did not measure, or the machine was suspended, when the counter
 * may have continued while the clock stopped. No reading was taken after the end of the old line, so the next one starts at the clock
 * itself.
 * - If counter and clock drift by more than 0.1 % although the clock is read continuously, the counter is unreliable. It is abandoned
 * permanently, which is reported.
 *
 * Threads do not wait for each other: each late thread creates a line, and one of them counts.
 */

/** How many times longer the next line is valid than the previous one. */
private const val GROWTH = 4
private const val FIRST_WINDOW = 1_000_000L
private const val MAX_WINDOW = 1_000_000_000L

/** How long counter and clock are compared at first. */
private const val FIRST_COMPARISON = 500_000L
private const val MANY_ATTEMPTS = 200
private const val SOME_ATTEMPTS = 8

/** More than the maximum adjustment of a clock (500 parts per million). */
private const val MAX_DIFFERENCE = 1e-3

/** The additional error of a comparison if the thread was interrupted in each attempt. */
private const val NOISE_NANOSECONDS = 2_000.0

/** The number of ticks that a processor may be behind the one on which a line was created. */
private const val MAX_SKEW = 1_000_000L

/** How far a reading may be ahead of the clock, in nanoseconds. */
private const val MAX_ERROR = 1_000L

/** The maximum rate at which an error is corrected. */
private const val MAX_CORRECTION = 5e-4

/** Makes [counter] follow [clock]; see the comment at the start of this file. Safe for any number of threads. */
internal abstract class TickFollower : TickClock {
    protected abstract fun counter(): Long

    protected abstract fun clock(): Long

    /** Makes readings use [line] from now on, or the clock if it is `null`. */
    protected abstract fun publish(line: TickLine?)

    private val current = AtomicReference<Followed?>(null)

    /** Why the counter is no longer followed; `null` if it is. */
    @Volatile
    var givenUp: String? = null
        private set

    /** A line, with the measurements made when it was created: counter and clock at [point], and a [rate] in nanoseconds per tick. */
    private class Followed(val point: TickPoint, val rate: Double, val window: Long, nanoseconds: Long, slope: Double) :
        TickLine(point.ticks, nanoseconds, (slope * ONE).toLong(), (window / rate).toLong())

    @Volatile
    private var compared: Followed? = null

    @Volatile
    private var begun: TickPoint? = null

    /** Starts to compare the two; the next [compare] finishes that, and waits only for the rest of its time. */
    fun beginComparing() {
        begun = TickLine.now(MANY_ATTEMPTS, { counter() }, { clock() })
    }

    /** Compares the two for half a millisecond; `false` if the counter does not increase as it should. */
    fun compare(): Boolean {
        val first = begun ?: TickLine.now(MANY_ATTEMPTS, { counter() }, { clock() })
        begun = null
        while (clock() - first.nanoseconds < FIRST_COMPARISON) { /* as long as this takes */ }
        val second = TickLine.now(MANY_ATTEMPTS, { counter() }, { clock() })
        val rate = (second.nanoseconds - first.nanoseconds) / (second.ticks - first.ticks).toDouble()
        if (!(rate > 0.0 && rate < TickLine.MAX_TICK)) return false
        compared = Followed(second, rate, FIRST_WINDOW, second.nanoseconds, rate)
        return true
    }

    /** From now on readings use the counter, which [compare] has found to be reliable. */
    fun follow() {
        val line = compared ?: return
        current.store(line)
        publish(line)
    }

    /** Readings use the clock from now on. */
    fun stop() {
        if (current.exchange(null) != null) publish(null)
    }

    override fun readLate(): Long {
        val old = current.load() ?: return clock()
        val ticks = counter()
        if (ticks - old.ticks in -MAX_SKEW until old.length) {
            publish(old) // another thread has created it, but may not have published it yet
            return old.at(ticks)
        }
        val next = after(old)
        if (current.compareAndSet(old, next)) publish(next)
        return current.load()?.at(counter()) ?: clock()
    }

    /** Returns the line after [old]; `null` if the counter is abandoned. */
    private fun after(old: Followed): Followed? {
        val now = TickLine.now(SOME_ATTEMPTS, { counter() }, { clock() })
        val ticks = now.ticks - old.point.ticks
        val nanoseconds = now.nanoseconds - old.point.nanoseconds
        val rate = nanoseconds / ticks.toDouble()
        val difference = rate / old.rate - 1.0
        val isEven = abs(difference) < MAX_DIFFERENCE + NOISE_NANOSECONDS / nanoseconds
        val isLate = ticks > 2 * old.length || ticks < 0L
        if (!isEven && !isLate) {
            givenUp = "it ran ${fixed(abs(difference) * 1e6, 0)} ppm too ${if (difference < 0.0) "fast" else "slow"} " +
                "compared with the kernel's clock, over ${fixed(nanoseconds * 1e-6, 0)} ms"
            return null
        }
        val begin = when {
            !isLate -> old.at(now.ticks) + 1L
            isEven -> now.nanoseconds
            else -> now.nanoseconds + MAX_ERROR // after the last reading, at which the clock may still be
        }
        val window = if (isEven) minOf(GROWTH * old.window, MAX_WINDOW) else FIRST_WINDOW
        val better = if (isEven) rate else old.rate
        val correction = ((begin - now.nanoseconds).toDouble() / window).coerceIn(-MAX_CORRECTION, MAX_CORRECTION)
        return Followed(now, better, window, begin, better * (1.0 - correction))
    }
}
