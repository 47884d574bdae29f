package timemory.roofline

import timemory.ExperimentalTimemoryApi
import timemory.internal.text.JsonWriter
import timemory.internal.text.StructureWriter

/*
 * Measurements of the toolkit as JSON: with the keys that timemory's own plotter expects (`ert`, and in it `working-set`, `total-bytes`,
 * ...), and additional ones that it ignores.
 */

/** Writes [results] as a file that `timemory roofline plot --roofs` reads. Exceptions of [out] are propagated. */
@ExperimentalTimemoryApi
public fun writeErtJson(results: ErtResults, out: Appendable): Unit = writeErtJson(listOf(results), out)

/**
 * Writes the measurements of several devices of one machine: each sample and description names its device.
 *
 * @throws IllegalArgumentException if there are no devices, or one is listed twice
 */
@ExperimentalTimemoryApi
public fun writeErtJson(results: List<ErtResults>, out: Appendable) {
    require(results.isNotEmpty()) { "there are no measurements to write" }
    val devices = results.map { it.machine.device }
    require(devices.distinct().size == devices.size) { "measurements of one device can be written once, not of ${devices.joinToString()}" }
    val json = JsonWriter(out)
    json.beginObject()
    json.name("timemory")
    json.beginObject()
    json.name("ert")
    json.beginObject()
    json.name("machine")
    writeMachine(json, results[0])
    if (results.size > 1) {
        json.name("machines")
        json.beginArray()
        for (others in results.drop(1)) writeMachine(json, others)
        json.endArray()
    }
    json.name("ert")
    json.beginArray()
    for (one in results) writeEach(json, one.samples, one.machine.device)
    json.endArray()
    json.name("roofs")
    json.beginArray()
    for (one in results) writeRoofs(json, one)
    json.endArray()
    json.endObject()
    json.endObject()
    json.endObject()
    out.append('\n')
}

private fun writeMachine(json: StructureWriter, results: ErtResults) {
    val machine = results.machine
    json.beginObject()
    json.field("device", machine.device)
    json.field("processor", machine.processor)
    json.field("processors", machine.processors.toLong())
    json.name("gigahertz")
    json.value(machine.gigahertz)
    json.field("kernels", machine.kernels)
    json.name("caches")
    json.beginArray()
    for (cache in machine.caches) {
        json.beginObject()
        json.field("level", cache.level.toLong())
        json.field("bytes", cache.bytes)
        json.field("shared_by", cache.sharedBy.toLong())
        json.endObject()
    }
    json.endArray()
    json.name("published")
    json.beginObject()
    for ((roof, perSecond) in machine.published) {
        json.name(roof)
        json.value(perSecond)
    }
    json.endObject()
    json.name("problems")
    json.beginArray()
    for (problem in results.problems) json.value(problem)
    json.endArray()
    json.endObject()
}

/** Writes the roofs for all threads, for readers that do not derive them from the samples: `report.html`. */
private fun writeRoofs(json: StructureWriter, results: ErtResults) {
    val machine = results.machine
    val threads = results.threadCounts.lastOrNull() ?: return
    json.beginObject()
    json.field("device", machine.device)
    json.field("machine", machine.processor + if (machine.isGpu) "" else ", $threads ${if (threads == 1) "thread" else "threads"}")
    json.name("bandwidths")
    json.beginArray()
    for (roof in results.bandwidthRoofs(threads, RooflineForm.FLOPS)) writeRoof(json, roof.name, roof.perSecond)
    json.endArray()
    json.name("peaks")
    json.beginArray()
    for (roof in results.peakRoofs(threads, RooflineForm.FLOPS)) writeRoof(json, roof.name, roof.perSecond, roof.sample?.dataType)
    json.endArray()
    json.endObject()
}

private fun writeRoof(json: StructureWriter, name: String, perSecond: Double, type: String? = null) {
    json.beginObject()
    json.field("name", name)
    json.name("perSecond")
    json.value(perSecond)
    if (type != null) json.field("type", type)
    json.endObject()
}

internal fun writeSamples(json: StructureWriter, samples: List<ErtSample>) {
    json.beginArray()
    writeEach(json, samples, ErtMachine.CPU)
    json.endArray()
}

private fun writeEach(json: StructureWriter, samples: List<ErtSample>, device: String) {
    for (sample in samples) {
        json.beginObject()
        json.field("label", sample.label)
        json.field("working-set", sample.workingSet)
        json.field("trials", sample.trials.toLong())
        json.name("total-bytes")
        json.value(sample.totalBytes)
        json.name("total-ops")
        json.value(sample.totalOperations)
        json.field("ops-per-set", sample.operationsPerElement.toLong())
        json.field("device", device)
        json.field("dtype", sample.dataType)
        json.field("vector-bits", sample.vectorBits.toLong())
        json.field("peak", sample.isPeak)
        json.field("instructions", sample.isOfInstructions)
        if (sample.level.isNotEmpty()) json.field("level", sample.level)
        json.name("median")
        json.value(sample.medianNanoseconds / NANOSECONDS)
        json.name("counter")
        json.beginObject()
        json.name("repr_data")
        json.value(sample.nanoseconds / NANOSECONDS)
        json.field("units", 1L)
        json.field("display_units", "sec")
        json.endObject()
        json.name("exec-params")
        json.beginObject()
        json.field("working_set_min", sample.workingSet)
        json.field("memory_max", sample.workingSet * sample.threads)
        json.field("nthreads", sample.threads.toLong())
        json.field("nrank", 0L)
        json.field("nproc", 1L)
        json.field("nstreams", sample.launch?.streams?.toLong() ?: 1L)
        json.field("grid_size", sample.launch?.blocks?.toLong() ?: 0L)
        json.field("block_size", sample.launch?.threadsOfBlock?.toLong() ?: 0L)
        json.field("shmem_size", 0L)
        json.endObject()
        json.endObject()
    }
}

private const val NANOSECONDS = 1e9
