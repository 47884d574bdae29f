package timemory.test

import timemory.Component
import timemory.ComponentType
import timemory.bundle

/*
 * The budgets of `Budgets` as Kotlin functions that read as assertions. They need no test framework. Why a test was aborted they tell on
 * the standard error stream besides.
 */

/**
 * Fails if [block] allocates more than [bytes] bytes of heap each time it runs, on average: see [AllocationCheck].
 * ```
 * shouldAllocateAtMost(0) { ring.offer(item) }
 * ```
 *
 * @param laps how often it runs in a round
 * @param warmup how often it runs before, which does not count
 * @throws org.opentest4j.TestAbortedException if allocations are not counted here
 */
public fun shouldAllocateAtMost(
    bytes: Long,
    laps: Int = AllocationCheck.LAPS,
    warmup: Int = AllocationCheck.WARMUP,
    block: () -> Unit,
): Allocation = tellingReasons { Budgets.assertAllocation { block() }.laps(laps).warmup(warmup).isAtMost(bytes) }

/**
 * Fails if [block] takes more than [times] times as long as [timesOf], beyond the spread of the rounds in which both run: see [RatioCheck].
 * ```
 * shouldTakeAtMost(1.5, timesOf = { oldParser.parse(text) }) { parser.parse(text) }
 * ```
 *
 * @param rounds how many there are at first; more where they do not tell
 * @param clock in nanoseconds; the CPU time of the calling thread without. `System::nanoTime` for blocks that wait or work on other threads
 * @throws org.opentest4j.TestAbortedException if the rounds spread too much to tell
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
 * Fails unless [block] enters the region [label] so often: see [LapsCheck].
 * ```
 * shouldEnter("load page", 0L..1L) { cache[key] }
 * ```
 *
 * @throws org.opentest4j.TestAbortedException while measuring is switched off
 */
public fun shouldEnter(label: String, laps: LongRange, block: () -> Unit): Long =
    tellingReasons { Budgets.assertLaps(label) { block() }.isBetween(laps.first, laps.last) }

/**
 * Fails if component [C] measures more than [value] in [unit] of [block]: see [ComponentCheck].
 * ```
 * shouldMeasureAtMost<ThreadNumMinorPageFaults>(100.0) { table.fill() }
 * ```
 *
 * @param unit one of the component's; needs none where there is only one
 * @return what was measured, in [unit]
 * @throws org.opentest4j.TestAbortedException if the component cannot measure here
 */
public inline fun <reified C : Component> shouldMeasureAtMost(value: Double, unit: String? = null, noinline block: () -> Unit): Double =
    shouldMeasureAtMost(bundle<C>().types.single(), value, unit, block)

/** As above, for the component with [type]. */
public fun shouldMeasureAtMost(type: ComponentType<*>, value: Double, unit: String? = null, block: () -> Unit): Double = tellingReasons {
    val check = Budgets.assertBudget(type) { block() }
    if (unit == null) check.isAtMost(value) else check.isAtMost(value, unit)
}
