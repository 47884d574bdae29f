@file:OptIn(ExperimentalAtomicApi::class)

package timemory

import kotlin.concurrent.atomics.AtomicBoolean
import kotlin.concurrent.atomics.ExperimentalAtomicApi
import timemory.internal.lean.*
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.pause
import timemory.internal.platform.wallNanoseconds
import timemory.internal.problems.activeProblems
import timemory.statistics.ComponentFields

private const val MAX_WAIT_SECONDS = 60L

/**
 * A [LongComponent] whose values arrive after the lap has ended, because another processor is still working for the thread. The lap is
 * kept, and recorded when its value is requested or has arrived. It has no percentiles.
 *
 * The region's thread adds pending laps, and the thread that makes results may take them: hence the lock. It is never held while waiting
 * for a value: the other processor may itself wait for the region's thread.
 */
public abstract class LateComponent internal constructor(private val type: ComponentType<*>) : LongComponent() {
    private val lock = Lock()
    private val waiting = ArrayDeque<LateLap>()

    /** Whether a thread is requesting the values of laps: only one does at a time, in the order in which the laps ended. */
    private val isSettling = AtomicBoolean(false)
    private val secondaries = Secondaries<Long>(type::create)

    /** Adds a lap that has ended and whose value is still to arrive. Every [often] laps, those whose values have arrived are recorded. */
    @InternalTimemoryApi
    public fun ended(lap: LateLap, often: Int = 64) {
        val count = lock.hold {
            waiting.addLast(lap)
            waiting.size
        }
        if (count % often == 0) settle(wait = false)
    }

    /** Records the ended laps whose values have arrived, in that order; all of them if it is to [wait] for values. */
    @InternalTimemoryApi
    public fun settle(wait: Boolean) {
        if (!isSettling.compareAndSet(expectedValue = false, newValue = true)) {
            // The settling thread records the values that have arrived.
            if (!wait || !isMyTurnInTime()) return
        }
        val failures = try {
            settleAll(wait)
        } finally {
            isSettling.store(false)
        } ?: return
        activeProblems().report("${type.id}.value") { "component ${type.id} lost laps: $failures" }
    }

    private fun isMyTurnInTime(): Boolean {
        val deadline = wallNanoseconds() + MAX_WAIT_SECONDS * 1_000_000_000L
        while (wallNanoseconds() < deadline) {
            pause(microseconds = 20)
            if (isSettling.compareAndSet(expectedValue = false, newValue = true)) return true
        }
        activeProblems().report("${type.id}.wait") {
            "component ${type.id}: another thread waited $MAX_WAIT_SECONDS s for the value of a lap; laps whose values have not " +
                "arrived yet are missing from these results"
        }
        return false
    }

    /** Returns the error that prevented laps from being recorded; `null` if there was none. */
    private fun settleAll(wait: Boolean): String? {
        val deadline = wallNanoseconds() + MAX_WAIT_SECONDS * 1_000_000_000L
        var failure: String? = null
        // Excludes laps that end meanwhile: the thread may end them as quickly as they are recorded.
        repeat(lock.hold { waiting.size }) {
            val lap = lock.hold { waiting.firstOrNull() } ?: return failure
            try {
                // A device that hangs is waited for only once, not for each lap.
                if (!lap.isKnown(wait && wallNanoseconds() < deadline)) return failure
                val value = lap.value()
                val parts = lap.parts()
                lock.hold { if (waiting.firstOrNull() === lap) record(value, parts) }
            } catch (exception: Exception) {
                failure = failure ?: exception.message ?: exception.toString()
            }
            lock.hold { if (waiting.firstOrNull() === lap) waiting.removeFirst() }
        }
        return failure
    }

    private fun record(value: Long, parts: Map<String, Long>) {
        record(value)
        secondaries.begin()
        for ((name, part) in parts) secondaries.add(name, part) { a, b -> a + b }
        secondaries.end { to, part -> (to as LongComponent).recordValue(part) }
    }

