package timemory

import timemory.internal.callgraph.record
import timemory.internal.source.Source

/**
 * A component whose value is one number of a [Source]: its value at the end of the lap minus that at the start.
 *
 * Components of one bundle that need numbers from the same source share its readings (see [shareReadings]).
 */
public open class SystemComponent internal constructor(private val source: Source, private val index: Int) : LongComponent() {
    final override var leader: SystemComponent? = null
        private set

    // Created at the first lap, and only by the component that reads.
    private var begin: LongArray = NONE
    private var end: LongArray = NONE

    final override fun start() {
        if (leader != null) return
        if (begin === NONE) {
            begin = LongArray(source.size)
            end = LongArray(source.size)
        }
        source.read(begin)
    }

    final override fun stop() {
        val reader = leader ?: this
        if (reader === this) source.read(end)
        record(reader.end[index] - reader.begin[index])
    }

    final override fun follow(other: Component): Boolean {
        val follows = other is SystemComponent && other.source === source
        if (follows) leader = other
        return follows
    }

    @InternalTimemoryApi
    public fun readingNow(): Long = LongArray(source.size).also(source::read)[index]

    final override fun openLap(): Long = LongArray(source.size).also(source::read)[index] - (leader ?: this).begin[index]

    private companion object {
        val NONE = LongArray(0)
    }
}

/** The type of components that read numbers from a [Source]. */
public open class SystemType<C : SystemComponent> internal constructor(
    id: String,
    description: String,
    quantity: Quantity,
    private val reading: Source,
    private val index: Int,
    factory: ComponentFactory<C>,
) : ComponentType<C>(id, description, quantity, factory) {
    final override val binding: Binding get() = reading.binding
    final override val source: String get() = reading.origin(index)
    final override val mayBeCalibrated: Boolean get() = true

    final override fun unavailableReason(): String? = reading.unavailableReason(index)
}
