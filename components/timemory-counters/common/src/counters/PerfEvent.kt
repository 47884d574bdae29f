package timemory.counters

import timemory.internal.text.distanceIgnoringCase
import timemory.internal.text.shorten

/**
 * An event for `perf_event_open(2)`, with the fields of `struct perf_event_attr`.
 *
 * @property name as given by the user
 */
internal class PerfEvent(
    val name: String,
    val type: Int,
    val config: Long,
    val config1: Long = 0L,
    val config2: Long = 0L,
    val excludesUser: Boolean = false,
    val excludesKernel: Boolean = false,
) {
    val isHardware: Boolean get() = type != SOFTWARE && type != TRACEPOINT

    /** Whether it happens only in the kernel, and is therefore never counted in user mode. */
    val isOfTheKernel: Boolean get() = type == SOFTWARE && config in KERNEL_ONLY

    fun with(name: String, excludesUser: Boolean, excludesKernel: Boolean) =
        PerfEvent(name, type, config, config1, config2, excludesUser, excludesKernel)

    companion object {
        /** Context switches, cgroup switches, and migrations. */
        private val KERNEL_ONLY = setOf(3L, 4L, 11L)

        const val HARDWARE = 0
        const val SOFTWARE = 1
        const val TRACEPOINT = 2
        const val CACHE = 3
        const val RAW = 4

        /**
         * Returns the event that [text] names, in the syntax of `perf list`: `task-clock`, `instructions`, `L1-dcache-load-misses`, `r01c2`
         * for a raw event, `cpu/event=0x3c,umask=0x1/` and `cpu/mem-loads/` for the events of a PMU in `/sys`. The suffix `:u` counts only
         * user mode, `:k` only the kernel. The prefix `perf::` is allowed, as in PAPI.
         *
         * Throws an [IllegalArgumentException] with the nearest name if it does not exist.
         */
        fun of(text: String): PerfEvent {
            val unit = text.indexOf('/')
            val modifiers = text.lastIndexOf(':').takeIf { it > 0 && text[it - 1] != ':' && it > text.lastIndexOf('/') } ?: text.length
            val bare = text.substring(0, modifiers).let { if (unit < 0) it.removePrefix("perf::") else it }
            val event = if (unit >= 0) perfUnitEvent(bare) else named(bare) ?: raw(bare) ?: throw unknown(text)
            val modes = text.substring(modifiers).removePrefix(":")
            require(modes.all { it == 'u' || it == 'k' }) {
                "event '${shorten(text)}' ends with ':$modes', of which only u (user mode) and k (kernel) are known"
            }
            require(modes != "u" || !event.isOfTheKernel) {
                "event '${shorten(text)}' would count nothing: it happens in the kernel, which ':u' leaves out"
            }
            return event.with(
                text, excludesUser = modes.isNotEmpty() && 'u' !in modes,
                excludesKernel = modes.isNotEmpty() && 'k' !in modes,
            )
        }

        private fun named(name: String): PerfEvent? =
            PerfNames.all.firstOrNull { known -> known.names.any { it.equals(name, ignoreCase = true) } }
                ?.let { PerfEvent(name, it.type, it.config) }

        private fun raw(name: String): PerfEvent? =
            name.takeIf { it.length > 1 && it[0] == 'r' }?.drop(1)?.toULongOrNull(16)?.let { PerfEvent(name, RAW, it.toLong()) }

        private fun unknown(text: String): IllegalArgumentException {
            val nearest = PerfNames.all.flatMap { it.names }.minBy { distanceIgnoringCase(text, it) }
            return IllegalArgumentException(
                "there is no event '${shorten(text)}'; the nearest is '$nearest' (`timemory avail -H` lists " +
                    "them all)",
            )
        }
    }
}

/** An event to which the kernel gives the same name on all processors. */
internal class PerfName(val names: List<String>, val type: Int, val config: Long, val description: String)

/** All such events, with the numbers of `include/uapi/linux/perf_event.h` and the names of `perf list`. */
internal object PerfNames {
    private fun software(names: String, config: Long, description: String) =
        PerfName(names.split(' '), PerfEvent.SOFTWARE, config, description)

    private fun hardware(names: String, config: Long, description: String) =
        PerfName(names.split(' '), PerfEvent.HARDWARE, config, description)

    private val software = listOf(
        software("task-clock", 1, "CPU time of the thread, in nanoseconds"),
        software("cpu-clock", 0, "CPU time by a high-resolution timer for each processor, in nanoseconds"),
        software("page-faults faults", 2, "Page faults"),
        software("minor-faults", 5, "Page faults serviced without any I/O activity"),
        software("major-faults", 6, "Page faults serviced that required I/O activity"),
        software("context-switches cs", 3, "Context switches"),
        software("cpu-migrations migrations", 4, "Migrations to another processor"),
        software("alignment-faults", 7, "Accesses to memory that the kernel had to align; none on x86"),
        software("emulation-faults", 8, "Instructions that the kernel had to emulate"),
        software("bpf-output", 10, "Outputs of BPF programs"),
        software("cgroup-switches", 11, "Context switches to another control group"),
    )

    private val hardware = listOf(
        hardware("cpu-cycles cycles", 0, "Cycles; beware of frequency changes"),
        hardware("instructions", 1, "Instructions retired"),
        hardware("cache-references", 2, "Accesses to a cache, usually the last-level one"),
        hardware("cache-misses", 3, "Misses in a cache, usually the last-level one"),
        hardware("branch-instructions branches", 4, "Branches retired"),
        hardware("branch-misses", 5, "Mispredicted branches"),
        hardware("bus-cycles", 6, "Bus cycles"),
        hardware("stalled-cycles-frontend idle-cycles-frontend", 7, "Cycles in which no instruction was issued"),
        hardware("stalled-cycles-backend idle-cycles-backend", 8, "Cycles in which no instruction retired"),
        hardware("ref-cycles", 9, "Cycles of a clock that is independent of the frequency"),
    )

    /** Combinations of cache, operation and result, without operations that no processor counts, as in perf. */
    private val caches: List<PerfName> =
        listOf("L1-dcache", "L1-icache", "LLC", "dTLB", "iTLB", "branch", "node").flatMapIndexed { cache, name ->
            listOf("load" to "loads", "store" to "stores", "prefetch" to "prefetches").flatMapIndexed { operation, (one, many) ->
                if (operation !in OPERATIONS.getValue(name)) return@flatMapIndexed emptyList()
                listOf(
                    "$name-$many" to "${many.replaceFirstChar { it.uppercase() }} of $name",
                    "$name-$one-misses" to "Misses in $many of $name",
                )
                    .mapIndexed { result, (event, description) ->
                        PerfName(
                            listOf(event), PerfEvent.CACHE, cache.toLong() or (operation.toLong() shl 8) or (result.toLong() shl 16),
                            description,
                        )
                    }
            }
        }

    val all: List<PerfName> = software + hardware + caches
}

private val OPERATIONS = mapOf(
    "L1-dcache" to 0..2, "L1-icache" to setOf(0, 2), "LLC" to 0..2, "dTLB" to 0..2, "iTLB" to setOf(0), "branch" to setOf(0),
    "node" to 0..2,
).mapValues { it.value.toSet() }
