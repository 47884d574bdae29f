package timemory.sampling.interval

import timemory.Component
import timemory.ComponentType
import timemory.DoubleComponent
import timemory.LongComponent
import timemory.LongDeltaComponent
import timemory.Quantity
import timemory.RateComponent
import timemory.RatioComponent
import timemory.SystemComponent
import timemory.ValueComponent

/**
 * Reads one component of the process repeatedly.
 *
 * For memory, the value is the reading itself. For other components, it is the increase since the last reading: if a lap's value so far can
 * be read, one lap stays open all the time, so that the values of all intervals add up to that of the whole, without gaps. Other components
 * are stopped and restarted at each reading, a few microseconds apart.
 *
 * ### Thread-safety
 * To be used by one thread. Calls the component, which may throw: no lock may be held.
 */
internal abstract class ComponentReading(val type: ComponentType<*>, val columns: List<SampledColumn>) {
    /** Starts the interval of the next [read]. */
    abstract fun start()

    /** Stores the reading, or the increase since the last one, in [values], from [at] on: one number for each of [columns]. */
    abstract fun read(values: DoubleArray, at: Int)
}

/** Components whose value is an amount at a time, independent of the start of the lap. */
private val LEVELS = setOf(
    "page_rss", "virtual_memory", "peak_rss", "cgroup_memory", "heap_used", "direct_memory", "mapped_memory", "gpu_memory",
)

/** Returns the reading of [type]; [whyNotSampled] must have no objection. */
internal fun readingOf(type: ComponentType<*>): ComponentReading {
    val component = type.create()
    val now = if (type.id in LEVELS) readingNow(component) else null
    if (now != null) return LevelReading(type, now)
    if (component is RateComponent) return AmountReading(type, component, component.leaves.dropLast(1)) // the last one is its wall clock
    if (component is LongComponent && tellsSoFar(component)) return AmountReading(type, component, listOf(component))
    return LapReading(type, component)
}

private fun readingNow(component: Component): (() -> Long)? = when (component) {
    is LongDeltaComponent -> component::readingNow
    is SystemComponent -> component::readingNow
    else -> null
}

/** Returns whether the value of an open lap of [component] can be read. */
private fun tellsSoFar(component: Component): Boolean {
    component.start()
    val isTold = component.openLap() != null
    component.stop()
    return isTold
}

private class LevelReading(type: ComponentType<*>, private val now: () -> Long) :
    ComponentReading(type, listOf(SampledColumn(type.id, type.quantity, "", SampledKind.LEVEL))) {
    override fun start() {}

    override fun read(values: DoubleArray, at: Int) {
        values[at] = now().toDouble()
    }
}

/** @param parts the components whose values together make up that of [component] */
private class AmountReading(type: ComponentType<*>, private val component: Component, private val parts: List<Component>) :
    ComponentReading(type, listOf(SampledColumn(type.id, type.quantityOf(0), "", SampledKind.AMOUNT))) {
    private var before = 0L

    override fun start() {
        component.start()
        before = 0L
    }

    override fun read(values: DoubleArray, at: Int) {
        var sum = 0L
        for (part in parts) sum += checkNotNull(part.openLap()) { "it has no value for an open lap" }
        values[at] = (sum - before).toDouble()
        before = sum
    }
}

private class LapReading(type: ComponentType<*>, private val component: Component) : ComponentReading(type, columnsOf(type)) {
    override fun start() = component.start()

    override fun read(values: DoubleArray, at: Int) {
        component.stop()
        when (component) {
            is LongComponent -> values[at] = component.last.toDouble()
            is DoubleComponent -> values[at] = component.last
            is RatioComponent -> values[at] = component.last
            is ValueComponent<*> -> type.numbersAny(component.last!!).copyInto(values, at)
            else -> error("it has no numbers")
        }
        component.start()
    }

    private companion object {
        fun columnsOf(type: ComponentType<*>): List<SampledColumn> = List(type.elementCount) { i ->
            val name = if (type.elements.isEmpty()) type.id else "${type.id}.${type.elements[i]}"
            SampledColumn(name, type.quantityOf(i), type.unitSuffix(i), kindOf(type, i))
        }

        fun kindOf(type: ComponentType<*>, element: Int) = when {
            type.isAdditive(element) -> SampledKind.AMOUNT
            type.unitSuffix(element).isEmpty() && type.quantityOf(element) === Quantity.MEMORY -> SampledKind.LEVEL
            else -> SampledKind.MEAN
        }
    }
}
