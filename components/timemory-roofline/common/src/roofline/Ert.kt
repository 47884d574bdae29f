package timemory.roofline

import kotlin.concurrent.Volatile
import timemory.ExperimentalTimemoryApi

/*
 * The empirical roofline toolkit, after Lo et al., "Roofline Model Toolkit", PMBS 2014: it measures a machine's peak performance with small
 * kernels.
 *
 * Each thread has its own data, which one pass of a kernel reads, computes with, and writes back. With one operation per element, data of
 * growing size show the bandwidth of one memory level after the other; with many operations, data in the first-level cache show the peak of
 * the arithmetic units.
 *
 * A trial is as many passes as take about a millisecond, started by all threads at once and timed from the first one's start to the last
 * one's end. The fastest trial counts, because other activity on the machine only makes trials slower; the ratio of the median to it is
 * kept, so that a disturbed measurement can be recognised. Many short trials find an undisturbed moment on a busy machine, where a long one
 * would not; there are up to four times as many if the fastest ones do not agree. And everything is measured in several rounds, because
 * some disturbances last for seconds: a neighbour that uses the memory, or unfavourably placed pages.
 *
 * A time budget is divided among the sizes: each gets its part of what remains, so a size that takes longer leaves less for later ones, and
 * one that takes less leaves more. Another round starts if one like the last fits into the rest.
 */

/**
 * Measures a machine with [kernels].
 *
 * ### Thread-safety
 * Not thread-safe, and only one instance may be used at a time: measurements disturb each other.
 *
 * @param options sizes, threads and trials
 * @param kernels what is run: those of the platform ([platformKernels]) or custom ones
 * @param progress receives each kernel before it is measured, and how much is done: `42 %: fma f64 512-bit, 2 threads, round 1`
 */
@ExperimentalTimemoryApi
public class Ert(private val options: ErtOptions, private val kernels: List<ErtKernel>, private val progress: (String) -> Unit = {}) {
    /**
     * Runs all kernels with all thread counts, in each round, which takes some seconds for each kernel that moves bytes.
     *
     * @throws IllegalStateException if there is not enough memory for the data
     */
    public fun measure(): ErtResults {
        val best = LinkedHashMap<Triple<ErtKernel, Int, Long>, ErtSample>()
        val chosen = kernels.filter { it.operationsPerElement !in options.skippedOperations }
        val sizes = options.threadCounts.sumOf { threads -> chosen.sumOf { options.workingSets(it, threads).size } }
        val time = ErtTime(options.budgetNanoseconds, sizes, options.rounds)
        do {
            for (threads in options.threadCounts) {
                for (kernel in chosen) {
                    progress(
                        "${time.percent} %: ${kernel.label}, $threads ${if (threads == 1) "thread" else "threads"}, round " +
                            "${time.round}",
                    )
                    for (size in options.workingSets(kernel, threads)) {
                        val key = Triple(kernel, threads, size)
                        best[key] = fasterOf(best[key], measure(kernel, threads, size, time.ofNextSize()))
                    }
                }
            }
        } while (time.hasAnotherRound())
        return ErtResults(options.machine, best.values.toList())
    }

    /** Measures one kernel, with [bytes] for each of [threads]. */
    public fun measure(kernel: ErtKernel, threads: Int, bytes: Long): ErtSample = measure(kernel, threads, bytes, Long.MAX_VALUE)

    /** Measures for about [most] nanoseconds, unless the minimum number of trials takes longer. */
    private fun measure(kernel: ErtKernel, threads: Int, bytes: Long, most: Long): ErtSample {
        val end = monotonicEnd(most)
        val elements = kernel.elementsIn(bytes)
        val race = SpinBarrier(threads)
        val trials = Trials(threads, options.trials * MAX_BATCHES)
        race.run { thread ->
            kernel.newWork(elements, options.alignment).use { work -> run(kernel, work, race, trials, thread, most, end) }
        }
        val elapsed = trials.elapsed(trials.count).sorted()
        val all = race.passes.toDouble() * elements * threads
        return ErtSample(
            sampled(kernel),
            ErtConditions(threads, workingSet = elements * kernel.bytesOfElement),
            ErtTiming(
                trials.count,
                totalBytes = all * kernel.bytesPerElement,
                totalOperations = all * kernel.operationsPerElement,
                nanoseconds = maxOf(1.0, elapsed.first()),
                medianNanoseconds = maxOf(1.0, elapsed[elapsed.size / 2]),
            ),
        )
    }

