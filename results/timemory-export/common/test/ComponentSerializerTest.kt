package timemory.export.data

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import kotlinx.serialization.KSerializer
import kotlinx.serialization.SerializationException
import kotlinx.serialization.builtins.LongArraySerializer
import kotlinx.serialization.descriptors.SerialDescriptor
import kotlinx.serialization.encoding.Decoder
import kotlinx.serialization.encoding.Encoder
import kotlinx.serialization.json.Json
import timemory.Component
import timemory.ComponentType
import timemory.CpuUtil
import timemory.CurrentPeakRss
import timemory.DescribedBy
import timemory.LongComponent
import timemory.LongTracker
import timemory.Quantity
import timemory.ReadChar
import timemory.Timestamp
import timemory.Totals
import timemory.ValueComponent
import timemory.WallClock
import timemory.component

class ComponentSerializerTest {
    private var reading = 0L

    private fun <C : Component> C.laps(count: Int): C = also {
        for (i in 1..count) {
            it.start()
            reading = reading * 31 % 1_000_003 + i
            it.stop()
        }
    }

    /** A builder does not know the class of what it defines. */
    @Suppress("UNCHECKED_CAST")
    private fun <C : Component> typed(type: ComponentType<*>): ComponentType<C> = type as ComponentType<C>

    private fun totals(type: ComponentType<*>, component: Component) = Totals(type).also(component::addTo)

    private fun <C : Component> assertSame(type: ComponentType<C>, component: C, read: C) {
        val before = totals(type, component)
        val after = totals(type, read)
        assertEquals(before.laps, after.laps)
        assertEquals(before.exactSum, after.exactSum)
        assertEquals(before.last.toString(), after.last.toString())
        assertEquals(before.value.toString(), after.value.toString())
        for ((one, other) in before.statistics.zip(after.statistics)) {
            assertEquals(one.sum.toRawBits(), other.sum.toRawBits())
            assertEquals(one.min.toRawBits(), other.min.toRawBits())
            assertEquals(one.max.toRawBits(), other.max.toRawBits())
            assertEquals(one.variance.toRawBits(), other.variance.toRawBits())
        }
    }

    @Test
    fun aComponentIsReadAsItWasWritten() {
        for (count in listOf(0, 1, 1500)) {
            val type = typed<LongComponent>(component("written", "A reading") { sample { reading } })
            val read = Json.decodeFromString(type.serializer(), Json.encodeToString(type.serializer(), type.create().laps(count)))
            reading = 0
            val again = type.create().laps(count)
            reading = 0
            assertSame(type, again, read)
            // It continues like the first one.
            reading = 5
            again.laps(3)
            reading = 5
            read.laps(3)
            assertSame(type, again, read)
            reading = 0
        }
    }

    @Test
    fun everyKindOfComponentOfTheCoreCanBeWrittenAndRead() {
        fun <C : Component> check(type: ComponentType<C>) {
            val component = type.create().laps(3)
            val json = Json.encodeToString(type.serializer(), component)
            assertSame(type, component, Json.decodeFromString(type.serializer(), json))
        }
        check(WallClock)
        check(CpuUtil)
        check(ReadChar)
        check(CurrentPeakRss)
        check(Timestamp)
        check(typed<Component>(component("written_double", "A number") { doubleSample { reading / 7.0 } }))
    }

    @DescribedBy(Steps.TYPE::class)
    class Steps : LongTracker() {
        companion object TYPE : ComponentType<Steps>("written_steps", "Steps", Quantity.COUNT, ::Steps)
    }

    @Test
    fun secondaryValuesAreAmongThem() {
        val steps = Steps()
        steps.start()
        steps.store(7)
        steps.addSecondary("inner", 4)
        steps.stop()
        val read = Json.decodeFromString(Steps.serializer(), Json.encodeToString(Steps.serializer(), steps))
        assertEquals(7, read.sum)
        assertEquals(4, (read.secondary.getValue("inner") as Steps).sum)
    }

    data class Span(val low: Long, val high: Long)

    private object SpanSerializer : KSerializer<Span> {
        private val longs = LongArraySerializer()
        override val descriptor: SerialDescriptor get() = longs.descriptor

        override fun serialize(encoder: Encoder, value: Span) = longs.serialize(encoder, longArrayOf(value.low, value.high))

        override fun deserialize(decoder: Decoder): Span = longs.deserialize(decoder).let { Span(it[0], it[1]) }
    }

    @Test
    fun valuesOfATypeOfItsOwnNeedTheirSerializer() {
        val type = typed<ValueComponent<Span>>(
            component("written_span", "Lowest and highest") {
                values<Span> {
                    sample { Span(reading, reading + 2) }
                    merge { a, b -> Span(minOf(a.low, b.low), maxOf(a.high, b.high)) }
                    numbers("low", "high") { doubleArrayOf(it.low.toDouble(), it.high.toDouble()) }
                }
            },
        )
        val failure = assertFailsWith<SerializationException> { Json.encodeToString(type.serializer(), type.create().laps(2)) }
        assertTrue("give their serializer" in failure.message!!, failure.message)
        val serializer = type.serializer(SpanSerializer)
        val component = type.create().laps(3)
        assertEquals(component.sum, Json.decodeFromString(serializer, Json.encodeToString(serializer, component)).sum)
    }

    @Test
    fun anyComponentCanBeWrittenAndReadByOneSerializer() {
        fun <C : Component> copy(component: C) =
            Json.decodeFromString(AnyComponentSerializer, Json.encodeToString(AnyComponentSerializer, component))
        val wall = WallClock().laps(2)
        val read = copy(wall) as WallClock
        assertEquals(wall.sum, read.sum)
        assertEquals(2, read.laps)
        val marks = CurrentPeakRss().laps(1)
        assertEquals(marks.sum, (copy(marks) as CurrentPeakRss).sum)
    }

    @Test
    fun dataOfAnotherComponentOrWithoutANumberIsRefused() {
        val json = Json.encodeToString(WallClock.serializer(), WallClock().laps(1))
        assertEquals(
            "this is a component wall_clock, not read_char",
            assertFailsWith<SerializationException> { Json.decodeFromString(ReadChar.serializer(), json) }.message,
        )
        val cut = json.replace("\"sum\"", "\"gone\"")
        val lacking = assertFailsWith<SerializationException> { Json.decodeFromString(WallClock.serializer(), cut) }
        assertTrue("lacks 'sum'" in lacking.message!!, lacking.message)
        val unknown = json.replace("wall_clock", "no_such_clock")
        assertFailsWith<SerializationException> { Json.decodeFromString(AnyComponentSerializer, unknown) }
    }
}
