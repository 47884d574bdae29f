package timemory.export.internal

import kotlin.math.roundToLong
import timemory.internal.platform.FileOutput
import timemory.results.CallGraphNode
import timemory.results.Results

/**
 * Writes a Perfetto trace: Protocol Buffers, one packet after another. The slices are those of elapsed time (see [TraceLayout]); other
 * components' values at the same node are their arguments. A slice that is not within its parent region's slice has the parent's number as
 * the argument `below`, counted from 0 in file order.
 */
internal class Perfetto(private val results: Results) {
    private val leading = leadingSeriesOf(results)
    private val proto = ProtoWriter()
    private val names = HashMap<String, Long>()

    fun write(out: FileOutput) {
        writeTrack(out, PROCESS_TRACK) {
            proto.message(TRACK_PROCESS) {
                proto.field(1, results.processId)
                proto.field(6, titleOf(results))
            }
        }
        writeDevices(out)
        writeCounters(out)
        val series = leading ?: return
        val others = OtherValues(results, series)
        val tracks = HashSet<Int>()
        TraceLayout(series).forEach(
            begin = { slice ->
                val node = slice.node
                if (tracks.add(slice.track)) writeThreadTrack(out, slice.track)
                beginSlice(out, trackId(slice.track), node.label, slice.start, "region") {
                    val laps = node.inclusive.knownLaps
                    annotation("laps") {
                        if (laps == null) proto.field(ANNOTATION_TEXT, "not known") else proto.field(ANNOTATION_INT, laps)
                    }
                    if (node.isConcurrent) annotation("concurrent") { proto.field(ANNOTATION_TEXT, WIDTHS_RULE) }
                    if (slice.isApart) annotation("below") { proto.field(ANNOTATION_INT, slice.below.toLong()) }
                    // A negative value, or one with a fraction, cannot be a slice of that length.
                    val sum = series.inclusive(node)
                    if (!sum.isNaN() && sum.roundToLong() != slice.end - slice.start) {
                        annotation("sum") { proto.field(ANNOTATION_INT, sum.roundToLong()) }
                    }
                    others.forEach(node) { id, value -> annotation(id) { proto.field(ANNOTATION_DOUBLE, value) } }
                }
            },
            end = { slice -> endSlice(out, trackId(slice.track), slice.end) },
        )
    }

    /**
     * Writes GPU activity on a track for each stream, in the category `gpu`. Activities of one stream must not overlap; if CUPTI's times
     * overlap, the later one starts when the earlier one ends.
     */
    private fun writeDevices(out: FileOutput) {
        for ((i, track) in results.devices?.tracks.orEmpty().withIndex()) {
            val id = DEVICE_TRACKS + i
            writeNamedTrack(out, id, track.name) {}
            var free = 0L
            track.forEach { label, start, nanoseconds ->
                val begin = maxOf(free, start)
                free = maxOf(begin, start + nanoseconds)
                beginSlice(out, id, label, begin, "gpu") {}
                endSlice(out, id, free)
            }
        }
    }

    /**
     * Writes process metrics sampled at intervals on a counter track for each number: from the start of an interval on, the average, or the
     * increase per second. They keep their real times, as timeline slices do.
     */
    private fun writeCounters(out: FileOutput) {
        for ((i, counter) in OverTime.of(results).withIndex()) {
            val id = COUNTER_TRACKS + i
            writeNamedTrack(out, id, counter.name) {
                proto.message(TRACK_COUNTER) { proto.field(COUNTER_UNIT_NAME, counter.rawUnit) }
            }
            counter.forEachPoint { time, value ->
                packet(out) {
                    proto.field(TIMESTAMP, time)
                    proto.message(TRACK_EVENT) {
                        proto.field(EVENT_TYPE, COUNTER)
                        proto.field(EVENT_TRACK, id)
                        proto.field(EVENT_COUNTER_VALUE, value)
                    }
                }
            }
        }
    }

    private fun writeThreadTrack(out: FileOutput, track: Int) = writeTrack(out, trackId(track)) {
        proto.message(TRACK_THREAD) {
            proto.field(1, results.processId)
            proto.field(2, track + 1L)
            proto.field(5, results.threadName(track))
        }
    }

    /** Writes a track of the process that is not one of its threads. */
    private inline fun writeNamedTrack(out: FileOutput, id: Long, name: String, details: () -> Unit) = writeTrack(out, id) {
        proto.field(TRACK_NAME, name)
        proto.field(TRACK_PARENT, PROCESS_TRACK)
        details()
    }

    private inline fun writeTrack(out: FileOutput, id: Long, details: () -> Unit) = packet(out) {
        proto.message(TRACK_DESCRIPTOR) {
            proto.field(TRACK_UUID, id)
            details()
        }
    }

