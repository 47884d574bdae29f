package timemory.roofline

import timemory.gpu.CudaDevice
import timemory.gpu.CudaKernel
import timemory.gpu.CudaMemory
import timemory.gpu.CudaModule
import timemory.gpu.CudaStream

/**
 * The GPU's memory and streams that all kernels are measured with: one block of memory, of which a working set is the first part, what
 * kernels sum, and what checks sum.
 *
 * Checks are made in the default stream and waited for, so that they neither run beside what is timed nor before it is done.
 *
 * @param sizes working sets, ascending; those that there is no memory for are left out, and told to [problem]
 * @throws IllegalStateException if there is no memory for any
 */
internal class GpuErtData(
    private val device: CudaDevice,
    private val options: GpuErtOptions,
    sizes: List<Long>,
    private val problem: (String) -> Unit,
) {
    /** Those that there is memory for. */
    val sizes: List<Long>

    /** The streams of each thread. */
    val streams: List<List<CudaStream>>

    private val owned = ArrayList<AutoCloseable>()
    private val memory: CudaMemory
    private val check: CudaMemory
    private val module: CudaModule
    private val checking: CudaKernel
    private var sums: CudaMemory? = null

    init {
        try {
            module = compile(device, GpuErtSource.MEMORY)
            checking = module.kernel("ert_check")
            var found: CudaMemory? = null
            var fits = sizes.size
            val least = maxOf(MIN_BYTES, OWN_BYTES.last() * device.properties.multiprocessors)
            while (found == null && fits > 0) found = device.allocateOrNull(maxOf(sizes[fits - 1], least)).also { if (it == null) fits-- }
            memory = checkNotNull(found) {
                "GPU ${device.index} (${device.properties}) has no memory for ${sizes.first()} bytes of data"
            }.also { owned.add(it) }
            this.sizes = sizes.take(fits)
            if (fits < sizes.size) {
                problem(
                    "no memory for ${sizes[fits]} bytes of data or more (GPU ${device.index} is out of memory): the largest " +
                        "measured are ${this.sizes.last()}",
                )
            }
            check = device.allocate(8L).also { owned.add(it) }
            streams = List(options.threads) {
                List(options.streams) { device.newStream().also { made -> owned.add(AutoCloseable { device.close(made) }) } }
            }
        } catch (failure: Throwable) {
            close()
            throw failure
        }
    }

    /** How many parts data have: one for each stream of each thread. */
    val partCount: Int get() = options.threads * options.streams

    val threadsOfBlock: Int get() = options.threadsOfBlock

    val alignment: Int get() = options.alignment

    /** What [make] makes for each part, by its number and its stream: for each thread a list. */
    fun <P> parts(make: (Int, CudaStream) -> P): List<List<P>> =
        streams.mapIndexed { thread, own -> own.mapIndexed { i, stream -> make(thread * options.streams + i, stream) } }

    /** A kernel that only reads. */
    fun readingKernel(name: String): CudaKernel = module.kernel(name)

    /** How many blocks of [kernel] in each of [streams] streams fill the GPU. */
    fun blocksFor(kernel: CudaKernel, streams: Int): Int {
        if (options.blocks > 0) return options.blocks
        val atOnce = kernel.blocksOfMultiprocessor(options.threadsOfBlock)
        check(atOnce > 0) {
            "the kernel '${kernel.name}' cannot run with ${options.threadsOfBlock} threads in a block on GPU " +
                "${device.index}: measure with less (TIMEMORY_ERT_BLOCK_SIZE)"
        }
        return maxOf(1, atOnce * device.properties.multiprocessors / streams)
    }

    /** Where the data begin that [part] of all parts, of [bytes] bytes each, works on. */
    fun address(part: Int, bytes: Long): Long = memory.address + part * bytes

    /**
     * Memory for [count] sums, where kernels that only read leave what they read; the same for all, as they are measured one after the
     * other.
     */
    fun sums(count: Long): CudaMemory {
        sums?.let { if (it.bytes >= 4L * count) return it }
        sums?.let {
            owned.remove(it)
            it.close()
            sums = null
        }
        return device.allocate(4L * count).also {
            owned.add(it)
            sums = it
        }
    }

    /** Has [fill] write [elements] elements at the begin of the data. */
    fun fill(fill: CudaKernel, elements: Long) {
        fill.launch(FILLING_BLOCKS, FILLING_THREADS, CudaStream.DEFAULT, memory, elements)
        device.await(CudaStream.DEFAULT)
    }

    /** The sum of the first [words] words of the data. */
    fun checkOfData(words: Long): Long = checkOf(memory, words)

    /** The sum of [words] words of [of]. */
    fun checkOf(of: CudaMemory, words: Long): Long {
        check.write(longArrayOf(0L))
        checking.launch(FILLING_BLOCKS, FILLING_THREADS, CudaStream.DEFAULT, of, words, check)
        device.await(CudaStream.DEFAULT)
        return check.readLongs(1)[0]
    }

    /** Gives all back; what CUDA refuses is told to [problem], once: what was measured is right all the same. */
    fun close() {
        var isTold = false
        for (one in owned.asReversed()) {
            try {
                one.close()
            } catch (failure: IllegalStateException) {
                if (!isTold) problem("memory of the GPU is given back only when the program ends: ${failure.message}")
                isTold = true
            }
        }
        owned.clear()
    }

    companion object {
        /** How much a block reads over and over, so that its multiprocessor's cache has it: any cache is larger than the first. */
        val OWN_BYTES: List<Long> = listOf(1L shl 14, 1L shl 15)

        /** Of kernels that nobody times. */
        private const val FILLING_BLOCKS = 256
        private const val FILLING_THREADS = 256

        /** So that the parts of many threads and streams are more than nothing. */
        private const val MIN_BYTES = 1L shl 20

        /** A mistake that the compiler finds is none of the caller's here. */
        fun compile(device: CudaDevice, source: String): CudaModule = try {
            device.compile(source)
        } catch (failure: IllegalArgumentException) {
            throw IllegalStateException(failure.message, failure)
        }
    }
}
