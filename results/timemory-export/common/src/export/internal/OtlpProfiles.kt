package timemory.export.internal

import timemory.internal.lean.*
import timemory.results.Results

/**
 * Writes OpenTelemetry profiles, as of `opentelemetry-proto` 1.10 and later, where they are still alpha: a profile for each additive number
 * and one for laps, in each of which a call path is a sample with its whole stack and its exclusive value. Concurrent work is separate (see
 * `stackFrames`). Negative values are left out, because they are not times and readers add values up.
 *
 * Collectors reject large messages, so results are split: each message has its share of the call paths and its own dictionary, and can be
 * read alone. Entry 0 of each dictionary table stands for nothing.
 *
 * ```
 * message = resource_profiles { resource, scope_profiles { scope, profiles... } }, dictionary
 * ```
 *
 * @param largest the maximum size of a message in bytes, unless a single call path takes more
 * @param isPart whether laps count when they end, because [results] cover one interval of a longer measurement
 */
internal class OtlpProfiles(
    private val results: Results,
    private val resource: OtlpResource,
    private val largest: Int = MAX_BYTES,
    private val isPart: Boolean = false,
) {
    private val joint = JointTree(results.graphs)
    private val series = additiveSeriesOf(results)
    private val widths = series.map(::WholeWidths)
    private val hasLaps = (0 until joint.size).any { joint.knownLaps(it) != null }

    /** Returns the messages with all call paths; one empty message if nothing was measured. */
    fun messages(): List<ByteArray> {
        val messages = ArrayList<ByteArray>()
        var message = Message()
        for (node in 0 until joint.size) {
            if (message.size >= largest - minOf(RESERVE, largest / 2)) {
                messages.add(message.bytes())
                message = Message()
            }
            message.add(node)
        }
        if (messages.isEmpty() || message.hasSamples) messages.add(message.bytes())
        return messages
    }

    /** A message: its stacks with their values, and the tables that these need. */
    private inner class Message {
        private val strings = IndexedTable("")
        private val functions = IndexedTable("")

        /** The value of each number and the laps by stack. Call paths with equal stacks are joined. */
        private val stacks = LinkedHashMap<Stack, LongArray>()
        private val frames = ArrayList<Int>()

        /** The estimated size in bytes. */
        var size = 0
            private set

        val hasSamples: Boolean get() = stacks.isNotEmpty()

        fun add(node: Int) {
            val values = LongArray(series.size + 1)
            for (i in series.indices) joint.of(node, series[i])?.let { values[i] = widths[i].of(it) }
            values[series.size] = lapsOf(node)
            if (values.all { it <= 0L }) return
            frames.clear()
            forEachFrame(joint, node) { frames.add(functionOf(it.ifEmpty { NO_LABEL })) }
            val all = stacks.getOrPut(Stack(frames.toIntArray())) {
                size += BYTES_OF_A_FRAME * frames.size + values.count { it > 0L } * BYTES_OF_A_SAMPLE
                LongArray(values.size)
            }
            for (i in values.indices) if (values[i] > 0L) all[i] += values[i]
        }

        private fun lapsOf(node: Int): Long {
            val laps = joint.knownLaps(node) ?: 0L
            return if (isPart) laps - joint.openLaps(node) else laps
        }

        /** Returns the index of a function, which is also the index of its only location. */
        private fun functionOf(name: String): Int {
            val before = functions.size
            val index = functions.indexOf(name)
            if (functions.size > before) size += MAX_CHARACTER_BYTES * name.length + BYTES_OF_A_FUNCTION
            return index
        }

        fun bytes(): ByteArray {
            val proto = ProtoWriter()
            proto.message(RESOURCE_PROFILES) {
                proto.message(RESOURCE) { resource.writeAttributes(proto) }
                proto.message(SCOPE_PROFILES) {
                    proto.message(SCOPE) { proto.field(SCOPE_NAME, "timemory") }
                    for (i in series.indices) profile(proto, i, series[i].id, widths[i].unit)
                    if (hasLaps) profile(proto, series.size, "laps", "count")
                }
            }
            proto.message(DICTIONARY) { dictionary(proto) }
            return proto.bytes.copyOf(proto.size)
        }

        private fun profile(proto: ProtoWriter, number: Int, type: String, unit: String) = proto.message(PROFILES) {
            proto.message(SAMPLE_TYPE) { valueType(proto, type, unit) }
            var stack = 0L
            for (values in stacks.values) {
                stack++
                if (values[number] > 0L) proto.message(SAMPLES) {
                    proto.field(SAMPLE_STACK, stack)
                    proto.message(SAMPLE_VALUES) { proto.varint(values[number]) }
                }
            }
            proto.fixed(TIME, resource.atNanoseconds)
            if (resource.duringNanoseconds > 0L) proto.field(DURATION, resource.duringNanoseconds)
            // Some receivers take the profile name from here.
            proto.message(PERIOD_TYPE) { valueType(proto, type, unit) }
            proto.field(PERIOD, 1L)
        }

        private fun valueType(proto: ProtoWriter, type: String, unit: String) {
            proto.field(VALUE_TYPE, strings.indexOf(type).toLong())
            proto.field(VALUE_UNIT, strings.indexOf(unit).toLong())
        }

        private fun dictionary(proto: ProtoWriter) {
            proto.message(MAPPING_TABLE) {}
            proto.message(LOCATION_TABLE) {}
            for (i in 1 until functions.size) proto.message(LOCATION_TABLE) {
                proto.message(LOCATION_LINES) { proto.field(LINE_FUNCTION, i.toLong()) }
            }
            proto.message(FUNCTION_TABLE) {}
            for (name in functions.entries) proto.message(FUNCTION_TABLE) {
                proto.field(FUNCTION_NAME, strings.indexOf(name).toLong())
            }
            proto.message(LINK_TABLE) {
                proto.field(LINK_TRACE, "\u0000".repeat(BYTES_OF_A_TRACE))
                proto.field(LINK_SPAN, "\u0000".repeat(BYTES_OF_A_SPAN))
            }
            proto.field(STRING_TABLE, "")
            for (text in strings.entries) proto.field(STRING_TABLE, text)
            proto.message(ATTRIBUTE_TABLE) {}
            proto.message(STACK_TABLE) {}
            for (stack in stacks.keys) proto.message(STACK_TABLE) {
                proto.message(STACK_LOCATIONS) { for (frame in stack.frames) proto.varint(frame.toLong()) }
            }
        }
    }

    /** Field numbers of `profiles.proto`, `common.proto` and `resource.proto`. */
    companion object {
        /** Leaves room below the 4 MiB that receivers accept by default. */
        const val MAX_BYTES: Int = 3 * 1024 * 1024
        private const val RESERVE = 64 * 1024
        private const val MAX_CHARACTER_BYTES = 3
        private const val BYTES_OF_A_FUNCTION = 24
        private const val BYTES_OF_A_FRAME = 3
        private const val BYTES_OF_A_SAMPLE = 20
        private const val NO_LABEL = "(no label)" // an empty name means no name there
        private const val BYTES_OF_A_TRACE = 16
        private const val BYTES_OF_A_SPAN = 8

        private const val RESOURCE_PROFILES = 1
        private const val DICTIONARY = 2
        private const val RESOURCE = 1
        private const val SCOPE_PROFILES = 2
        private const val SCOPE = 1
        private const val SCOPE_NAME = 1
        private const val PROFILES = 2
        private const val SAMPLE_TYPE = 1
        private const val SAMPLES = 2
        private const val TIME = 3
        private const val DURATION = 4
        private const val PERIOD_TYPE = 5
        private const val PERIOD = 6
        private const val SAMPLE_STACK = 1
        private const val SAMPLE_VALUES = 4
        private const val VALUE_TYPE = 1
        private const val VALUE_UNIT = 2
        private const val MAPPING_TABLE = 1
        private const val LOCATION_TABLE = 2
        private const val FUNCTION_TABLE = 3
        private const val LINK_TABLE = 4
        private const val STRING_TABLE = 5
        private const val ATTRIBUTE_TABLE = 6
        private const val STACK_TABLE = 7
        private const val STACK_LOCATIONS = 1
        private const val LOCATION_LINES = 3
        private const val LINE_FUNCTION = 1
        private const val FUNCTION_NAME = 1
        private const val LINK_TRACE = 1
        private const val LINK_SPAN = 2
    }
}

/** The functions of a stack, innermost first. */
private class Stack(val frames: IntArray) {
    override fun hashCode(): Int = frames.contentHashCode()

    override fun equals(other: Any?): Boolean = other is Stack && frames.contentEquals(other.frames)
}

/** Texts numbered by first use; 0 stands for [nothing], which is not in [entries]. */
private class IndexedTable(private val nothing: String) {
    private val indexes = LinkedHashMap<String, Int>()

    val entries: Set<String> get() = indexes.keys

    /** The number of indexes in use, including that of [nothing]. */
    val size: Int get() = indexes.size + 1

    fun indexOf(text: String): Int = if (text == nothing) 0 else indexes.getOrPut(text) { indexes.size + 1 }
}
