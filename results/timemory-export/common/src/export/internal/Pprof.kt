package timemory.export.internal

import timemory.internal.platform.FileOutput
import timemory.results.Results

/**
 * Writes the pprof profile format: a sample for each call path, with a value for the laps, if known, and one for each additive number, in
 * raw units, or in smaller ones for fractional values (see [WholeWidths]). Values are exclusive, because pprof adds them up to inclusive
 * ones. Concurrent work is separate (see `stackFrames`). Beyond [MAX_FRAMES] levels, the outermost frames are replaced by one frame that
 * says so.
 */
internal class Pprof(private val results: Results) {
    private val proto = ProtoWriter()
    private val strings = LinkedHashMap<String, Long>().also { it[""] = 0L }
    private val functions = LinkedHashMap<String, Long>()

    fun write(out: FileOutput) {
        val joint = JointTree(results.graphs)
        val series = additiveSeriesOf(results)
        val hasLaps = (0 until joint.size).any { joint.knownLaps(it) != null }
        if (hasLaps) emit(out) { sampleType("laps", "count") }
        val widths = series.map(::WholeWidths)
        for (i in series.indices) emit(out) { sampleType(series[i].id, widths[i].unit) }
        val stack = ArrayList<Long>()
        for (node in 0 until joint.size) {
            val values = LongArray(series.size) { i -> joint.of(node, series[i])?.let(widths[i]::of) ?: 0L }
            stack.clear()
            forEachFrame(joint, node) { stack.add(functionOf(it)) }
            emit(out) {
                proto.message(SAMPLE) {
                    proto.message(1) { stack.forEach(proto::varint) }
                    proto.message(2) {
                        if (hasLaps) proto.varint(joint.knownLaps(node) ?: 0L)
                        values.forEach(proto::varint)
                    }
                }
            }
        }
        for ((label, id) in functions) emit(out) { function(label, id) }
        emit(out) {
            proto.field(COMMENT, string("timemory, process ${results.processId}"))
            proto.field(COMMENT, string(WIDTHS_RULE))
            leadingSeriesOf(results)?.let { proto.field(DEFAULT_SAMPLE_TYPE, string(it.id)) }
        }
        for (text in strings.keys) emit(out) { proto.field(STRING_TABLE, text) }
    }

    private fun sampleType(type: String, unit: String) = proto.message(SAMPLE_TYPE) {
        proto.field(1, string(type))
        proto.field(2, string(unit))
    }

    /** Writes a region as a function with one location of the same number. */
    private fun function(label: String, id: Long) {
        val name = string(label)
        proto.message(LOCATION) {
            proto.field(1, id)
            proto.message(4) { proto.field(1, id) }
        }
        proto.message(FUNCTION) {
            proto.field(1, id)
            proto.field(2, name)
            proto.field(3, name)
        }
    }

    private fun functionOf(label: String): Long = functions.getOrPut(label) { functions.size + 1L }

    private fun string(text: String): Long = strings.getOrPut(text) { strings.size.toLong() }

    private inline fun emit(out: FileOutput, content: () -> Unit) {
        proto.clear()
        content()
        out.bytes(proto.bytes, proto.size)
    }

    /** Field numbers of `profile.proto`. */
    private companion object {
        const val SAMPLE_TYPE = 1
        const val SAMPLE = 2
        const val LOCATION = 4
        const val FUNCTION = 5
        const val STRING_TABLE = 6
        const val COMMENT = 13
        const val DEFAULT_SAMPLE_TYPE = 14
    }
}
