package timemory.live.throttle

import timemory.internal.lean.*

/**
 * Keeps the overhead below [limit], a fraction of the process's processor time.
 *
 * Processor time is used instead of elapsed time, because an idle server has little to spend. If the overhead of the last [WINDOW] looks
 * exceeds the limit, the most expensive and least informative call paths are throttled, a few per look, until the overhead is [AIM] of the
 * limit. If it stays below [CALM] of it for [CALM_NANOSECONDS], they are restored, the cheapest first, as long as the overhead stays below
 * [AIM]. A call path that has to be throttled again stays so for twice as long as before, which prevents oscillation.
 *
 * ### Thread-safety
 * To be used by one thread.
 */
internal class OverheadControl(private val limit: Double) {
    private val costs = DoubleArray(WINDOW)
    private val budgets = DoubleArray(WINDOW)
    private var looks = 0
    private var calmSince = NOT_CALM

    /**
     * Decides what to throttle, from the changes of all [loads] since the last look and the [processorTime] of the process; [now] is the
     * current time. All in nanoseconds.
     *
     * @return those that are throttled from now on
     */
    fun look(loads: Collection<RegionCost>, processorTime: Long, now: Long): List<RegionCost> {
        val cost = loads.sumOf { it.cost }
        val budget = limit * processorTime
        costs[looks % WINDOW] = cost
        budgets[looks % WINDOW] = budget
        looks++
        val recent = costs.sum()
        val allowed = budgets.sum()
        if (recent >= CALM * allowed) calmSince = NOT_CALM else if (calmSince == NOT_CALM) calmSince = now
        if (recent > allowed) return throttle(loads, cost - AIM * budget, now)
        if (calmSince != NOT_CALM && now - calmSince >= CALM_NANOSECONDS) bringBack(loads, AIM * budget - cost, now)
        return emptyList()
    }

    private fun throttle(loads: Collection<RegionCost>, excess: Double, now: Long): List<RegionCost> {
        val throttled = ArrayList<RegionCost>()
        val most = maxOf(MAX_CONCURRENT, loads.size / PART_AT_ONCE)
        var left = excess
        for (load in loads.filter { it.mayBeThrottled && it.cost > 0.0 }.sortedByDescending { it.priority }) {
            if (left <= 0.0 || throttled.size == most) break
            val saved = load.cost - load.minCost
            if (saved <= 0.0) continue
            left -= saved
            load.throttle(now)
            throttled.add(load)
        }
        return throttled
    }

    private fun bringBack(loads: Collection<RegionCost>, room: Double, now: Long) {
        var left = room
        var count = 0
        val throttled = loads.filter { it.isThrottled }
        val most = maxOf(1, throttled.size / PART_BACK_AT_ONCE)
        for (load in throttled.filter { it.mayReturn(now) }.sortedBy { it.fullCost }) {
            val added = load.fullCost - load.cost
            if (added > left || count == most) break
            left -= added
            load.bringBack()
            count++
        }
    }

    companion object {
        const val CALM_NANOSECONDS: Long = 10_000_000_000L
        private const val WINDOW = 3
        private const val AIM = 0.8
        private const val CALM = 0.6
        private const val MAX_CONCURRENT = 32
        private const val PART_AT_ONCE = 10
        private const val PART_BACK_AT_ONCE = 20
        private const val NOT_CALM = -1L
    }
}
