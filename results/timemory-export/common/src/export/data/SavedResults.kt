package timemory.export.data

import kotlin.jvm.JvmOverloads
import kotlin.jvm.JvmStatic
import timemory.Components
import timemory.export.data.internal.ByteSource
import timemory.export.data.internal.ResultFolder
import timemory.export.data.internal.TimemoryJson
import timemory.export.data.internal.UnusableData
import timemory.export.data.internal.isDirectory
import timemory.export.data.internal.maxRegions
import timemory.export.data.internal.readMetadata
import timemory.export.data.internal.withContentOf
import timemory.results.Results

/** Reads results that this library or timemory for C++ wrote. Kotlin code can also use `Results.read`. */
public object SavedResults {
    /**
     * Returns the results in [path]: a file `results.timemory.json` or `results.tmy`, a timemory file `NAME.json` or `NAME.tree.json`, or a
     * file with the output of [RunData.toJson], gzip-compressed or not; or a directory, of which the most recent run is read.
     *
     * A file is streamed and only its regions are kept: at most [maxRegions], whatever the file claims to contain. Files that other tools
     * have modified are safe: either they are read, or an exception describes the error.
     *
     * @param maxRegions by default as many as memory allows
     * @throws UnreadableResultsException with a sentence that names the file, the position and the error
     */
    @JvmStatic
    @JvmOverloads
    @Throws(UnreadableResultsException::class)
    public fun read(path: String, maxRegions: Int = maxRegions()): Results {
        if (!isDirectory(path)) return readFiles(listOf(path), maxRegions)
        return readRun(lastRunIn(path), maxRegions)
    }

    /**
     * Reads results as data, with the metadata of the run if [path] is a directory that has it or a file of [RunData].
     *
     * @throws UnreadableResultsException with a sentence that names the file, the position and the error
     */
    @JvmStatic
    @Throws(UnreadableResultsException::class)
    public fun readData(path: String): RunData {
        if (!isDirectory(path)) {
            val results = ResultsBuilder(maxRegions())
            val more = readFile(path) { TimemoryJson.read(it, results, maxActivities = maxRegions()) }
            return results.build().toData(emptyList(), more.metadata, more.timelines)
        }
        val run = lastRunIn(path)
        val results = readRun(run, maxRegions())
        return results.toData(metadata = if (results.metadata == null) run.metadata?.let { readFile(it, ::readMetadata) } else null)
    }

    private fun lastRunIn(path: String): ResultFolder.Run = ResultFolder.runsIn(path.trimEnd('/').ifEmpty { "/" }).firstOrNull()
        ?: throw UnreadableResultsException(
            "$path: no results in this directory: no file results.timemory.json, results.tmy, NAME.tree.json or NAME.json",
        )

    /** A single file already has its components in order. */
    private fun readRun(run: ResultFolder.Run, maxRegions: Int): Results =
        readFiles(run.files, maxRegions).let { if (run.files.size == 1) it else inUsualOrder(it) }

    /** Sorts components in listing order, elapsed time first: files in a directory come in the order of their names. */
    private fun inUsualOrder(results: Results): Results {
        val known = Components.all
        return results.only(
            results.graphs.map { it.type.id }.sortedBy { id ->
                known.indexOf(Components.find(id)).let { if (it < 0) known.size else it }
            },
        )
    }

    private fun readFiles(files: List<String>, maxRegions: Int): Results {
        val results = ResultsBuilder(maxRegions)
        for (file in files) readFile(file) { TimemoryJson.read(it, results) }
        return results.build()
    }

    /** Applies [read] to [file] and adds the file name to error messages. */
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
 * Returns the results in [path], like [SavedResults.read]: `Results.read("timemory-output")`.
 *
 * @throws UnreadableResultsException with a sentence that names the file, the position and the error
 */
@Throws(UnreadableResultsException::class)
public fun Results.Companion.read(path: String): Results = SavedResults.read(path)
