package timemory.roofline

import timemory.gpu.CudaMemory
import timemory.gpu.CudaModule
import timemory.gpu.CudaProperties
import timemory.gpu.CudaStream

/** Thrown if the GPU's result differs from the CPU's. */
internal class WrongResult(message: String) : IllegalStateException(message)

/** A kernel to be measured with several data sizes. */
internal interface GpuSubject {
    val label: String

    /** In bytes, over all threads and streams. */
    val sizes: List<Long>

    /** Checks and times the kernel. Throws [WrongResult], and an [IllegalStateException] for CUDA errors. */
    fun measure(bytes: Long): ErtSample
}

/**
 * Returns the size of one part in bytes; there are as many parts as threads and streams: whole groups of what a thread reads at once,
 * aligned as in the options.
 */
private fun bytesOfPart(bytes: Long, data: GpuErtData): Long = bytes / data.partCount / data.alignment * data.alignment

private fun compare(what: String, found: Long, right: Long) {
    if (found != right) throw WrongResult("$what: the GPU's sum is ${found.toULong()}, expected ${right.toULong()}")
}

/** Runs a [GpuErtKernel] over all of the data. */
internal class GpuCompute(
    private val kernel: GpuErtKernel,
    module: CudaModule,
    private val data: GpuErtData,
    private val trials: GpuTrials,
) : GpuSubject {
    override val label: String get() = kernel.label

    override val sizes: List<Long> get() = data.sizes

    // Looked up when it is measured, so that CUDA's error is reported for this kernel.
    private val function by lazy { module.kernel(kernel.name) }
    private val filling by lazy { module.kernel("ert_fill_${kernel.type.id}") }

    override fun measure(bytes: Long): ErtSample {
        val part = bytesOfPart(bytes, data)
        val groups = part / GROUP / kernel.type.bytes / kernel.type.perChain
        val elements = part / kernel.type.bytes * data.partCount
        val words = part * data.partCount / WORD
        val blocks = data.blocksFor(function, data.partCount)
        val checking = listOf(kernel.checking.first, kernel.checking.second).map(kernel::argument)
        val timing = listOf(kernel.timing.first, kernel.timing.second).map(kernel::argument)
        val work = GpuWork(
            function, blocks, data.threadsOfBlock,
            data.parts { number, stream ->
                GpuPart(stream) { passes, isCheck ->
                    val (p, q) = if (isCheck) checking else timing
                    arrayOf(data.address(number, part), groups, passes, p, q)
                }
            },
        )
        data.fill(filling, elements)
        for (thread in work.parts.indices) work.launch(thread, 1, CudaStream.DEFAULT, isCheck = true)
        compare("after one pass over $elements elements", data.checkOfData(words), kernel.checkAfter(elements))
        data.fill(filling, elements)
        val times = trials.measure(work)
        compare("after trials with $elements elements", data.checkOfData(words), kernel.checkBefore(elements))
        val all = elements.toDouble() * times.passes
        return ErtSample(
            ErtSampledKernel(
                label, kernel.type.id, vectorBits = 0, kernel.operationsPerElement, kernel.isPeak,
                isOfInstructions = kernel.type == GpuErtType.I32,
            ),
            ErtConditions(
                threads = data.streams.size,
                workingSet = part * data.streams[0].size,
                launch = ErtLaunch(data.streams[0].size, blocks, data.threadsOfBlock),
            ),
            ErtTiming(times.count, all * 2 * kernel.type.bytes, all * kernel.operationsPerElement, times.fastest, times.median),
        )
    }

    private companion object {
        /** The amount that a thread reads at once, in chains. */
        const val GROUP = 4L
    }
}

/** Reads all of the data, bypassing the L1 cache. */
internal class GpuRead(private val data: GpuErtData, private val trials: GpuTrials) : GpuSubject {
    override val label: String get() = "read"

    override val sizes: List<Long> get() = data.sizes

    override fun measure(bytes: Long): ErtSample {
        val part = bytesOfPart(bytes, data)
        val function = data.readingKernel("ert_read")
        val blocks = data.blocksFor(function, data.partCount)
        val sumsOfPart = blocks.toLong() * data.threadsOfBlock
        val sums = data.sums(sumsOfPart * data.partCount)
        val work = GpuWork(
            function, blocks, data.threadsOfBlock,
            data.parts { number, stream ->
                GpuPart(stream) { passes, _ ->
                    arrayOf(data.address(number, part), part / GROUP_BYTES, passes, sums.address + WORD * sumsOfPart * number)
                }
            },
        )
        return measureRead(data, trials, ReadWork(work, sums, sumsOfPart * data.partCount, part * data.partCount, label, level = ""))
    }
}

/**
 * Lets each block read its own data, from the cache of its multiprocessor. Uses one stream, because others would only alternate with it.
 */
internal class GpuReadOwn(
    private val data: GpuErtData,
    private val trials: GpuTrials,
    options: GpuErtOptions,
    private val properties: CudaProperties,
) : GpuSubject {
    override val label: String get() = "read L1"

    override val sizes: List<Long> get() = GpuErtData.OWN_BYTES.map { it * properties.multiprocessors }

    /** A power of two, which divides the number of groups that a block reads. */
    private val threadsOfBlock = options.threadsOfBlock.takeHighestOneBit()

    override fun measure(bytes: Long): ErtSample {
        val blocks = properties.multiprocessors
        val sums = data.sums(blocks.toLong() * threadsOfBlock)
        val part = GpuPart(data.streams[0][0]) { passes, _ -> arrayOf(data.address(0, 0L), bytes / blocks / GROUP_BYTES, passes, sums) }
        val work = GpuWork(data.readingKernel("ert_read_own"), blocks, threadsOfBlock, listOf(listOf(part)))
        return measureRead(data, trials, ReadWork(work, sums, blocks.toLong() * threadsOfBlock, bytes, label, level = "L1"))
    }
}

/** A [work] that reads [bytes] of [level] in each pass and stores [count] sums in [sums]. */
private class ReadWork(
    val work: GpuWork,
    val sums: CudaMemory,
    val count: Long,
    val bytes: Long,
    val label: String,
    val level: String,
)

private fun measureRead(data: GpuErtData, trials: GpuTrials, read: ReadWork): ErtSample {
    val work = read.work
    val bytes = read.bytes
    val words = bytes / WORD
    val once = GpuErtKernel.sumOfWords(GpuErtType.I32, words) { it.toLong() }
    data.fill(data.readingKernel("ert_fill_u32"), words)
    for (thread in work.parts.indices) work.launch(thread, 1, CudaStream.DEFAULT, isCheck = true)
    // Threads' sums wrap around at 32 bits, so their total is correct in that many bits.
    compare("after one pass over $words words", data.checkOf(read.sums, read.count) and UNSIGNED, once and UNSIGNED)
    val times = trials.measure(work)
    val sums = data.checkOf(read.sums, read.count) and UNSIGNED
    compare("after ${times.passes} passes over $words words", sums, (once * times.passes) and UNSIGNED)
    val threads = data.streams.size
    return ErtSample(
        ErtSampledKernel(read.label, "u32", vectorBits = 0, operationsPerElement = 1, isPeak = false, isOfInstructions = true),
        ErtConditions(threads, bytes / threads, read.level, ErtLaunch(work.parts[0].size, work.blocks, work.threadsOfBlock)),
        ErtTiming(times.count, bytes.toDouble() * times.passes, words.toDouble() * times.passes, times.fastest, times.median),
    )
}

private const val WORD = 4L
private const val GROUP_BYTES = 16L
private const val UNSIGNED = 0xFFFFFFFFL
