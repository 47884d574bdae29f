package timemory.sampling.interval

import timemory.Binding
import timemory.Component
import timemory.ComponentType
import timemory.Components
import timemory.DoubleComponent
import timemory.LateComponent
import timemory.LongComponent
import timemory.RateComponent
import timemory.RatioComponent
import timemory.ValueComponent
import timemory.reasonAgainst

/** Returns why component [type] cannot be read at intervals, as the rest of a sentence that starts with its name; `null` if it can. */
internal fun whyNotSampled(type: ComponentType<*>): String? = type.reasonAgainst() ?: when {
    type.isSampled -> "it samples stacks itself: its settings are SAMPLING and those that start with SAMPLING_"
    !type.hasValues -> "it records nothing"
    type.binding == Binding.THREAD ->
        "its values are those of the reading thread, which would be the sampler's: read a component of " +
            "the whole process (docs/sampling.md has one of hardware counters)"
    type.binding == Binding.WALL && Components.isBuiltIn(type) -> "it measures regions, not the process"
    type.elementCount == 0 -> NO_NUMBERS
    else -> whyNotRead(type.create())
}

private fun whyNotRead(component: Component): String? = when (component) {
    is LateComponent -> "its values arrive later than they are read"
    is LongComponent, is DoubleComponent, is RatioComponent, is RateComponent, is ValueComponent<*> -> null
    else -> NO_NUMBERS
}

private const val NO_NUMBERS = "its values are not numbers"
