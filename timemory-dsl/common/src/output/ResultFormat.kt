package timemory.output

import kotlin.jvm.JvmField
import kotlin.jvm.JvmStatic
import timemory.internal.lean.*
import timemory.internal.platform.FileOutput
import timemory.internal.platform.modules
import timemory.internal.platform.writeAtomically
import timemory.internal.text.printable
import timemory.internal.text.wordsOf
import timemory.results.CallGraph
import timemory.results.Results
import timemory.settings.Settings

/**
 * A kind of file that results are written as.
 *
 * @property id what settings and commands call it
 * @property description one sentence
 * @property extension what file names end with, without the first dot
 */
public class ResultFormat internal constructor(
    public val id: String,
    public val description: String,
    public val extension: String,
    private val isCompressed: Boolean,
    private val parts: (Results) -> List<Part>,
) {
    /** What one file of the format holds: one component, one number, or everything. */
    internal abstract class Part(val name: String) {
        abstract fun write(out: FileOutput, settings: Settings)
    }

    /** A file that is to be written: its name, and what writes it into a directory. */
    internal class File(val name: String, private val isPacked: Boolean, private val part: Part, private val settings: Settings) {
        /** Writes it into [directory], which exists. */
        fun write(directory: String) =
            writeAtomically(directory.trimEnd('/') + "/" + name, isPacked) { part.write(it, settings) }
    }

    /**
     * Writes the files of [results] into [directory], which exists, in place of those of the same names, and returns their paths. Fails
     * with the first that cannot be written; those written before that are whole.
     */
    public fun write(results: Results, settings: Settings, directory: String): List<String> = files(results, settings).map { file ->
        file.write(directory)
        directory.trimEnd('/') + "/" + file.name
    }

    /** The files that [results] are written to. */
    internal fun files(results: Results, settings: Settings): List<File> {
        val names = HashSet<String>()
        val isPacked = isCompressed || settings.gzipOutput
        val ending = if (settings.gzipOutput && !isCompressed) "$extension.gz" else extension
        return parts(results).map { part ->
            // Two components of one label must not write over each other.
            var name = part.name
            var number = 1
            while (!names.add(name)) name = "${part.name}-${++number}"
            File(settings.fileNameOf(name, results) + "." + ending, isPacked, part, settings)
        }
    }

    override fun toString(): String = id

    public companion object {
        /** A table of each component, as on the console. */
        @JvmField
        public val TEXT: ResultFormat = ResultFormat("text", "A table of each component", "txt", isCompressed = false) { results ->
            results.graphs.map { TablePart(it) }
        }

        /** Everything in one small file, which the others can be made of later: `timemory report -f FORMAT DIRECTORY`. */
        @JvmField
        public val COMPACT: ResultFormat = ResultFormat(
            "compact", "All results in one small file, which 'timemory report' converts to others", "timemory.json", isCompressed = false,
        ) { results -> listOf(CompactPart(results)) }

        /** The formats of this module, and those of modules on top of it, in the order in which listings show them. */
        @JvmStatic
        public val all: List<ResultFormat> get() = AllFormats.list

        internal val providers: List<FormatProvider> get() = modules<FormatProvider>()

        /**
         * The formats that [text] names by their ids.
         *
         * @throws IllegalArgumentException for a name that is none
         */
        @JvmStatic
        public fun listOf(text: String): List<ResultFormat> = wordsOf(text).map { word ->
            requireNotNull(all.firstOrNull { it.id == word.lowercase() }) {
                "'${printable(word)}' is not a format; there are ${all.map { it.id }.joinToString()}"
            }
        }.distinct()
    }
}

private class TablePart(private val graph: CallGraph) : ResultFormat.Part(graph.type.label) {
    override fun write(out: FileOutput, settings: Settings) = TextTable(graph, settings, Screen.FILE, settings.textMaxRows).writeTo(out)
}

private class CompactPart(private val results: Results) : ResultFormat.Part("results") {
    override fun write(out: FileOutput, settings: Settings) = CompactFile(results, settings).write(out)
}

/** Made when they are first asked for: most programs write few of them. */
private object AllFormats {
    val list = listOf(ResultFormat.TEXT, ResultFormat.COMPACT) + ResultFormat.providers.flatMap { it.formats }
}
