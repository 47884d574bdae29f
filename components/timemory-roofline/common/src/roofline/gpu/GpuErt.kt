package timemory.roofline

import kotlin.jvm.JvmOverloads
import timemory.ExperimentalTimemoryApi
import timemory.gpu.CudaDevice

/*
 * The empirical roofline toolkit for GPUs: like `Ert.kt`, with kernels that NVRTC compiles at run time.
 *
 * Compute kernels do 1, 2, 4, ... 512 operations per element, over data of several sizes; read kernels show bandwidths. All kernels but one
 * bypass the L1 cache, so that data of up to three quarters of the L2 cache show that cache, and data of more than twice its size the
 * memory. The peak of a type and operation is the best with 512 operations, over all sizes.
 *
 * Every kernel is verified. Before it is timed, one pass over the same data is compared with the CPU's result; afterwards, the data are
 * compared with the expected values. A kernel that is wrong even once has no samples at all. If CUDA rejects a kernel, its earlier samples
 * are kept, and the others continue.
 */

/**
 * Measures a GPU.
 * ```
 * CudaDevice.open().use { gpu ->
 *     val results = GpuErt(gpu).measure()
 *     results.bandwidthRoofs(1, RooflineForm.FLOPS).forEach { println("${it.name}: ${it.perSecond} bytes per second") }
 * }
 * ```
 * Errors of single kernels and lack of memory are listed in [ErtResults.problems].
 *
 * Source: kernels in CUDA C++, compiled by NVRTC; times from CUDA events.
 *
 * ### Thread-safety
 * Not thread-safe, and only one instance may be used at a time on a GPU: measurements disturb each other. It makes the context of [device]
 * current on the calling thread.
 *
 * @param device the GPU to measure
 * @param options sizes, streams and trials
 * @param progress receives each kernel before it is measured
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
     * Runs all kernels with all data sizes, which takes about a minute.
     *
     * @throws IllegalArgumentException if the GPU does not allow what the options request
     * @throws IllegalStateException with CUDA's error message if nothing could be measured
     * @throws UnsupportedOperationException if NVRTC is not available
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
                problems.add("no roof for L1: a multiprocessor of $properties does not cache its reads from memory")
            }
            for (type in options.types) measure(type, data, trials, samples)
        } finally {
            data.close()
        }
        check(samples.isNotEmpty()) {
            "GPU ${device.index} ($properties) could not be measured: ${problems.firstOrNull() ?: "all kernels are skipped"}"
        }
        val machine = machine()
        tellOfMemory(ErtResults(machine, samples), data.sizes.last())
        return ErtResults(machine, samples, problems.toList())
    }

    /** Reports whether there is a DRAM roof, and how reliable it is. */
    private fun tellOfMemory(results: ErtResults, most: Long) {
        val cache = device.properties.secondCacheBytes
        if (results.bandwidthRoofs(options.threads, RooflineForm.FLOPS).none { it.name == "DRAM" }) {
            problems.add(
                "no roof for DRAM: the L2 cache of $cache bytes may hold part of the $most bytes of data " +
                    "(TIMEMORY_ERT_MAX_DATA_SIZE_GPU)",
            )
        } else if (cache * TIMES_SECOND_CACHE > most) {
            problems.add(
                "the roof for DRAM may be too high: the L2 cache of $cache bytes may hold part of the $most bytes of data; " +
                    "use more data (TIMEMORY_ERT_MAX_DATA_SIZE_GPU)",
            )
        }
    }

    /** Compiles each type separately, because a GPU may support one and not another. */
    private fun measure(type: GpuErtType, data: GpuErtData, trials: GpuTrials, samples: MutableList<ErtSample>) {
        if (isLost) return
        progress("compiling kernels of ${type.id}")
        val module = try {
            GpuErtData.compile(device, GpuErtSource.of(type))
        } catch (failure: IllegalStateException) {
            problems.add("no roofs for ${type.id}: ${failure.message}")
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
            problems.add("no roof for '${subject.label}': ${failure.message}")
        } catch (failure: IllegalStateException) {
            problems.add("'${subject.label}' was measured with ${own.size} of ${subject.sizes.size} data sizes: ${failure.message}")
            findOutWhetherLost(data)
        }
        samples.addAll(own)
    }

    /** Checks whether the context is unusable: after some errors, such as an illegal access, all CUDA calls fail. */
    private fun findOutWhetherLost(data: GpuErtData) {
        try {
            data.checkOfData(1L)
        } catch (failure: IllegalStateException) {
            isLost = true
            problems.add("the GPU stopped working, and the remaining kernels were not measured: ${failure.message}")
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

/** Memory is usually measured with this many times the L2 cache size, as in STREAM. */
private const val TIMES_SECOND_CACHE = 4
