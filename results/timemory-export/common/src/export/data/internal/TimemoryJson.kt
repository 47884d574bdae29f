package timemory.export.data.internal

import kotlin.jvm.JvmStatic
import kotlinx.serialization.json.JsonElement
import timemory.InternalTimemoryApi
import timemory.export.data.GraphBuilder
import timemory.export.data.RegionRecorder
import timemory.export.data.ResultsBuilder
import timemory.export.data.RunMetadata
import timemory.export.data.TrackData
import timemory.export.data.UnreadableResultsException
import timemory.export.data.toData
import timemory.export.wire.internal.WireHead
import timemory.export.wire.internal.decodeWire

/**
 * Reads timemory's flat and tree JSON, in any version that has the keys of version 3: unknown keys are ignored and missing ones are filled
 * in if possible. Also reads [timemory.export.data.RunData] as JSON, `results.timemory.json`, and the binary `results.tmy`.
 */
@InternalTimemoryApi
public object TimemoryJson {
    /**
     * Adds the contents of [source] to [results].
     *
     * @throws UnreadableResultsException with a message to be prefixed by the file name
     */
    @JvmStatic
    public fun read(source: ByteSource, results: ResultsBuilder) {
        read(source, results, maxActivities = 0)
    }

    /**
     * Adds the contents of [source] to [results] and returns the data that results cannot contain, with timelines of at most
     * [maxActivities].
     */
    internal fun read(source: ByteSource, results: ResultsBuilder, maxActivities: Int): FurtherData = try {
        val begun = BegunSource(source, WireHead.MAGIC.size)
        if (begun.startsWith(WireHead.MAGIC)) {
            decodeWire(begun, results)
            FurtherData(results.metadata?.toData(), emptyList())
        } else {
            val run = readInto(JsonCursor(begun), results, maxActivities)
            FurtherData(run.metadata, run.timelines)
        }
    } catch (failure: UnusableData) {
        throw UnreadableResultsException(failure.message.orEmpty(), failure)
    }

    private fun readInto(cursor: JsonCursor, results: ResultsBuilder, maxActivities: Int): RunDataReading {
        val run = RunDataReading(cursor, results, maxActivities)
        var isOfTimemory = false
        cursor.members { top ->
            if (top == "timemory" && cursor.peek() == JsonToken.VALUE) {
                run.readKind()
            } else if (top == "timemory") {
                cursor.members { id -> if (id == "metadata") cursor.skip() else FileComponent(cursor, id, results).read() }
                isOfTimemory = true
            } else if (run.readMember(top)) {
                isOfTimemory = true
            }
        }
        if (cursor.peek() != JsonToken.END) cursor.expect(JsonToken.END)
        if (!isOfTimemory) throw UnusableData("is JSON but not timemory results: it has neither 'timemory' nor 'components'")
        return run
    }
}

/** The parts of a file that results cannot contain. */
internal class FurtherData(val metadata: RunMetadata?, val timelines: List<TrackData>)

/** The section of a file about one component. */
private class FileComponent(private val cursor: JsonCursor, id: String, private val results: ResultsBuilder) {
    private val header = FileHeader(id)
    private var graph: GraphBuilder? = null
    private var recorder: RegionRecorder? = null

    fun read() = cursor.members { name ->
        when (name) {
            "type" -> header.names = element().texts()
            "description" -> header.description = element().text()
            "unit_value" -> header.unitSizes = element().numbers().map { it.number() }
            "unit_repr" -> header.unitNames = element().texts()
            "additive" -> header.additive = flags()
            "thread_scope_only" -> header.isThreadBound = flags().firstOrNull() ?: false
            "thread_count" -> results.threadCount = maxOf(results.threadCount, element().number().toInt())
            "process_count" -> results.processCount = maxOf(results.processCount, element().number().toInt())
            "ranks" -> readRanks()
            "graph", "mpi", "upc", "upcxx" -> readForest()
            else -> cursor.skip()
        }
    }

    private fun element(): JsonElement = cursor.slice().decode(JsonElement.serializer())

    private fun flags(): List<Boolean> {
        val slice = cursor.slice()
        return slice.decode(JsonElement.serializer()).numbers().map { it.flag() ?: slice.isNot("true or false") }
    }

