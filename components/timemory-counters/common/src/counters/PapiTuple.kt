package timemory.counters

import timemory.ComponentFactory

/**
 * A component that counts events with PAPI that the program chooses:
 * ```
 * class Branches : PapiTuple("PAPI_BR_INS", "PAPI_BR_MSP") {
 *     companion object TYPE : PapiTupleType<Branches>("branches", "Branches, and those predicted wrongly", ::Branches)
 * }
 * ```
 * It is skipped, and the reason reported, if one of them cannot be counted. Otherwise it is like [PapiVector].
 *
 * @param events at least one
 * @throws IllegalArgumentException if there is none, or one is named twice
 */
public abstract class PapiTuple(vararg events: String) : CountersComponent(papiSource(events))

/** The [ComponentType][timemory.ComponentType] of a [PapiTuple]. */
public open class PapiTupleType<C : PapiTuple>(id: String, description: String, factory: ComponentFactory<C>) : CountersType<C>(
    id,
    description, factory,
) {
    private val events by lazy { create().events }

    final override val elements: List<String> get() = events

    override val source: String get() = "PAPI_read"

    final override fun unavailableReason(): String? = papiSource(events.toTypedArray()).unavailable
}

/** Returns PAPI counters with the options of the current session. */
internal fun papiSource(events: Array<out String>): CounterSource {
    require(events.isNotEmpty()) { "no events are named" }
    return CounterSource.of(PapiCounters(CounterSettings.papiOptions), events.asList().toList())
}
