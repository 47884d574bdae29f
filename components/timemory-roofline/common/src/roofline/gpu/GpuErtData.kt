package timemory.roofline

import timemory.gpu.CudaDevice
import timemory.gpu.CudaKernel
import timemory.gpu.CudaMemory
import timemory.gpu.CudaModule
import timemory.gpu.CudaStream

/**
 * The GPU memory and streams shared by all kernels: one block of memory, of which a working set is the first part, and memory for the sums
 * of kernels and of checks.
 *
 * Checks run in the default stream and are waited for, so that they neither overlap with timed work nor precede its end.
 *
 * @param sizes working sets, ascending; those that do not fit into memory are skipped, and reported to [problem]
 * @throws IllegalStateException if none fits
 */
internal class GpuErtData(
    private val device: CudaDevice,
    private val options: GpuErtOptions,
    sizes: List<Long>,
    private val problem: (String) -> Unit,
) {
    /** The sizes that fit into memory. */
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
                "GPU ${device.index} (${device.properties}) does not have enough memory for ${sizes.first()} bytes of data"
            }.also { owned.add(it) }
            this.sizes = sizes.take(fits)
            if (fits < sizes.size) {
                problem(
                    "GPU ${device.index} is out of memory for ${sizes[fits]} bytes of data or more: the largest size " +
                        "measured is ${this.sizes.last()}",
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

    /** How many parts the data have: one for each stream of each thread. */
    val partCount: Int get() = options.threads * options.streams

    val threadsOfBlock: Int get() = options.threadsOfBlock

    val alignment: Int get() = options.alignment

    /** Returns what [make] creates for each part, by its index and stream, as a list for each thread. */
    fun <P> parts(make: (Int, CudaStream) -> P): List<List<P>> =
        streams.mapIndexed { thread, own -> own.mapIndexed { i, stream -> make(thread * options.streams + i, stream) } }

    /** Returns a read kernel. */
    fun readingKernel(name: String): CudaKernel = module.kernel(name)

    /** Returns how many blocks of [kernel] in each of [streams] streams fill the GPU. */
    fun blocksFor(kernel: CudaKernel, streams: Int): Int {
        if (options.blocks > 0) return options.blocks
        val atOnce = kernel.blocksOfMultiprocessor(options.threadsOfBlock)
        check(atOnce > 0) {
            "the kernel '${kernel.name}' cannot run with ${options.threadsOfBlock} threads in a block on GPU " +
                "${device.index}: use fewer (TIMEMORY_ERT_BLOCK_SIZE)"
        }
        return maxOf(1, atOnce * device.properties.multiprocessors / streams)
    }

    /** Returns the start of the data of [part], for parts of [bytes] bytes each. */
    fun address(part: Int, bytes: Long): Long = memory.address + part * bytes

    /**
     * Returns memory for [count] sums, in which read kernels store their results; it is shared, since kernels are measured one after the
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

    /** Makes [fill] write [elements] elements at the start of the data. */
    fun fill(fill: CudaKernel, elements: Long) {
        fill.launch(FILLING_BLOCKS, FILLING_THREADS, CudaStream.DEFAULT, memory, elements)
        device.await(CudaStream.DEFAULT)
    }

    /**
     * Returns memory for [count] sums, in which read kernels store their results; it is shared, because kernels are measured one after
     * another.
     */
    fun checkOfData(words: Long): Long = checkOf(memory, words)

    /** Returns the sum of [words] words of [of]. */
    fun checkOf(of: CudaMemory, words: Long): Long {
        check.write(longArrayOf(0L))
        checking.launch(FILLING_BLOCKS, FILLING_THREADS, CudaStream.DEFAULT, of, words, check)
        device.await(CudaStream.DEFAULT)
        return check.readLongs(1)[0]
    }

    /** Frees everything. The first CUDA error is reported to [problem]; it does not invalidate the measurements. */
    fun close() {
        var isTold = false
        for (one in owned.asReversed()) {
            try {
                one.close()
            } catch (failure: IllegalStateException) {
                if (!isTold) problem("GPU memory is not freed before the program ends: ${failure.message}")
                isTold = true
            }
        }
        owned.clear()
    }

    companion object {
        /**
         * How much a block reads repeatedly, so that it stays in its multiprocessor's cache: every L1 cache is larger than the first of
         * these sizes.
         */
        val OWN_BYTES: List<Long> = listOf(1L shl 14, 1L shl 15)

        /** Blocks of kernels that only fill memory and are not timed. */
        private const val FILLING_BLOCKS = 256
        private const val FILLING_THREADS = 256

        /** Keeps the parts of many threads and streams from being empty. */
        private const val MIN_BYTES = 1L shl 20

        /** A compile error here is not the caller's fault. */
        fun compile(device: CudaDevice, source: String): CudaModule = try {
            device.compile(source)
        } catch (failure: IllegalArgumentException) {
            throw IllegalStateException(failure.message, failure)
        }
    }
}
