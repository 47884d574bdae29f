package timemory.timem

/**
 * A counter of the kernel's, as `perf_event_open` knows it; see perf_event_open(2).
 *
 * @property isOfKernel whether what it counts happens in the kernel only, so that a count without the kernel would always be zero
 */
internal class Event(val name: String, val type: Int, val config: Long, val userOnly: Boolean, val isOfKernel: Boolean = false) {
    /** Whether it is counted by the processor, rather than by the kernel. */
    val isOfProcessor get() = type != SOFTWARE

    /** Whether it counts nanoseconds. */
    val isTime get() = type == SOFTWARE && config <= 1L

    companion object {
        private const val HARDWARE = 0
        private const val SOFTWARE = 1
        private const val CACHE = 3
        private const val RAW = 4

        private val HARDWARE_NAMES = listOf(
            "cycles cpu-cycles PAPI_TOT_CYC",
            "instructions PAPI_TOT_INS",
            "cache-references",
            "cache-misses",
            "branches branch-instructions PAPI_BR_INS",
            "branch-misses PAPI_BR_MSP",
            "bus-cycles",
            "stalled-cycles-frontend",
            "stalled-cycles-backend",
            "ref-cycles PAPI_REF_CYC",
        ).map { it.split(' ') }
        private val SOFTWARE_NAMES = listOf(
            "cpu-clock",
            "task-clock",
            "page-faults faults",
            "context-switches cs",
            "cpu-migrations migrations",
            "minor-faults",
            "major-faults",
            "alignment-faults",
            "emulation-faults",
        ).map { it.split(' ') }
        private val CACHES = listOf("L1-dcache", "L1-icache", "LLC", "dTLB", "iTLB", "branch", "node")
        private val OPERATIONS = listOf("load", "store", "prefetch")

        /** All names that [named] knows, but for raw events. */
        val names: List<String>
            get() = (SOFTWARE_NAMES + HARDWARE_NAMES).map { it.first() } +
                CACHES.flatMap { cache -> OPERATIONS.flatMap { listOf("$cache-${plural(it)}", "$cache-$it-misses") } }

        /**
         * The event called [name]: by the kernel's names, a few of PAPI's, or `rNNN`, the processor's own code in hexadecimal digits;
         * with `:u` at the end it leaves the kernel out. `null` where there is none.
         */
        fun named(name: String): Event? {
            val userOnly = name.endsWith(":u")
            val bare = name.removeSuffix(":u")
            val hardware = HARDWARE_NAMES.indexOfFirst { bare in it }
            if (hardware >= 0) return Event(name, HARDWARE, hardware.toLong(), userOnly)
            val software = SOFTWARE_NAMES.indexOfFirst { bare in it }
            if (software >= 0) return Event(name, SOFTWARE, software.toLong(), userOnly, isOfKernel = software in 3..4)
            if (bare.length in 2..17 && bare[0] == 'r') {
                val code = bare.substring(1).toULongOrNull(16)
                if (code != null) return Event(name, RAW, code.toLong(), userOnly)
            }
            for ((cache, cacheName) in CACHES.withIndex()) {
                for ((operation, verb) in OPERATIONS.withIndex()) {
                    val config = cache.toLong() or (operation.toLong() shl 8)
                    if (bare == "$cacheName-${plural(verb)}") return Event(name, CACHE, config, userOnly)
                    if (bare == "$cacheName-$verb-misses") return Event(name, CACHE, config or (1L shl 16), userOnly)
                }
            }
            return null
        }

        private fun plural(verb: String) = if (verb == "prefetch") "prefetches" else verb + "s"
    }
}
