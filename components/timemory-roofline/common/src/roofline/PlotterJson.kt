package timemory.roofline

import timemory.ExperimentalTimemoryApi
import timemory.export.internal.labelHash
import timemory.internal.text.JsonWriter
import timemory.internal.text.StructureWriter
import timemory.internal.text.shorten

/**
 * Writes one of the two input files of `python -m timemory.roofline` of timemory for C++: that of `-ai` if [isTraffic], otherwise that of
 * `-op`. Both have the points of [level] and the measurements that define the roofs; see `roofline.py` of that package for the keys it
 * reads.
 *
 * @param samples for one number of threads: the plotter treats all as one machine
 * @throws IllegalArgumentException if [roofline] does not count floating-point operations, or has no point of [level]
 */
@ExperimentalTimemoryApi
public fun writePlotterJson(roofline: Roofline, level: String, samples: List<ErtSample>, isTraffic: Boolean, out: Appendable) {
    require(roofline.form == RooflineForm.FLOPS) {
        "timemory's plotter draws only CPU rooflines of floating-point operations, not of ${roofline.form.operations.lowercase()}"
    }
    val points = roofline.points.filter { it.level == level }
    require(points.isNotEmpty()) {
        "there is no point of level '${shorten(level)}', only of " +
            "${roofline.points.map { it.level }.distinct().joinToString().ifEmpty { "none" }}"
    }
    val json = JsonWriter(out)
    json.beginObject()
    json.name("timemory")
    json.beginObject()
    json.name("cpu_roofline")
    json.beginObject()
    json.field("type", "cpu_roofline")
    json.field("description", roofline.title)
    json.field("unit_repr", "")
    json.field("num_ranks", 1L)
    json.name("roofline")
    json.beginObject()
    json.name("ert")
    // The plotter treats measurements with as many operations as the first one as bandwidths.
    writeSamples(
        json,
        samples.filter { !it.isOfInstructions && it.totalOperations > 0.0 }.sortedWith(
            compareBy(
                { it.isPeak },
                { it.workingSet },
            ),
        ),
    )
    json.endObject()
    json.name("ranks")
    json.beginArray()
    json.beginObject()
    json.field("rank", 0L)
    json.field("graph_size", points.size.toLong())
    json.name("graph")
    json.beginArray()
    for (point in points) writePoint(json, point, isTraffic)
    json.endArray()
    json.endObject()
    json.endArray()
    json.endObject()
    json.endObject()
    json.endObject()
    out.append('\n')
}

private fun writePoint(json: StructureWriter, point: RooflinePoint, isTraffic: Boolean) {
    json.beginObject()
    json.name("hash")
    json.value(labelHash(point.label))
    json.field("prefix", ">>> " + point.label)
    json.field("depth", (point.path.size - 1).toLong())
    json.name("entry")
    json.beginObject()
    json.field("laps", point.laps)
    json.field("mode", if (isTraffic) "ai" else "op")
    json.name("repr_data")
    json.beginObject()
    json.name(if (isTraffic) "bandwidth" else "flops")
    json.value(if (isTraffic) point.traffic else point.operations)
    json.name("Runtime")
    json.value(point.nanoseconds / 1e9)
    json.endObject()
    json.endObject()
    json.endObject()
}