    private fun sampled(kernel: ErtKernel) = ErtSampledKernel(
        kernel.label, kernel.dataType, kernel.vectorBits, kernel.operationsPerElement, kernel.isPeak, kernel.isOfInstructions,
    )

    /** The start and end of each trial on each thread: a thread writes its own and reads those of others between two trials. */
    private class Trials(threads: Int, most: Int) {
        val begins = List(threads) { LongArray(most) }
        val ends = List(threads) { LongArray(most) }

        @Volatile
        var count = 0

        fun elapsed(count: Int): List<Double> = List(count) { trial -> (ends.maxOf { it[trial] } - begins.minOf { it[trial] }).toDouble() }

        fun isSettled(count: Int): Boolean = isReproducible(elapsed(count))
    }

    private fun monotonicEnd(most: Long): Long = nanoseconds().let { if (most > Long.MAX_VALUE - it) Long.MAX_VALUE else it + most }

    private fun run(kernel: ErtKernel, work: ErtWork, race: SpinBarrier, trials: Trials, thread: Int, most: Long, end: Long) {
        warmUp(kernel, work)
        race.await()
        if (thread == 0) plan(work, race, minOf(MAX_BATCH, most / 2))
        race.await()
        var count = 0
        // All threads see the same times, and so make the same decision.
        do {
            repeat(race.trials) {
                race.await()
                trials.begins[thread][count] = nanoseconds()
                work.run(race.passes)
                trials.ends[thread][count] = nanoseconds()
                count++
            }
            race.await()
        } while (count < race.trials * MAX_BATCHES && !trials.isSettled(count) && trials.elapsed(count).sum() < MAX_BATCH &&
            trials.ends[0][count - 1] < end
        )
        trials.count = count
    }

    /** Warms up once per kernel, until passes have not become faster for a while: a JIT compiler may have to wait for a processor. */
    private fun warmUp(kernel: ErtKernel, work: ErtWork) {
        work.run(1)
        if (STEADY_NANOSECONDS == 0L || kernel in warm) return
        var fastest = Long.MAX_VALUE
        val begin = nanoseconds()
        var improved = begin
        var now = begin
        var passes = 0
        while ((now - improved < STEADY_NANOSECONDS || passes < MIN_PASSES) && now - begin < MAX_WARM_UP) {
            work.run(1)
            passes++
            val end = nanoseconds()
            if (end - now < fastest - fastest / 10) {
                fastest = end - now
                improved = end
            }
            now = end
        }
        warm = warm + kernel
    }

    @Volatile
    private var warm: Set<ErtKernel> = emptySet()

    /** Determines the number of passes per trial, and the number of trials: fewer if a single pass takes long. */
    private fun plan(work: ErtWork, race: SpinBarrier, longestBatch: Long) {
        var passes = 1L
        while (true) {
            val begin = nanoseconds()
            work.run(passes)
            val taken = nanoseconds() - begin
            if (taken >= options.trialNanoseconds / 2) {
                race.passes = maxOf(1L, (passes.toDouble() * options.trialNanoseconds / taken).toLong())
                race.trials = minOf(
                    options.trials.toLong(),
                    maxOf(MIN_TRIALS, (longestBatch.toDouble() * passes / race.passes / taken).toLong()),
                ).toInt()
                return
            }
            passes *= 2
        }
    }

    private companion object {
        /** The factor by which the number of trials may grow on a busy machine. */
        const val MAX_BATCHES = 4

        /** The time for repeating trials, unless that would be too few. */
        const val MAX_BATCH = 500_000_000L
        const val MIN_TRIALS = 5L

        /** More iterations than the JVM runs before it compiles a loop with the final tier. */
        const val MIN_PASSES = 2_000
        const val MAX_WARM_UP = 20_000_000_000L
    }
}

/** Returns the faster of two measurements of the same kernel by rate, because their trials may differ in length. */
internal fun fasterOf(one: ErtSample?, other: ErtSample): ErtSample {
    fun speedOf(sample: ErtSample) = (sample.totalBytes + sample.totalOperations) / sample.nanoseconds
    return if (one != null && speedOf(one) >= speedOf(other)) one else other
}