    /**
     * Whether its laps, in a region inside that of [around], are not part of that region's values, because they ran elsewhere on the other
     * processor. [around] is `null` if the enclosing region was open on another thread or in a coroutine.
     */
    @InternalTimemoryApi
    public open fun isConcurrent(around: LateComponent?): Boolean = false

    final override fun addTo(totals: Totals): Unit = addTo(totals, parts = null)

    /** Adds its laps to [totals] and their parts to [parts], consistently at one point in time. */
    internal fun addTo(totals: Totals, parts: MutableMap<String, Totals>?) {
        settle(wait = true)
        if (parts == null) return lock.hold { addRecordedTo(totals) }
        val recorded = lock.hold {
            addRecordedTo(totals)
            secondaries.components.map { (name, part) -> name to (part as LongComponent).state() }
        }
        // Without the lock, because creating a component runs code of its class.
        for ((name, state) in recorded) {
            val part = type.create() as LateComponent
            part.restore(state)
            part.addRecordedTo(parts.getOrPut(name) { Totals(type) })
        }
    }

    private fun addRecordedTo(totals: Totals) = super.addTo(totals)

    final override fun recordSumOf(others: List<Component>) {
        val laps = others.flatMap { takeLapsOf(it as LateComponent) }
        if (laps.isNotEmpty()) ended(laps.singleOrNull() ?: SumOfLaps(laps))
    }

    /** Takes over all laps of [other], with the recorded ones as a single lap. */
    @InternalTimemoryApi
    public open fun takeLapsOf(other: LateComponent): List<LateLap> = other.takeLaps()

    private fun takeLaps(): List<LateLap> = lock.hold {
        val laps = waiting.toMutableList()
        if (this.laps > 0L) laps.add(KnownLap(sum, secondaries.components.mapValues { (_, part) -> (part as LongComponent).sum }))
        waiting.clear()
        forget()
        laps
    }

    /** Its parts were already added by [recordSumOf]. */
    final override fun addSecondaryOf(other: Component) {}

    final override fun reset(): Unit = lock.hold {
        waiting.clear()
        forget()
    }

    // Parts are not among the [secondary] values: see addTo.
    final override fun combine(other: Component, sign: Int) {
        settle(wait = true)
        (other as LateComponent).settle(wait = true)
        super.combine(other, sign)
    }

    final override fun scale(factor: Double) {
        settle(wait = true)
        super.scale(factor)
    }

    final override fun exchange(fields: ComponentFields) {
        settle(wait = true)
        super.exchange(fields)
    }

    private fun forget() {
        super.reset()
        secondaries.reset()
    }

    /** A lap of a [LateComponent] that has ended. */
    @InternalTimemoryApi
    public interface LateLap {
        /**
         * Whether its value has arrived; if [wait], waits for it first. Throws an exception with the reason if it never will.
         */
        public fun isKnown(wait: Boolean): Boolean

        /** The value in raw units. Throws an exception with the reason if the lap is lost. */
        public fun value(): Long

        /** Values to be shown as child regions, by name. */
        public fun parts(): Map<String, Long>
    }
}

private class KnownLap(private val value: Long, private val parts: Map<String, Long>) : LateComponent.LateLap {
    override fun isKnown(wait: Boolean) = true

    override fun value() = value

    override fun parts() = parts
}

/** The slices of one lap of a coroutine; if one of them is lost, the lap is lost. */
private class SumOfLaps(private val laps: List<LateComponent.LateLap>) : LateComponent.LateLap {
    override fun isKnown(wait: Boolean) = laps.all { it.isKnown(wait) }

    override fun value() = laps.sumOf { it.value() }

    override fun parts(): Map<String, Long> {
        val sums = LinkedHashMap<String, Long>()
        for (lap in laps) for ((name, value) in lap.parts()) sums[name] = (sums[name] ?: 0L) + value
        return sums
    }
}
