package timemory

/*
 * Measurements of the toolkit as JSON: with the keys under which timemory's own plotter looks for them (`ert`, and in it `working-set`, `total-bytes`, ...),
 * and beside those what it does not know.
 */

/** Writes [results] as a file that `timemory roofline plot --roofs` reads. Throws what [out] throws. */
public fun writeErtJson(results: ErtResults, out: Appendable) {
    val json = JsonWriter(out)
    json.beginObject()
    json.name("timemory")
    json.beginObject()
    json.name("ert")
    json.beginObject()
    json.name("machine")
    writeMachine(json, results.machine)
    json.name("ert")
    writeSamples(json, results.samples)
    json.endObject()
    json.endObject()
    json.endObject()
    out.append('\n')
}

private fun writeMachine(json: StructureWriter, machine: ErtMachine) {
    json.beginObject()
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
    json.endObject()
}

internal fun writeSamples(json: StructureWriter, samples: List<ErtSample>) {
    json.beginArray()
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
        json.field("device", "cpu")
        json.field("dtype", sample.dataType)
        json.field("vector-bits", sample.vectorBits.toLong())
        json.field("peak", sample.isPeak)
        json.field("instructions", sample.isOfInstructions)
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
        json.field("nstreams", 1L)
        json.field("grid_size", 0L)
        json.field("block_size", 0L)
        json.field("shmem_size", 0L)
        json.endObject()
        json.endObject()
    }
    json.endArray()
}

private const val NANOSECONDS = 1e9
