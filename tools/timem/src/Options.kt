package timemory.timem

import timemory.counters.PerfEvent
import timemory.internal.text.distance
import timemory.internal.text.visible

/** The options from the command line and from the environment, over which the command line takes precedence. */
internal class Options private constructor(given: List<Given>, environment: Map<String, String>) {
    val debug: Boolean
    val verbose: Int
    val quiet: Boolean
    val sample: Boolean
    val sampleDelay: Double?
    val sampleFrequency: Double?
    val bufferSize: Int

    /** Maximum number of rows over time; 0 for none. */
    val rows: Int
    val events: List<PerfEvent>
    val counters: Boolean
    val networkStats: Boolean
    val individual: Boolean
    val repeat: Int
    val warmUp: Int

    /** Where results are written; empty for the default name, `null` for nowhere. */
    val output: String?
    val shell: Shell?

    /** The signals that are forwarded; `null` for the usual ones. */
    val forwarded: Set<Int>?

    /** Whether lines start with a rank; if `null`, they do if there is one. */
    val isRanked: Boolean?

    /** Whether the command is sampled while it is running, even if it is held at its exit. */
    val isSamplingAsked get() = sampleDelay != null || sampleFrequency != null || bufferSize > 0 || rows > 0

    init {
        val last = given.associateBy { it.option }
        fun has(option: Option) = option in last
        fun value(option: Option): String? =
            last[option]?.values?.firstOrNull() ?: option.variable?.let { environment[it] }?.takeIf { it.isNotEmpty() && option !in last }
        fun wrong(option: Option, value: String, wanted: String): Nothing =
            throw UsageError("'${visible(value)}' is not a value of ${if (has(option)) option.longName else option.variable}: $wanted")
        fun number(option: Option, range: IntRange): Int? = value(option)?.let {
            it.toIntOrNull()?.takeIf(range::contains) ?: wrong(option, it, "a whole number from ${range.first} to ${range.last}")
        }
        fun seconds(option: Option, wanted: String, isRight: (Double) -> Boolean): Double? = value(option)?.let {
            it.toDoubleOrNull()?.takeIf(isRight) ?: wrong(option, it, wanted)
        }
        fun variable(option: Option): Boolean? =
            option.variable?.let { environment[it] }?.let { switchOf(it) ?: wrong(option, it, "on or off") }

        debug = has(Option.DEBUG)
        quiet = has(Option.QUIET)
        verbose = if (has(Option.VERBOSE)) number(Option.VERBOSE, 0..9) ?: 1 else 0
        val frequency = seconds(Option.SAMPLE_FREQUENCY, "times a second, at most $MAX_FREQUENCY") { it in 0.0..MAX_FREQUENCY }
        // As in timemory's timem, a frequency of zero turns sampling off.
        sample = !has(Option.NO_SAMPLE) && frequency != 0.0 && variable(Option.NO_SAMPLE) ?: true
        rows = if (has(Option.SAMPLE)) number(Option.SAMPLE, 1..MAX_ROWS) ?: USUAL_ROWS else 0
        sampleFrequency = frequency ?: if (rows > 0) ROWS_FREQUENCY else null
        sampleDelay = seconds(Option.SAMPLE_DELAY, "seconds, at most $MAX_DELAY") { it in 0.0..MAX_DELAY }
        bufferSize = if (has(Option.BUFFER_SIZE)) number(Option.BUFFER_SIZE, 0..MAX_SAMPLES) ?: USUAL_SAMPLES else 0
        events = last[Option.EVENTS]?.values.orEmpty().map(::event)
        counters = !has(Option.NO_COUNTERS) && variable(Option.NO_COUNTERS) ?: true
        if (events.isNotEmpty() && has(Option.NO_COUNTERS)) throw UsageError("--events and --disable-papi exclude each other")
        networkStats = has(Option.NETWORK) &&
            (value(Option.NETWORK)?.let { switchOf(it) ?: wrong(Option.NETWORK, it, "yes or no") } ?: true)
        individual = has(Option.INDIVIDUAL)
        repeat = number(Option.REPEAT, 1..MAX_RUNS) ?: 1
        warmUp = number(Option.WARM_UP, 0..MAX_RUNS) ?: 0
        if (has(Option.WARM_UP) && !has(Option.REPEAT)) throw UsageError("--warmup needs --repeat: timem -w 1 -n 10 COMMAND")
        if (individual && repeat > 1) throw UsageError("--indiv shows the processes of one run: it is unavailable with --repeat $repeat")
        if (rows > 0 && !sample) throw UsageError("--sample excludes --disable-sample and --sample-freq 0")
        if (rows > 0 && repeat > 1) throw UsageError("--sample shows rows of one run: it is unavailable with --repeat $repeat")
        output = if (has(Option.OUTPUT)) value(Option.OUTPUT) ?: "" else environment[Option.OUTPUT.variable!!]?.takeIf { it.isNotEmpty() }
        val usesShell = has(Option.SHELL) || variable(Option.SHELL) ?: false
        val flags = value(Option.SHELL_FLAGS).orEmpty().split(' ').filter { it.isNotEmpty() }
        val path = last[Option.SHELL]?.values?.firstOrNull() ?: environment["TIMEM_SHELL"] ?: environment["SHELL"]
        shell = if (usesShell) Shell(path?.takeIf { it.isNotEmpty() } ?: "/bin/sh", flags) else null
        forwarded = last[Option.FORWARD]?.values?.map(::signal)?.filter { it != 0 }?.toSet()
        val ranked = if (has(Option.MPI)) true else variable(Option.MPI)
        isRanked = if (has(Option.NO_MPI)) false else if (ranked == true) true else null
        if (has(Option.MPI) && has(Option.NO_MPI)) throw UsageError("--mpi and --disable-mpi exclude each other")
    }

    companion object {
        private const val MAX_FREQUENCY = 5000.0
        private const val MAX_DELAY = 1e9
        private const val USUAL_SAMPLES = 500
        private const val MAX_SAMPLES = 1_000_000
        private const val USUAL_ROWS = 20
        private const val MAX_ROWS = 10_000
        private const val ROWS_FREQUENCY = 10.0
        private const val MAX_RUNS = 100_000

        /** @param environment only variables named `TIMEM_...` and `SHELL` are used */
        fun of(given: List<Given>, environment: Map<String, String>) = Options(given, environment)

        /** Unknown variables, each with the probably intended one. */
        fun unknownVariables(environment: Map<String, String>): List<String> {
            val known = Option.entries.mapNotNull { it.variable } + "TIMEM_SHELL"
            return environment.keys.filter { it.startsWith("TIMEM_") && it !in known }.sorted().map { name ->
                val best = known.minBy { distance(it, name) }
                "environment: ${visible(name)} is not known" + if (distance(best, name) <= best.length / 3) ", did you mean $best?" else ""
            }
        }

        private fun event(name: String): PerfEvent = try {
            eventNamed(name)
        } catch (failure: IllegalArgumentException) {
            throw UsageError(visible(failure.message ?: name))
        }

        private fun signal(text: String): Int {
            val number = text.toIntOrNull()
            if (number != null && number in 0..LAST_SIGNAL) return number
            val name = text.uppercase().removePrefix("SIG")
            return (1..LAST_SIGNAL).firstOrNull { signalName(it) == name }
                ?: throw UsageError(
                    "'${visible(text)}' is not a signal: a number from 1 to $LAST_SIGNAL, or a name such as TERM, see " +
                        "'kill -l'",
                )
        }

        private const val LAST_SIGNAL = 64
    }
}
