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

/** Starts an [IntervalSampler] with any components: `sample(bundleOf("page_rss, cpu_clock"), 50.milliseconds)`. */
@ExperimentalTimemoryApi
@JvmSynthetic // Java uses IntervalSampler.start
public fun sample(bundle: Bundle, interval: Duration = 100.milliseconds): IntervalSampler =
    IntervalSampler.start(bundle, interval.inWholeMilliseconds)

/** Starts an [IntervalSampler] with one component: `sample<PageRss>(50.milliseconds)`. */
@ExperimentalTimemoryApi
@JvmSynthetic // Java uses IntervalSampler.start
@JvmName("sample1")
public inline fun <reified A : Component> sample(interval: Duration = 100.milliseconds): IntervalSampler = sample(bundle<A>(), interval)

/**
 * Reads the components of [bundle] every [interval] in the whole program, like the settings `SAMPLER_COMPONENTS` and `SAMPLER_INTERVAL`:
 * ```
 * Timemory.init { sample<PageRss, CpuClock>(50.milliseconds) }
 * ```
 *
 * @throws IllegalArgumentException if the interval is not between a millisecond and an hour
 */
@ExperimentalTimemoryApi
@JvmSynthetic // Java assigns the settings
public fun SettingsBuilder.sample(bundle: Bundle, interval: Duration = 100.milliseconds) {
    IntervalSampler.requireInterval(interval.inWholeMilliseconds)
    bundle.types.forEach(::makeKnown)
    samplerComponents = bundle.types.joinToString(",") { it.id }
    samplerInterval = "${interval.inWholeMilliseconds}ms"
}

/** Registers the type, because settings name components by ID. */
private fun makeKnown(type: ComponentType<*>) {
    if (Components.find(type.id) !== type) Components.register(type)
}

/** Reads one component at intervals in the whole program. */
@ExperimentalTimemoryApi
@JvmSynthetic // Java assigns the settings
@JvmName("sample1")
public inline fun <reified A : Component> SettingsBuilder.sample(interval: Duration = 100.milliseconds): Unit =
    sample(bundle<A>(), interval)
