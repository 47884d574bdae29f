package timemory.roofline

import kotlin.concurrent.Volatile
import timemory.gpu.CudaDevice
import timemory.gpu.CudaKernel
import timemory.gpu.CudaStream
import timemory.gpu.CudaTimer

/*
 * A trial is one launch of a kernel in each stream, with as many passes over the data as take about a millisecond, which makes the
 * microseconds of a launch negligible. It is timed on the GPU, by events. As on a CPU the fastest counts, and there are more trials if the
 * fastest do not agree.
 *
 * Several threads launch between the same two barriers; only the first of them uses the timer.
 */

/**
 * One kernel with one data size.
 *
 * @property parts the launches of each thread: one in each of its streams
 */
internal class GpuWork(val kernel: CudaKernel, val blocks: Int, val threadsOfBlock: Int, val parts: List<List<GpuPart>>) {
    /** Launches the parts of [thread], in their own streams or in [stream]. */
    fun launch(thread: Int, passes: Int, stream: CudaStream? = null, isCheck: Boolean = false) {
        for (part in parts[thread]) kernel.launch(blocks, threadsOfBlock, stream ?: part.stream, *part.arguments(passes, isCheck))
    }
}

/** A launch: its stream, and the kernel's arguments for a number of passes, either to check it or to time it. */
internal class GpuPart(val stream: CudaStream, val arguments: (passes: Int, isCheck: Boolean) -> Array<Any>)

/** The number of passes per trial, and the duration of each trial in nanoseconds. */
internal class GpuTimes(val passes: Int, elapsed: List<Double>) {
    private val sorted = elapsed.sorted()
    val count: Int get() = sorted.size
    val fastest: Double get() = maxOf(1.0, sorted.first())
    val median: Double get() = maxOf(1.0, sorted[sorted.size / 2])
}

internal class GpuTrials(private val device: CudaDevice, private val options: GpuErtOptions) {
    private var isWarm = false

    /** Duration of the previous trial, for all threads. */
    @Volatile
    private var elapsed = 0.0

    fun measure(work: GpuWork): GpuTimes = CudaTimer(work.parts.flatten().map { it.stream }).use { timer ->
        val threads = work.parts.size
        val race = SpinBarrier(threads)
        val times = ArrayList<Double>()
        val passes = if (threads == 1) {
            run(work, timer, race, 0, times)
        } else {
            race.run { thread -> run(work, timer, race, thread, times) }[0]
        }
        isWarm = true
        GpuTimes(passes, times)
    }

    /** All threads see the same times, and so make the same decisions. */
    private fun run(work: GpuWork, timer: CudaTimer, race: SpinBarrier, thread: Int, times: ArrayList<Double>): Int {
        device.use()

        fun trial(passes: Int): Double {
            if (thread == 0) timer.begin()
            race.await()
            work.launch(thread, passes)
            race.await()
            if (thread == 0) {
                timer.end()
                elapsed = timer.nanoseconds()
            }
            race.await()
            return elapsed
        }

        var passes = 1
        var taken = trial(passes)
        while (taken < options.trialNanoseconds / 2 && passes < MAX_PASSES) {
            passes *= 2
            taken = trial(passes)
        }
        passes = (passes * (options.trialNanoseconds / maxOf(1.0, taken))).toInt().coerceIn(1, MAX_PASSES)
        if (!isWarm) {
            var worked = 0.0
            var count = 0
            while (worked < options.warmUpNanoseconds && count++ < MAX_WARM_UP_PASSES) worked += trial(passes)
        }
        val most = options.trials * MAX_BATCHES
        val enough = most.toDouble() * options.trialNanoseconds
        do {
            for (i in 0 until options.trials) {
                val one = trial(passes)
                if (thread == 0) times.add(one)
                race.await()
                if (times.size >= AGREEING && times.sum() > enough) break
            }
        } while (times.size < most && times.sum() <= enough && !isReproducible(times))
        return passes
    }

    private companion object {
        const val MAX_PASSES = 1 shl 24
        const val MAX_WARM_UP_PASSES = 10_000
        const val MAX_BATCHES = 10
    }
}
