package timemory.timem

import timemory.internal.text.JsonWriter
import timemory.statistics.Statistics

/** The report as JSON; docs/timem.md describes it. Never contains anything from the environment. */
internal class JsonReport(private val results: Results, out: Appendable, private val reports: List<RankReport> = emptyList()) {
    private val options = results.options
    private val json = JsonWriter(out)

    fun write() {
        json.beginObject()
        json.name("timem")
        json.beginObject()
        json.field("version", VERSION)
        results.rank?.let { rank ->
            json.field("rank", rank.number.toLong())
            rank.size?.let { json.field("ranks", it.toLong()) }
        }
        json.name("commands")
        json.beginArray()
        results.commands.forEach(::command)
        json.endArray()
        if (results.commands.size == 2) comparison()
        if (reports.isNotEmpty()) ranks()
        json.endObject()
        json.endObject()
    }

    /** For all ranks; `runs` are those of rank 0. */
    private fun ranks() {
        json.name("over_ranks")
        json.beginObject()
        json.name("ranks")
        json.beginArray()
        reports.forEach { json.value(it.rank.toLong()) }
        json.endArray()
        for (spread in spreadOf(reports)) {
            val max = spread.max ?: continue
            val min = spread.min ?: continue
            json.name(spread.value.key)
            json.beginObject()
            json.field("unit", spread.value.unit)
            json.field("count", spread.count.toLong())
            json.field("max", max.second)
            json.field("max_rank", max.first.toLong())
            json.field("mean", spread.mean)
            json.field("min", min.second)
            json.field("min_rank", min.first.toLong())
            json.field("sum", spread.sum)
            json.endObject()
        }
        json.endObject()
    }

    private fun command(measured: Measured) {
        json.beginObject()
        json.name("command")
        json.beginArray()
        measured.command.texts.forEach(json::value)
        json.endArray()
        json.name("runs")
        json.beginArray()
        measured.runs.forEach(::run)
        json.endArray()
        if (options.repeat > 1) {
            json.name("statistics")
            json.beginObject()
            summarise(measured.runs, options).filter { it.statistics.count > 0L }.forEach { statistics(it.value, it.statistics) }
            json.endObject()
        }
        json.endObject()
    }

    private fun statistics(value: Value, statistics: Statistics) {
        json.name(value.key)
        json.beginObject()
        json.field("unit", value.unit)
        json.field("count", statistics.count)
        json.field("mean", statistics.mean)
        json.field("stddev", statistics.standardDeviation)
        json.field("min", statistics.min)
        json.field("max", statistics.max)
        json.endObject()
    }

    private fun run(run: Run) {
        json.beginObject()
        ending(run.ending)
        json.field("survivors", run.hasSurvivors)
        json.field("at_exit", if (run.memory != null) "held" else if (run.samples.count > 0) "sampled" else "unknown")
        values(valuesOf(run, options))
        if (options.bufferSize > 0 || options.rows > 0) samples(run.samples)
        if (options.individual) {
            json.name("processes")
            json.beginArray()
            run.processes.forEach(::process)
            json.endArray()
        }
        json.endObject()
    }

    private fun process(process: Process) {
        json.beginObject()
        json.field("pid", process.pid.toLong())
        json.field("parent", process.parent.toLong())
        json.field("name", process.name)
        json.field("start", process.start / 1e9)
        json.field("exact", process.exact)
        ending(process.ending)
        values(valuesOf(process))
        json.endObject()
    }

    private fun ending(ending: Ending) {
        json.field("status", ending.status.toLong())
        if (ending.code >= 0) return
        json.name("signal")
        json.beginObject()
        json.field("number", ending.signal.toLong())
        json.field("name", "SIG" + signalName(ending.signal))
        json.field("core", ending.dumpedCore)
        json.endObject()
    }

    private fun values(values: List<Value>) {
        json.name("values")
        json.beginObject()
        for (value in values) {
            json.name(value.key)
            json.beginObject()
            json.name("value")
            if (value.isWhole && !value.number.isNaN()) json.value(value.number.toLong()) else json.value(value.number)
            json.field("unit", value.unit)
            value.reason?.let { json.field("note", it) }
            json.endObject()
        }
        json.endObject()
    }

    private fun samples(samples: Samples) {
        json.name("samples")
        json.beginArray()
        for (sample in samples.all()) {
            json.beginObject()
            json.field("time", sample.nanoseconds / 1e9)
            json.field("page_rss", sample.resident / 1e6)
            json.field("page_rss_max", sample.peak / 1e6)
            json.field("virtual_memory", sample.virtual / 1e6)
            if (sample.cpu >= 0L) json.field("cpu", sample.cpu / 1e9)
            sample.inputOutput?.let { io ->
                json.field("char_read", io.charsRead / 1e6)
                json.field("bytes_read", io.bytesRead / 1e6)
                json.field("char_written", io.charsWritten / 1e6)
                json.field("bytes_written", io.bytesWritten / 1e6)
            }
            json.endObject()
        }
        json.endArray()
    }

    private fun comparison() {
        val (first, second) = results.commands
        val seconds = summarise(second.runs, options).associateBy { it.value.key }
        json.name("comparison")
        json.beginObject()
        for (summary in summarise(first.runs, options)) {
            val compared = seconds[summary.value.key]?.let { Comparison.of(summary.statistics, it.statistics) } ?: continue
            json.name(summary.value.key)
            json.beginObject()
            json.field("unit", summary.value.unit)
            json.field("ratio", compared.ratio)
            json.field("difference", compared.difference)
            json.field("margin", compared.margin)
            json.field("p", compared.probability)
            json.endObject()
        }
        json.endObject()
    }
}