    private inline fun beginSlice(
        out: FileOutput,
        track: Long,
        label: String,
        at: Long,
        category: String,
        details: () -> Unit,
    ) = packet(out) {
        proto.field(TIMESTAMP, at)
        val name = internedName(label)
        proto.message(TRACK_EVENT) {
            proto.field(EVENT_TYPE, SLICE_BEGIN)
            proto.field(EVENT_TRACK, track)
            proto.field(EVENT_NAME_ID, name)
            proto.field(EVENT_CATEGORY, category)
            details()
        }
    }

    private fun endSlice(out: FileOutput, track: Long, at: Long) = packet(out) {
        proto.field(TIMESTAMP, at)
        proto.message(TRACK_EVENT) {
            proto.field(EVENT_TYPE, SLICE_END)
            proto.field(EVENT_TRACK, track)
        }
    }

    /** Returns the number of [label], defining it in the current packet if it is new: the file has each name once. */
    private fun internedName(label: String): Long {
        names[label]?.let { return it }
        val id = names.size + 1L
        names[label] = id
        proto.message(INTERNED_DATA) {
            proto.message(INTERNED_EVENT_NAMES) {
                proto.field(1, id)
                proto.field(2, label)
            }
        }
        return id
    }

    private inline fun annotation(name: String, value: () -> Unit) = proto.message(EVENT_ANNOTATION) {
        proto.field(ANNOTATION_NAME, name)
        value()
    }

    private var isFirst = true

    private inline fun packet(out: FileOutput, content: () -> Unit) {
        proto.clear()
        proto.message(PACKET) {
            content()
            proto.field(SEQUENCE_ID, 1L)
            proto.field(SEQUENCE_FLAGS, if (isFirst) STATE_CLEARED or NEEDS_STATE else NEEDS_STATE)
        }
        isFirst = false
        out.bytes(proto.bytes, proto.size)
    }

    private fun trackId(track: Int): Long = PROCESS_TRACK + 1L + track

    /** Field numbers of `perfetto/trace/trace_packet.proto` and the files it includes. */
    private companion object {
        const val PACKET = 1
        const val TIMESTAMP = 8
        const val SEQUENCE_ID = 10
        const val TRACK_EVENT = 11
        const val INTERNED_DATA = 12
        const val SEQUENCE_FLAGS = 13
        const val TRACK_DESCRIPTOR = 60
        const val TRACK_UUID = 1
        const val TRACK_NAME = 2
        const val TRACK_PROCESS = 3
        const val TRACK_THREAD = 4
        const val TRACK_PARENT = 5
        const val TRACK_COUNTER = 8
        const val COUNTER_UNIT_NAME = 6
        const val EVENT_ANNOTATION = 4
        const val EVENT_TYPE = 9
        const val EVENT_NAME_ID = 10
        const val EVENT_TRACK = 11
        const val EVENT_CATEGORY = 22
        const val EVENT_COUNTER_VALUE = 44
        const val INTERNED_EVENT_NAMES = 2
        const val ANNOTATION_INT = 4
        const val ANNOTATION_DOUBLE = 5
        const val ANNOTATION_TEXT = 6
        const val ANNOTATION_NAME = 10
        const val SLICE_BEGIN = 1L
        const val SLICE_END = 2L
        const val COUNTER = 4L
        const val STATE_CLEARED = 1L
        const val NEEDS_STATE = 2L
        const val PROCESS_TRACK = 1L

        /** Above the track numbers of any number of threads. */
        const val DEVICE_TRACKS = 1L shl 40
        const val COUNTER_TRACKS = 1L shl 41
    }
}

/** The values of other components at a node of [leading]. */
private class OtherValues(results: Results, leading: Series) {
    private val series = seriesOf(results).filter { it.graph !== leading.graph }
    private val byNode: Map<CallGraphNode, Pair<JointTree, Int>>

    init {
        val joint = JointTree(results.graphs)
        byNode = if (series.isEmpty()) emptyMap() else HashMap<CallGraphNode, Pair<JointTree, Int>>(joint.size).also { map ->
            for (i in 0 until joint.size) joint.of(i, leading)?.let { map[it] = joint to i }
        }
    }

    inline fun forEach(node: CallGraphNode, action: (id: String, value: Double) -> Unit) {
        val (joint, index) = byNode[node] ?: return
        for (other in series) {
            val recorded = joint.of(index, other) ?: continue
            action("${other.id} (${other.unit.symbol}${other.suffix})", other.inclusive(recorded) / other.unit.size)
        }
    }
}