    private fun readRanks() = cursor.elements { cursor.members { name -> if (name == "graph") readFlat() else cursor.skip() } }

    /** Reads a list of nodes with depths. */
    private fun readFlat() {
        recorder?.restart()
        cursor.elements {
            val slice = cursor.slice()
            val region = slice.decode(FileRegion.serializer())
            val prefix = FlatPrefix.of(region.label.text().ifEmpty { region.prefix.text() })
            add(region, prefix.label, region.depth.number().toInt(), region.threads() + prefix.threads, slice)
            if (prefix.threads.isNotEmpty()) graph?.threadsApart = true
        }
    }

    /** An open element of a tree: a list of trees, a region, or the list of its children. */
    private class Open(val kind: Kind, val depth: Int) {
        /** The depth of the regions inside, set once the region itself was read. */
        var depthInside = -1
    }

    private enum class Kind { TREES, REGION, INSIDE }

    /**
     * Reads lists of trees, possibly nested in lists: one per rank. Not recursive, because regions may nest more deeply than the stack
     * allows.
     */
    private fun readForest() {
        if (cursor.peek() != JsonToken.BEGIN_ARRAY) return cursor.skip()
        val open = ArrayList<Open>()
        do {
            val around = open.lastOrNull()
            when (cursor.next()) {
                JsonToken.BEGIN_ARRAY -> {
                    if (around != null && around.kind != Kind.TREES) {
                        throw UnusableData("${cursor.line()} has a list instead of a region")
                    }
                    recorder?.restart()
                    open.add(Open(Kind.TREES, 0))
                }
                JsonToken.BEGIN_OBJECT -> open.add(Open(Kind.REGION, around?.depth ?: 0))
                JsonToken.END_ARRAY, JsonToken.END_OBJECT -> open.removeAt(open.lastIndex)
                JsonToken.NAME -> readMember(open)
                JsonToken.VALUE, JsonToken.END -> Unit
            }
        } while (open.isNotEmpty())
    }

    private fun readMember(open: ArrayList<Open>) {
        val region = open.last()
        if (cursor.name == "node") {
            region.depthInside = if (readNode(region.depth)) region.depth + 1 else region.depth
        } else if (cursor.name == "children" && cursor.peek() == JsonToken.BEGIN_ARRAY) {
            if (region.depthInside < 0) throw UnusableData("${cursor.line()} has the children of a region before the region itself")
            cursor.next()
            open.add(Open(Kind.INSIDE, region.depthInside))
        } else {
            cursor.skip()
        }
    }

    /** Returns whether this is a region rather than the synthetic root. */
    private fun readNode(depth: Int): Boolean {
        val slice = cursor.slice()
        val region = slice.decode(FileRegion.serializer())
        if (region.hash.number() == 0.0) return false
        add(region, region.label.text().ifEmpty { region.prefix.text() }, depth, region.threads(), slice)
        return true
    }

    private fun add(region: FileRegion, label: String, depth: Int, threads: List<Int>, slice: JsonSlice) {
        if (recorder == null) {
            val values = region.values()
            graph = results.graph(header.metric(countOf(values), isText(values)))
            recorder = RegionRecorder(graph!!, header.units.size)
        }
        if (results.processId == 0L) results.processId = region.pid.numbers().firstOrNull()?.number()?.takeIf { it > 0.0 }?.toLong() ?: 0L
        val node = recorder!!.add(region.toData(header.units, label, depth, threads, slice))
        // Beyond 2^53 the sum in converted units does not have all digits.
        val exclusive = region.exclusive?.entry?.accum?.whole()
        if (exclusive != null && node.inclusive.exactSum != null && isSame(exclusive, node.exclusive())) {
            graph!!.setExclusive(node, exclusive)
        }
        val ranks = ranksOf(region.ranks, header.units) ?: return
        if (!ranks.noteAt(node, results.processCount)) slice.isNot("a comparison of processes")
    }

    private fun FileRegion.threads(): List<Int> =
        tid.numbers().map { it.number() }.filter { it >= 0.0 && it < Int.MAX_VALUE }.map { it.toInt() }
}
