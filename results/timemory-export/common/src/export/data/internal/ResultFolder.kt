package timemory.export.data.internal

import timemory.internal.platform.fileFacts
import timemory.internal.platform.listFiles
import timemory.internal.platform.readRegularFile
import timemory.output.JobFolder
import timemory.output.JobRecord
import timemory.output.RunLinks
import timemory.output.RunNames
import timemory.output.runRecordOf

/**
 * Finds the runs in a directory and in its `run-TIME-HOST-PROCESS` and job folders, which programs create so that no run overwrites
 * another. The hidden file `.timemory.run` of each run lists its files; files that are not listed belong to one run if their names have the
 * same prefix and suffix.
 */
internal object ResultFolder {
    /**
     * One run.
     *
     * @property name its location and origin, for messages
     * @property files its single file with everything, or its component files
     * @property metadata its metadata file, if there is one
     */
    class Run(val name: String, val time: Long, val files: List<String>, val metadata: String?)

    /** Returns the runs in [directory] that have files, the most recent first. */
    fun runsIn(directory: String): List<Run> {
        val runs = ArrayList(of(directory))
        for (name in listFiles(directory)) {
            val below = "$directory/$name"
            val isOfRun = RunNames.isRun(name) || JobFolder.isJob(name) && JobRecord.inFolder(below) != null
            // A folder of links refers to the run in the directory itself.
            if (isOfRun && fileFacts(below)?.isFolder == true && !RunLinks.isAt(below)) runs.addAll(of(below))
        }
        return runs.sortedByDescending { it.time }
    }

    private fun of(folder: String): List<Run> {
        val names = listFiles(folder).filter { !isDirectory("$folder/$it") }
        val runs = ArrayList<Run>()
        val listed = HashSet<String>()
        for (name in names) {
            if (!name.startsWith(".") || !name.endsWith(".run")) continue
            val text = runCatching { readRegularFile("$folder/$name", MAX_RECORD) }.getOrNull() ?: continue
            val record = runRecordOf(text) ?: continue
            listed.addAll(record.files)
            listed.addAll(record.earlier)
            val own = names.filter { it in record.files.toSet() }
            addRun(folder, "$folder (${record.description()})", record.time, own, runs)
        }
        val others = names.filter { it !in listed }
        val whole = others.filter { (isCompact(it) || isWire(it)) && !it.startsWith(".") }
        val groups = if (whole.isEmpty()) componentsOf(others).groupBy { around(folder, it) }.values else whole.map { listOf(it) }
        for (group in groups) {
            val time = group.maxOf { lastModified("$folder/$it") }
            val metadata = if (whole.isEmpty()) others.filter { isMetadata(it) } else emptyList()
            addRun(folder, "$folder/${group[0]}", time, group + metadata, runs)
        }
        return runs
    }

    private fun addRun(folder: String, name: String, time: Long, own: List<String>, runs: ArrayList<Run>) {
        val files = componentsOf(own).map { "$folder/$it" }
        if (files.isNotEmpty()) runs.add(Run(name, time, files, own.firstOrNull(::isMetadata)?.let { "$folder/$it" }))
    }

    /**
     * Returns the file with everything; otherwise one file per component: the tree if there is one, because the flat file has less
     * information.
     */
    private fun componentsOf(names: List<String>): List<String> {
        val compact = names.filter { isCompact(it) && !it.startsWith(".") }
        if (compact.isNotEmpty()) return compact
        val wire = names.filter { isWire(it) && !it.startsWith(".") }
        if (wire.isNotEmpty()) return wire
        val byName = LinkedHashMap<String, String>()
        for (ending in listOf(".tree.json", ".json")) {
            for (name in names) {
                val isResults = name.removeSuffix(".gz").endsWith(ending) && !name.startsWith(".") && !isMetadata(name)
                if (isResults && OTHERS.none { plain(name).endsWith(it) } && plain(name) !in byName) byName[plain(name)] = name
            }
        }
        return byName.values.toList()
    }

    private fun isCompact(name: String): Boolean = name.removeSuffix(".gz").endsWith(".timemory.json")

    private fun isWire(name: String): Boolean = name.removeSuffix(".gz").endsWith(".tmy")

    private fun isMetadata(name: String): Boolean = METADATA.matches(name)

    /** Returns the name without its extensions. */
    private fun plain(name: String): String = name.removeSuffix(".gz").removeSuffix(".json").removeSuffix(".tree")

    /** Returns the parts of the name around the component's, which are the same for all files of a run. */
    private fun around(folder: String, name: String): String {
        val begin = try {
            withContentOf("$folder/$name") { source ->
                val bytes = ByteArray(BEGIN)
                var count = 0
                while (count < bytes.size) {
                    val more = source.read(bytes, count)
                    if (more <= 0) break
                    count += more
                }
                bytes.decodeToString(0, count)
            }
        } catch (_: UnusableData) {
            return "" // reading the file reports the error
        }
        val component = COMPONENT.find(begin) ?: return ""
        for (label in listOf(component.groupValues[2], component.groupValues[1])) {
            val at = if (label.isEmpty()) -1 else plain(name).lastIndexOf(label)
            if (at >= 0) return plain(name).substring(0, at) + "\u0000" + plain(name).substring(at + label.length)
        }
        return ""
    }

    private val METADATA = Regex(".*metadata(-\\d+)?\\.json(\\.gz)?")
    private val COMPONENT =
        Regex("\\{\\s*\"timemory\"\\s*:\\s*\\{\\s*\"([^\"\\\\]{1,200})\"(?:.|\\s)*?\"type\"\\s*:\\s*\\[?\\s*\"([^\"\\\\]{0,200})\"")
    private val OTHERS = listOf(".flamegraph", ".speedscope", ".cali")
    private const val MAX_RECORD = 16 shl 20
    private const val BEGIN = 8192
}
