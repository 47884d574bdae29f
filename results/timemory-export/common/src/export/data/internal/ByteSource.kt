package timemory.export.data.internal

import timemory.InternalTimemoryApi

/** A stream of bytes, read chunk by chunk. */
@InternalTimemoryApi
public fun interface ByteSource {
    /** Reads bytes into [into] from [offset] on. Returns how many: at least one, or -1 at the end. */
    @Throws(Exception::class)
    public fun read(into: ByteArray, offset: Int): Int
}

/**
 * Calls [read] with the content of the file [path], decompressed if it is gzip-compressed. Throws an exception with the reason if that
 * fails.
 */
internal expect fun <T> withContentOf(path: String, read: (ByteSource) -> T): T

/** Returns whether [path] is a directory. */
internal expect fun isDirectory(path: String): Boolean

/** Returns the last modification time of [path] in seconds; 0 if unknown. */
internal expect fun lastModified(path: String): Long

/** Returns how many regions memory allows. */
internal expect fun maxRegions(): Int

/** The estimated memory per region in bytes, including its label. */
internal const val BYTES_OF_A_REGION: Long = 700L
