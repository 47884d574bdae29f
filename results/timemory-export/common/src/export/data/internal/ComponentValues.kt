package timemory.export.data.internal

import kotlin.time.ExperimentalTime
import kotlin.time.Instant
import kotlinx.serialization.KSerializer
import kotlinx.serialization.SerializationException
import kotlinx.serialization.builtins.LongArraySerializer
import kotlinx.serialization.builtins.serializer
import kotlinx.serialization.descriptors.SerialDescriptor
import kotlinx.serialization.encoding.Decoder
import kotlinx.serialization.encoding.Encoder
import timemory.ComponentType
import timemory.CurrentPeakRss
import timemory.MemoryMarks
import timemory.NetworkCounts
import timemory.NetworkStats
import timemory.Timestamp

/** Returns the serializer for the values of [type] if they are of one of this library's types; most components have none. */
@OptIn(ExperimentalTime::class) // the serializer of Instant
@Suppress("UNCHECKED_CAST") // for the values of this very type
internal fun knownValues(type: ComponentType<*>): KSerializer<Any> = when (type) {
    Timestamp -> Instant.serializer()
    CurrentPeakRss -> Numbers({ (it as MemoryMarks).run { longArrayOf(start, stop) } }, { MemoryMarks(it[0], it[1]) })
    NetworkStats -> Numbers({ (it as NetworkCounts).numbers }, ::NetworkCounts)
    else -> NoValues
} as KSerializer<Any>

/** Values that consist of a few integers. */
private class Numbers(private val numbers: (Any) -> LongArray, private val value: (LongArray) -> Any) : KSerializer<Any> {
    private val arrays = LongArraySerializer()

    override val descriptor: SerialDescriptor get() = arrays.descriptor

    override fun serialize(encoder: Encoder, value: Any): Unit = arrays.serialize(encoder, numbers(value))

    override fun deserialize(decoder: Decoder): Any = value(arrays.deserialize(decoder))
}

/** For components without custom value types. */
internal object NoValues : KSerializer<Any> {
    override val descriptor: SerialDescriptor get() = String.serializer().descriptor

    override fun serialize(encoder: Encoder, value: Any): Unit = refuse()

    override fun deserialize(decoder: Decoder): Any = refuse()

    private fun refuse(): Nothing =
        throw SerializationException("the component has values of its own type: give their serializer, type.serializer(values)")
}
