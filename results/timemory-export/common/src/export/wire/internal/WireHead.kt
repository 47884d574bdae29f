package timemory.export.wire.internal

import timemory.export.data.internal.UnusableData
import timemory.export.ranks.MergedProcess
import timemory.internal.text.printable
import timemory.results.RunMetadataFacts

/**
 * The header of the wire form, which precedes the nodes.
 *
 * @property processCount how many processes the results come from
 * @property processes those processes by rank; empty if unknown
 * @property threadCount how many threads recorded anything, over all processes
 * @property problems the problems, each once
 * @property metadata the entries common to all processes
 * @property components sorted by the bytes of their IDs
 * @property labels sorted by their bytes: nodes refer to them by index
 */
internal class WireHead(
    val processCount: Int,
    val processes: List<MergedProcess>,
    val threadCount: Int,
    val problems: List<String>,
    val metadata: RunMetadataFacts?,
    val components: List<WireComponent>,
    val labels: LabelTable,
) {
    /** The rank of the process, if it is a single one with a rank; otherwise 0. */
    val ownRank: Int get() = processes.firstOrNull()?.rank?.coerceAtLeast(0) ?: 0

    fun write(out: WireOutput) {
        MAGIC.forEach { out.byte(it) }
        out.unsigned(VERSION)
        out.fixed(shapeHash(components))
        out.unsigned(processCount)
        writeProcesses(out)
        out.unsigned(threadCount)
        val written = problems.take(MAX_PROBLEMS)
        out.unsigned(written.size)
        written.forEach(out::text)
        writeMetadata(out)
        out.unsigned(components.size)
        components.forEach { it.write(out) }
        labels.write(out)
    }

    /** Writes runs of neighbouring ranks on one machine. */
    private fun writeProcesses(out: WireOutput) {
        var from = 0
        while (from < processes.size) {
            val first = processes[from]
            var until = from + 1
            while (until < processes.size && processes[until].host == first.host && isNext(processes[until], processes[until - 1])) until++
            out.unsigned(until - from)
            out.text(first.host)
            out.signed(first.rank.toLong())
            var processId = 0L
            var stamp = 0L
            for (i in from until until) {
                out.signed(processes[i].processId - processId)
                out.signed(processes[i].stamp - stamp)
                processId = processes[i].processId
                stamp = processes[i].stamp
            }
            from = until
        }
        out.unsigned(0)
    }

    private fun isNext(process: MergedProcess, before: MergedProcess) = before.rank >= 0 && process.rank == before.rank + 1

    private fun writeMetadata(out: WireOutput) {
        out.byte(if (metadata == null) 0 else 1)
        if (metadata == null) return
        writeTexts(out, metadata.info)
        writeTexts(out, metadata.environment)
        out.unsigned(metadata.commandLine.size)
        metadata.commandLine.forEach(out::text)
        out.unsigned(metadata.settings.size)
        for ((name, setting) in metadata.settings) {
            out.text(name)
            out.text(setting.value)
            out.byte(if (setting.isSet) 1 else 0)
        }
    }

    private fun writeTexts(out: WireOutput, texts: Map<String, String>) {
        out.unsigned(texts.size)
        for ((name, text) in texts) {
            out.text(name)
            out.text(text)
        }
    }

    companion object {
        /** Modelled on PNG's signature: not valid text, and damaged by transfers that convert line ends or strip the eighth bit. */
        val MAGIC: IntArray = intArrayOf(0x89, 'T'.code, 'M'.code, 'Y'.code, 0x0D, 0x0A, 0x1A, 0x0A)
        const val VERSION = 1
        private const val MAX_PROCESSES = 10_000_000
        private const val MAX_PROBLEMS = 1_000
        private const val MAX_TEXTS = 100_000
        private const val MAX_HOST_LENGTH = 4096

        /** Reads the header, up to the nodes. */
        fun read(input: WireInput): WireHead {
            for (i in MAGIC.indices) if (input.byte() != MAGIC[i]) throw UnusableData("is not a results.tmy file: unknown header")
            val version = input.unsigned()
            if (version != VERSION.toLong()) {
                throw UnusableData("has version ${version.toULong()} of the wire format; this library reads $VERSION")
            }
            val hash = input.fixedLong()
            val processCount = input.count(MAX_PROCESSES, "the number of processes")
            val processes = readProcesses(input, processCount)
            val threadCount = input.count(Int.MAX_VALUE, "the number of threads")
            val problems = texts(input, MAX_PROBLEMS, "a problem")
            val metadata = if (input.count(1, "whether there is metadata") == 1) readMetadata(input) else null
            val start = input.offset
            val components = readComponents(input)
            if (shapeHash(components) != hash) input.damaged("the components do not match the hash at byte 9", start)
            return WireHead(processCount, processes, threadCount, problems, metadata, components, LabelTable.read(input))
        }

        private fun readProcesses(input: WireInput, most: Int): List<MergedProcess> {
            val processes = ArrayList<MergedProcess>()
            var last = -2L
            while (true) {
                val start = input.offset
                val run = input.count(most - processes.size, "the number of processes in a row")
                if (run == 0) break
                val host = input.text(MAX_HOST_LENGTH, "the name of a machine")
                val first = input.signed()
                if (first <= last || first + run - 1 > MAX_RANK || first < -1L || first == -1L && most > 1) {
                    input.damaged("the ranks of the processes are not in order, or above $MAX_RANK", start)
                }
                var processId = 0L
                var stamp = 0L
                for (i in 0 until run) {
                    processId += input.signed()
                    stamp += input.signed()
                    processes.add(MergedProcess((first + i).toInt(), host, processId, stamp))
                }
                last = first + run - 1
            }
            if (processes.isNotEmpty() && processes.size != most) input.damaged("${processes.size} of $most processes are named")
            return processes
        }

        private fun readComponents(input: WireInput): List<WireComponent> {
            val components = ArrayList<WireComponent>()
            for (i in 0 until input.count(MAX_COMPONENTS, "the number of components")) {
                val start = input.offset
                val component = WireComponent.read(input)
                if (i > 0 && compareTexts(components[i - 1].id, component.id) >= 0) {
                    input.damaged("component ${printable(component.id)} is not after ${printable(components[i - 1].id)}", start)
                }
                components.add(component)
            }
            return components
        }

        private fun readMetadata(input: WireInput): RunMetadataFacts {
            val info = readTexts(input)
            val environment = readTexts(input)
            val commandLine = texts(input, MAX_TEXTS, "a part of the command line")
            val settings = LinkedHashMap<String, RunMetadataFacts.Setting>()
            for (i in 0 until input.count(MAX_TEXTS, "the number of settings")) {
                val name = input.text(MAX_TEXT_LENGTH, "the name of a setting")
                val value = input.text(MAX_TEXT_LENGTH, "a setting")
                settings[name] = RunMetadataFacts.Setting(value, input.count(1, "whether a setting is set") == 1)
            }
            return RunMetadataFacts(info, environment, commandLine, settings)
        }

        private fun readTexts(input: WireInput): Map<String, String> {
            val texts = LinkedHashMap<String, String>()
            for (i in 0 until input.count(MAX_TEXTS, "the number of facts")) {
                val name = input.text(MAX_TEXT_LENGTH, "the name of a fact")
                texts[name] = input.text(MAX_TEXT_LENGTH, "a fact")
            }
            return texts
        }

        private fun texts(input: WireInput, most: Int, what: String): List<String> {
            val texts = ArrayList<String>()
            for (i in 0 until input.count(most, "how many there are of $what")) texts.add(input.text(MAX_TEXT_LENGTH, what))
            return texts
        }

        /** Returns an FNV-1a hash of the properties that must be equal for results to be merged. */
        fun shapeHash(components: List<WireComponent>): Long {
            var hash = -0x340d631b7bdddcdbL
            for (component in components) {
                for (byte in component.shape.encodeToByteArray()) hash = (hash xor (byte.toLong() and 0xFF)) * 0x100000001b3L
                hash = hash * 0x100000001b3L
            }
            return hash
        }

        /** Returns the merged [heads] of several results; [labels] are the merged labels. */
        fun merged(heads: List<WireHead>, labels: LabelTable): WireHead {
            val components = LinkedHashMap<String, WireComponent>()
            for (head in heads) {
                for (component in head.components) {
                    components[component.id] = components[component.id]?.plus(component) ?: component
                }
            }
            val processes = if (heads.all { it.processes.size == it.processCount }) heads.flatMap { it.processes } else emptyList()
            val problems = LinkedHashSet<String>()
            for (head in heads) for (problem in head.problems) if (problems.size < MAX_PROBLEMS) problems.add(problem)
            val processCount = heads.fold(0L) { sum, head -> sum + head.processCount }
            if (processCount > MAX_PROCESSES) throw UnusableData("are of $processCount processes; at most $MAX_PROCESSES can be merged")
            return WireHead(
                processCount.toInt(),
                processes.sortedBy { it.rank },
                heads.fold(0L) { sum, head -> sum + head.threadCount }.coerceAtMost(Int.MAX_VALUE.toLong()).toInt(),
                problems.toList(),
                common(heads.map { it.metadata }),
                components.values.sortedWith { a, b -> compareTexts(a.id, b.id) },
                labels,
            )
        }

        /** Returns the facts on which all processes agree. */
        private fun common(all: List<RunMetadataFacts?>): RunMetadataFacts? {
            if (all.any { it == null }) return null
            return all.filterNotNull().reduceOrNull { a, b ->
                RunMetadataFacts(
                    a.info.filter { (name, value) -> b.info[name] == value },
                    a.environment.filter { (name, value) -> b.environment[name] == value },
                    if (a.commandLine == b.commandLine) a.commandLine else emptyList(),
                    a.settings.filter { (name, value) ->
                        b.settings[name]?.let { it.value == value.value && it.isSet == value.isSet } == true
                    },
                )
            }
        }
    }
}
