package timemory.export.data

import kotlin.jvm.JvmOverloads
import kotlin.jvm.JvmStatic
import timemory.Components
import timemory.export.data.internal.ByteSource
import timemory.export.data.internal.ResultFolder
import timemory.export.data.internal.TimemoryJson
import timemory.export.data.internal.UnusableData
import timemory.export.data.internal.isDirectory
import timemory.export.data.internal.mostRegions
import timemory.export.data.internal.readMetadata
import timemory.export.data.internal.withContentOf
import timemory.results.Results

/** Reads results that were written before, by this library or by timemory for C++. In Kotlin there is `Results.read` as well. */
public object SavedResults {
    /**
     * The results in [path]: a file `results.timemory.json` or `results.tmy`, a file `NAME.json` or `NAME.tree.json` of timemory, or one
     * with [RunData.toJson] in it, compressed by gzip or not; or a directory, of whose runs it is the one that was written last.
     *
     * A file is read as it goes, and only its regions are kept: at most [mostRegions], whatever the file claims to hold. It does not matter
     * where else it was changed than by timemory: either it is read, or an exception says what is wrong.
     *
     * @param mostRegions by default as many as there is memory for
     * @throws UnreadableResultsException with a sentence that names the file, the place and what is wrong there
     */
    @JvmStatic
    @JvmOverloads
    @Throws(UnreadableResultsException::class)
    public fun read(path: String, mostRegions: Int = mostRegions()): Results {
        if (!isDirectory(path)) return readFiles(listOf(path), mostRegions)
        return readRun(lastRunIn(path), mostRegions)
    }

    /**
     * As [read], as data, and with the metadata of the run where [path] is a directory that has it, or a file of [RunData].
     *
     * @throws UnreadableResultsException with a sentence that names the file, the place and what is wrong there
     */
    @JvmStatic
    @Throws(UnreadableResultsException::class)
    public fun readData(path: String): RunData {
        if (!isDirectory(path)) {
            val results = ResultsBuilder(mostRegions())
            val more = readFile(path) { TimemoryJson.read(it, results, mostActivities = mostRegions()) }
            return results.build().toData(emptyList(), more.metadata, more.timelines)
        }
        val run = lastRunIn(path)
        val results = readRun(run, mostRegions())
        return results.toData(metadata = if (results.metadata == null) run.metadata?.let { readFile(it, ::readMetadata) } else null)
    }

    private fun lastRunIn(path: String): ResultFolder.Run = ResultFolder.runsIn(path.trimEnd('/').ifEmpty { "/" }).firstOrNull()
        ?: throw UnreadableResultsException(
            "$path: no results in this directory: no file results.timemory.json, results.tmy, NAME.tree.json or NAME.json",
        )

    /** One file has its components in their order. */
    private fun readRun(run: ResultFolder.Run, mostRegions: Int): Results =
        readFiles(run.files, mostRegions).let { if (run.files.size == 1) it else inUsualOrder(it) }

    /** Files stand in a directory by their names; components are shown as listings have them, elapsed time first. */
    private fun inUsualOrder(results: Results): Results {
        val known = Components.all
        return results.only(
            results.graphs.map { it.type.id }.sortedBy { id ->
                known.indexOf(Components.find(id)).let { if (it < 0) known.size else it }
            },
        )
    }

    private fun readFiles(files: List<String>, mostRegions: Int): Results {
        val results = ResultsBuilder(mostRegions)
        for (file in files) readFile(file) { TimemoryJson.read(it, results) }
        return results.build()
    }

    /** What [read] makes of [file]; what is wrong with it is reported with its name. */
    private fun <T> readFile(file: String, read: (ByteSource) -> T): T = try {
        withContentOf(file, read)
    } catch (failure: UnusableData) {
        throw UnreadableResultsException("$file: ${failure.message}", failure)
    } catch (failure: UnreadableResultsException) {
        throw UnreadableResultsException("$file: ${failure.message}", failure)
    } catch (failure: IllegalArgumentException) {
        throw UnreadableResultsException("$file: ${failure.message}", failure)
    }
}

/**
 * The results in [path], as [SavedResults.read]: `Results.read("timemory-output")`.
 *
 * @throws UnreadableResultsException with a sentence that names the file, the place and what is wrong there
 */
@Throws(UnreadableResultsException::class)
public fun Results.Companion.read(path: String): Results = SavedResults.read(path)
