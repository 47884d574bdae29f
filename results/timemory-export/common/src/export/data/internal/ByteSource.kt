package timemory.export.data.internal

import timemory.InternalTimemoryApi

/** Bytes, one chunk after the other. */
@InternalTimemoryApi
public fun interface ByteSource {
    /** Puts bytes into [into], from [offset] on, and returns how many: at least one, or -1 at the end. */
    @Throws(Exception::class)
    public fun read(into: ByteArray, offset: Int): Int
}

/**
 * Has [read] read the content of the file [path], unpacked where it is compressed by gzip. Throws an exception whose message says why that
 * cannot be.
 */
internal expect fun <T> withContentOf(path: String, read: (ByteSource) -> T): T

/** Whether [path] is a directory. */
internal expect fun isDirectory(path: String): Boolean

/** When [path] was changed last, in seconds; 0 where that cannot be known. */
internal expect fun lastModified(path: String): Long

/** As many regions as there is memory for. */
internal expect fun mostRegions(): Int

/** Bytes that a region is thought to take, with its label. */
internal const val BYTES_OF_A_REGION: Long = 700L
