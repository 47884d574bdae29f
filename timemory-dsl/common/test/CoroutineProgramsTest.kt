package timemory

import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertTrue
import kotlin.test.fail
import timemory.internal.platform.environmentVariables

/**
 * Whether a thread that launches a coroutine onto `Dispatchers.Default` may run other coroutines before `launch` returns. On Kotlin/Native
 * it looks for a worker in a `runBlocking`, which runs the tasks waiting in the thread's event loop: work that the thread then really does
 * inside the launching region.
 */
internal expect val dispatchingRunsOtherTasks: Boolean

/** Runs [body]. Returns what the threads are doing if it did not end in time and this target can tell; otherwise `null`. */
internal expect fun threadsUnlessEnded(body: () -> Unit): String?

/**
 * Random programs of nested regions, coroutines, flows, channels, cancellations and exceptions, compared with a model.
 *
 * The model is sequential and does not know about threads and coroutines: each part of a program is given its path of labels according to
 * the nesting of the program's text, and records each region it enters, the work it does there, and how long it keeps its thread busy. The
 * call graph must hold the same paths with the same laps, and times in which that fits.
 *
 * A failing program is reduced as long as it still fails, and printed with its seed. `PROGRAMS_SEED=17` runs that one program twenty times,
 * `PROGRAMS=100000` that many.
 */
class CoroutineProgramsTest {
    private val operations = commonOperations + platformOperations
    private val environment = environmentVariables()

    @Test
    fun randomProgramsGiveTheGraphOfTheModel() {
        val only = environment["PROGRAMS_SEED"]?.toInt()
        if (only != null) return repeat(20) { test(only) }
        val first = environment["PROGRAMS_FIRST"]?.toInt() ?: 1
        val programs = environment["PROGRAMS"]?.toInt() ?: repeats(200, native = 60, thorough = 100_000)
        var laps = 0L
        for (seed in first..<first + programs) laps += test(seed)
        println("$programs random programs, $laps laps, each at its place")
        assertTrue(laps > 5L * programs, "the programs measured only $laps laps")
    }

    /** Runs the program of [seed], and returns how many laps it had. */
    private fun test(seed: Int): Long {
        val program = ProgramGenerator(Random(seed), operations).program()
        val outcome = run(program)
        if (outcome.text != null) failSmaller(seed, program, outcome.text)
        return outcome.laps
    }

    internal fun run(program: List<Op>): ProgramOutcome {
        var outcome = ProgramOutcome("threw", 0L)
        val threads = threadsUnlessEnded {
            outcome = try {
                outcomeOf(program)
            } catch (failure: Throwable) {
                ProgramOutcome("threw ${failure.stackTraceToString()}", 0L)
            }
        }
        if (threads != null) fail("does not end:\n" + program.joinToString("\n") + "\n" + threads)
        return outcome
    }

    /** Whether the failure is the same: small programs fail in other ways, too. */
    private fun String.isLike(other: String) = substringBefore(':') == other.substringBefore(':')

    private fun failSmaller(seed: Int, program: List<Op>, first: String): Nothing {
        var smallest = program
        var difference = first
        var progress = true
        while (progress) {
            progress = false
            for (candidate in smaller(smallest)) {
                // Failures that depend on chance get several chances to occur.
                val found = (1..20).firstNotNullOfOrNull { run(candidate).text?.takeIf { it.isLike(first) } } ?: continue
                smallest = candidate
                difference = found
                progress = true
                break
            }
        }
        fail("seed $seed: $difference\nat first: $first\nthe smallest program that fails:\n" + smallest.joinToString("\n"))
    }
}
