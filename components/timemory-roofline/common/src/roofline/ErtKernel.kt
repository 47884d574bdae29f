package timemory.roofline

import timemory.ExperimentalTimemoryApi

/**
 * A benchmark kernel, defined by what it does with each element of an array.
 *
 * Subclasses outside the library can resemble a program more closely than the platform's kernels; they must declare the operations and
 * bytes correctly, because rates are computed from them.
 *
 * ### Thread-safety
 * Immutable; each thread has its own [ErtWork].
 *
 * @property label its name in results: `fma f64 512-bit`
 * @property dataType the type of elements: `f64`, `f32`
 * @property bytesOfElement the size of an element
 * @property vectorBits the width of its vectors; 0 if the compiler chooses
 * @property operationsPerElement how many operations one pass does per element
 * @property bytesPerElement how many bytes one pass reads and writes per element
 * @property blockElements elements are processed in blocks of this size
 * @property isPeak whether it measures operations rather than bytes
 * @property isOfInstructions whether operations are instructions rather than floating-point operations
 * @throws IllegalArgumentException if a number is negative, or an element has no size
 */
@ExperimentalTimemoryApi
public abstract class ErtKernel(
    public val label: String,
    public val dataType: String,
    public val bytesOfElement: Int,
    public val vectorBits: Int,
    public val operationsPerElement: Int,
    public val bytesPerElement: Int,
    public val blockElements: Int,
    public val isPeak: Boolean,
    public val isOfInstructions: Boolean = false,
) {
    init {
        require(bytesOfElement > 0) { "kernel '$label': bytesOfElement: $bytesOfElement, must be above 0" }
        require(blockElements > 0) { "kernel '$label': blockElements: $blockElements, must be above 0" }
        require(operationsPerElement >= 0 && bytesPerElement >= 0) {
            "kernel '$label': $operationsPerElement operations and $bytesPerElement bytes, must be 0 or more"
        }
    }

    /** Allocates the data of one thread, on that thread. Throws an exception if there is not enough memory. */
    public abstract fun newWork(elements: Long, alignment: Int): ErtWork

    override fun toString(): String = label
}

/** The data of one thread, and the kernel that runs over it. Used and closed by that thread only. */
@ExperimentalTimemoryApi
public interface ErtWork : AutoCloseable {
    /** Runs over all elements, [passes] times. */
    public fun run(passes: Long)

    /** Frees the memory. */
    override fun close()
}

/**
 * Returns how many elements fit into [bytes], in whole blocks and at least one. Not a member, because tests could not call it for their own
 * kernels on Kotlin/Native.
 */
internal fun ErtKernel.elementsIn(bytes: Long): Long = maxOf(1L, bytes / bytesOfElement / blockElements) * blockElements
