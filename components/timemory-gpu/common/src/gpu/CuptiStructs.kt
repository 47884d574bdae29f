package timemory.gpu

import timemory.internal.platform.Ffi
import timemory.internal.platform.withMemory

/*
 * Calling CUPTI's profilers.
 *
 * Each of their functions takes one struct, which also receives its results. A struct starts with its size, by which CUPTI sees which
 * fields the caller knows, followed by 8 bytes that stay 0. Sizes and offsets are those of CUDA 13.0; `counters-layout.cpp` compares them
 * with the headers.
 */

/**
 * Calls [function] with a struct of [size] bytes that [fill] puts arguments in, and returns what [result] reads from it.
 *
 * Throws an [IllegalStateException] which says that CUPTI cannot do [what], and why.
 */
internal inline fun <R> cupti(function: String, size: Long, what: String, fill: (Long) -> Unit, result: (Long) -> R): R =
    Ffi.withMemory(size + 8L) { struct ->
        Ffi.putLong(struct, size)
        fill(struct)
        CuptiLibrary.check(CuptiLibrary.function(function).call(struct), what)
        result(struct)
    }

/** Calls a CUPTI function that returns nothing. */
internal inline fun cupti(function: String, size: Long, what: String, fill: (Long) -> Unit) = cupti(function, size, what, fill) {}

/** Off-heap memory, freed by [close]. */
internal class ForeignBlock(val bytes: Long) : AutoCloseable {
    val address: Long = Ffi.allocate(maxOf(bytes, 8L))

    override fun close() = Ffi.free(address)
}

/** Consecutive C strings, and an array of their addresses at [address]. */
internal class ForeignTexts(val texts: List<String>) : AutoCloseable {
    private val block: ForeignBlock

    init {
        val encoded = texts.map { it.encodeToByteArray() }
        block = ForeignBlock(encoded.sumOf { 9L + it.size })
        var at = block.address + 8L * texts.size
        for ((i, bytes) in encoded.withIndex()) {
            Ffi.putLong(block.address + 8L * i, at)
            for ((k, byte) in bytes.withIndex()) Ffi.putByte(at + k, byte)
            at += bytes.size + 1L
        }
    }

    val address: Long get() = block.address

    val size: Long get() = texts.size.toLong()

    override fun close() = block.close()
}
