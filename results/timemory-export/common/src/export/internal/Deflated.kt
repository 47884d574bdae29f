package timemory.export.internal

/** Returns [plain] compressed in zlib format (RFC 1950); `null` if no compressor is available. */
internal expect fun deflated(plain: ByteArray): ByteArray?
