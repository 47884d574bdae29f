package timemory.test

import timemory.Component
import timemory.ComponentType
import timemory.bundle

/*
 * The budgets of `Budgets` as Kotlin functions that read as assertions. They need no test framework. The reason why a test was aborted is
 * also printed to stderr.
 */

/**
 * Fails if [block] allocates more than [bytes] bytes of heap each time it runs, on average: see [AllocationCheck].
 * ```
 * shouldAllocateAtMost(0) { ring.offer(item) }
 * ```
 *
 * @param laps the number of laps per round
 * @param warmup the number of warm-up laps, which do not count
 * @throws org.opentest4j.TestAbortedException if allocations cannot be counted here
 */
public fun shouldAllocateAtMost(
    bytes: Long,
    laps: Int = AllocationCheck.LAPS,
    warmup: Int = AllocationCheck.WARMUP,
    block: () -> Unit,
): Allocation = tellingReasons { Budgets.assertAllocation { block() }.laps(laps).warmup(warmup).isAtMost(bytes) }

/**
 * Fails if [block] takes more than [times] times as long as [timesOf], beyond the noise of the measurement: see [RatioCheck].
 * ```
 * shouldTakeAtMost(1.5, timesOf = { oldParser.parse(text) }) { parser.parse(text) }
 * ```
 *
 * @param rounds the initial number of rounds; more are added if they are inconclusive
 * @param clock in nanoseconds; the default is the CPU time of the calling thread. Use `System::nanoTime` for blocks that wait or work on
 * other threads
 * @throws org.opentest4j.TestAbortedException if the rounds are too noisy to decide
 */
public fun shouldTakeAtMost(
    times: Double,
    timesOf: () -> Unit,
    rounds: Int = RatioCheck.ROUNDS,
    warmup: Int = RatioCheck.WARMUP,
    clock: (() -> Long)? = null,
    block: () -> Unit,
): RatioResult = tellingReasons {
    val check = Budgets.assertRatio({ block() }, { timesOf() }).rounds(rounds).warmup(warmup)
    if (clock != null) check.clock { clock() }
    check.isAtMost(times)
}

/**
 * Fails unless the number of times that [block] enters the region [label] is in [laps]: see [LapsCheck].
 * ```
 * shouldEnter("load page", 0L..1L) { cache[key] }
 * ```
 *
 * @throws org.opentest4j.TestAbortedException if measuring is off
 */
public fun shouldEnter(label: String, laps: LongRange, block: () -> Unit): Long =
    tellingReasons { Budgets.assertLaps(label) { block() }.isBetween(laps.first, laps.last) }

/**
 * Fails if component [C] measures more than [value] in [unit] for [block]: see [ComponentCheck].
 * ```
 * shouldMeasureAtMost<ThreadNumMinorPageFaults>(100.0) { table.fill() }
 * ```
 *
 * @param unit one of the component's; optional if there is only one
 * @return what was measured, in [unit]
 * @throws org.opentest4j.TestAbortedException if the component is unavailable here
 */
public inline fun <reified C : Component> shouldMeasureAtMost(value: Double, unit: String? = null, noinline block: () -> Unit): Double =
    shouldMeasureAtMost(bundle<C>().types.single(), value, unit, block)

/** Sets the same budget for the component with [type]. */
public fun shouldMeasureAtMost(type: ComponentType<*>, value: Double, unit: String? = null, block: () -> Unit): Double = tellingReasons {
    val check = Budgets.assertBudget(type) { block() }
    if (unit == null) check.isAtMost(value) else check.isAtMost(value, unit)
}
