package timemory.roofline

import timemory.ExperimentalTimemoryApi

/**
 * Something to measure a machine by: what is done with each element of an array.
 *
 * Subclasses outside of the library can resemble a program more closely than those of the platform do; the operations and bytes that they
 * name must be those that they do, since rates are made of them.
 *
 * ### Thread-safety
 * Immutable; each thread has an [ErtWork] of its own.
 *
 * @property label what results call it: `fma f64 512-bit`
 * @property dataType what elements are: `f64`, `f32`
 * @property bytesOfElement how large one is
 * @property vectorBits how wide its vectors are; 0 where the compiler chooses
 * @property operationsPerElement how many operations one pass does with an element
 * @property bytesPerElement how many bytes one pass reads and writes for an element
 * @property blockElements elements are worked on in blocks of so many
 * @property isPeak whether it is to show how much can be computed, and not how much can be moved
 * @property isOfInstructions whether operations are instructions, and not floating-point operations
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

    /** Makes the data of one thread, on that thread. Throws an exception where there is no memory for them. */
    public abstract fun newWork(elements: Long, alignment: Int): ErtWork

    override fun toString(): String = label
}

/** The data of one thread, and the kernel that runs over it. Used and closed by that thread alone. */
@ExperimentalTimemoryApi
public interface ErtWork : AutoCloseable {
    /** Runs over all elements, [passes] times. */
    public fun run(passes: Long)

    /** Gives the memory back. */
    override fun close()
}

/**
 * How many elements are in [bytes], in whole blocks and at least one. Not a member, which tests could not call of their own kernels on
 * Kotlin/Native.
 */
internal fun ErtKernel.elementsIn(bytes: Long): Long = maxOf(1L, bytes / bytesOfElement / blockElements) * blockElements
