package timemory.roofline

import kotlin.jvm.JvmOverloads
import timemory.ExperimentalTimemoryApi
import timemory.gpu.CudaDevice

/*
 * The empirical roofline toolkit for GPUs: as `Ert.kt`, with kernels that NVRTC compiles while the program runs.
 *
 * What computes does so with 1, 2, 4, ... 512 operations for each element, over data of several sizes; what reads shows bandwidths. All
 * kernels but one pass the first cache by, so that data of up to three quarters of the second cache show that one, and data of more than
 * twice its size the memory. The peak of a type and operation is the best with 512 operations, of whichever size.
 *
 * No kernel is believed. Before it is timed, one pass over the same data is compared with what the processor computes; after it, the data
 * with what they must be. A kernel that is wrong even once has no samples at all. One that CUDA refuses keeps the samples that it had, and
 * the others go on.
 */

/**
 * Measures a GPU.
 * ```
 * CudaDevice.open().use { gpu ->
 *     val results = GpuErt(gpu).measure()
 *     results.bandwidthRoofs(1, RooflineForm.FLOPS).forEach { println("${it.name}: ${it.perSecond} bytes per second") }
 * }
 * ```
 * What goes wrong with single kernels, and what there was no memory for, stands in [ErtResults.problems].
 *
 * Source: kernels in CUDA C++, compiled by NVRTC; times of events of the CUDA driver.
 *
 * ### Thread-safety
 * To be used by one thread at a time, and by one instance at a time on a GPU: measurements disturb each other. It makes the context of
 * [device] current on the calling thread.
 *
 * @param device what is measured
 * @param options sizes, streams and trials
 * @param progress is told each kernel before it is measured
 */
@ExperimentalTimemoryApi
public class GpuErt @JvmOverloads constructor(
    private val device: CudaDevice,
    private val options: GpuErtOptions = GpuErtOptions(),
    private val progress: (String) -> Unit = {},
) {
    private val problems = ArrayList<String>()
    private var isLost = false

    /**
     * Runs all kernels with all sizes of data, which takes a minute or so.
     *
     * @throws IllegalArgumentException if the GPU does not allow what the options ask for
     * @throws IllegalStateException if nothing could be measured, with CUDA's reason
     * @throws UnsupportedOperationException if there is no NVRTC
     */
    public fun measure(): ErtResults {
        val properties = device.properties
        options.checkAgainst(properties)
        problems.clear()
        isLost = false
        device.use()
        val samples = ArrayList<ErtSample>()
        val data = GpuErtData(device, options, options.workingSets(properties)) { problems.add(it) }
        try {
            val trials = GpuTrials(device, options)
            attempt(GpuRead(data, trials), data, samples)
            if (properties.hasFirstCache) {
                attempt(GpuReadOwn(data, trials, options, properties), data, samples)
            } else {
                problems.add("no roof of L1: a multiprocessor of $properties has no cache for what it reads from memory")
            }
            for (type in options.types) measure(type, data, trials, samples)
        } finally {
            data.close()
        }
        check(samples.isNotEmpty()) {
            "nothing of GPU ${device.index} ($properties) could be measured: ${problems.firstOrNull() ?: "all kernels are skipped"}"
        }
        val machine = machine()
        tellOfMemory(ErtResults(machine, samples), data.sizes.last())
        return ErtResults(machine, samples, problems.toList())
    }

    /** Whether there is a roof of DRAM, and how far it can be believed. */
    private fun tellOfMemory(results: ErtResults, most: Long) {
        val cache = device.properties.secondCacheBytes
        if (results.bandwidthRoofs(options.threads, RooflineForm.FLOPS).none { it.name == "DRAM" }) {
            problems.add(
                "no roof of DRAM: of $most bytes of data, the second cache of $cache bytes may keep a part " +
                    "(TIMEMORY_ERT_MAX_DATA_SIZE_GPU)",
            )
        } else if (cache * TIMES_SECOND_CACHE > most) {
            problems.add(
                "the roof of DRAM may be too high: of $most bytes of data, the second cache of $cache bytes may keep a part; " +
                    "measure with more (TIMEMORY_ERT_MAX_DATA_SIZE_GPU)",
            )
        }
    }

    /** Each type is compiled by itself: a GPU may know one and not another. */
    private fun measure(type: GpuErtType, data: GpuErtData, trials: GpuTrials, samples: MutableList<ErtSample>) {
        if (isLost) return
        progress("compiling kernels of ${type.id}")
        val module = try {
            GpuErtData.compile(device, GpuErtSource.of(type))
        } catch (failure: IllegalStateException) {
            problems.add("no roofs of ${type.id}: ${failure.message}")
            return
        }
        for (operation in Operation.GPU) {
            for (times in GpuErtKernel.TIMES) {
                val kernel = GpuErtKernel(type, operation, times)
                if (kernel.operationsPerElement !in options.skippedOperations) {
                    attempt(GpuCompute(kernel, module, data, trials), data, samples)
                }
            }
        }
    }

    private fun attempt(subject: GpuSubject, data: GpuErtData, samples: MutableList<ErtSample>) {
        if (isLost) return
        progress(subject.label)
        val own = ArrayList<ErtSample>()
        try {
            for (size in subject.sizes) own.add(subject.measure(size))
        } catch (failure: WrongResult) {
            own.clear()
            problems.add("no roof of '${subject.label}': ${failure.message}")
        } catch (failure: IllegalStateException) {
            problems.add("'${subject.label}' was measured with ${own.size} of ${subject.sizes.size} sizes of data: ${failure.message}")
            findOutWhetherLost(data)
        }
        samples.addAll(own)
    }

    /** After some failures, as that of an illegal access, CUDA refuses whatever else it is asked. */
    private fun findOutWhetherLost(data: GpuErtData) {
        try {
            data.checkOfData(1L)
        } catch (failure: IllegalStateException) {
            isLost = true
            problems.add("the GPU does no more work after that, and the kernels that were to come were not measured: ${failure.message}")
        }
    }

    private fun machine(): ErtMachine {
        val properties = device.properties
        val cache = properties.secondCacheBytes
        return ErtMachine(
            properties.name,
            properties.multiprocessors,
            if (cache > 0L) listOf(ErtCache(2, cache, properties.multiprocessors)) else emptyList(),
            properties.kilohertz / KILOHERTZ_OF_GIGAHERTZ,
            "nvrtc",
            ErtMachine.GPU + device.index,
            publishedPeaks(properties),
        )
    }
}

private const val KILOHERTZ_OF_GIGAHERTZ = 1e6

/** So much more data than the second cache holds are usual to measure memory with, as STREAM does. */
private const val TIMES_SECOND_CACHE = 4
