package timemory.sampling.interval

import kotlin.jvm.JvmName
import kotlin.jvm.JvmSynthetic
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import timemory.Component
import timemory.ComponentType
import timemory.Components
import timemory.ExperimentalTimemoryApi
import timemory.bundle
import timemory.bundle.Bundle
import timemory.settings.SettingsBuilder

/** As [IntervalSampler.start], with any components: `sample(bundleOf("page_rss, cpu_clock"), 50.milliseconds)`. */
@ExperimentalTimemoryApi
@JvmSynthetic // Java has IntervalSampler.start
public fun sample(bundle: Bundle, interval: Duration = 100.milliseconds): IntervalSampler =
    IntervalSampler.start(bundle, interval.inWholeMilliseconds)

/** As [IntervalSampler.start]: `sample<PageRss>(50.milliseconds)`. */
@ExperimentalTimemoryApi
@JvmSynthetic // as above
@JvmName("sample1")
public inline fun <reified A : Component> sample(interval: Duration = 100.milliseconds): IntervalSampler = sample(bundle<A>(), interval)

/**
 * Has the components of [bundle] read every [interval] in the whole program, as the settings `SAMPLER_COMPONENTS` and `SAMPLER_INTERVAL`:
 * ```
 * Timemory.init { sample<PageRss, CpuClock>(50.milliseconds) }
 * ```
 *
 * @throws IllegalArgumentException for an interval that is not from a millisecond to an hour
 */
@ExperimentalTimemoryApi
@JvmSynthetic // Java assigns the settings
public fun SettingsBuilder.sample(bundle: Bundle, interval: Duration = 100.milliseconds) {
    IntervalSampler.requireInterval(interval.inWholeMilliseconds)
    bundle.types.forEach(::makeKnown)
    samplerComponents = bundle.types.joinToString(",") { it.id }
    samplerInterval = "${interval.inWholeMilliseconds}ms"
}

/** Settings name components by their ids. */
private fun makeKnown(type: ComponentType<*>) {
    if (Components.find(type.id) !== type) Components.register(type)
}

/** As above. */
@ExperimentalTimemoryApi
@JvmSynthetic // as above
@JvmName("sample1")
public inline fun <reified A : Component> SettingsBuilder.sample(interval: Duration = 100.milliseconds): Unit =
    sample(bundle<A>(), interval)
