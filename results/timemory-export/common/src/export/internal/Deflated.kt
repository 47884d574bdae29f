package timemory.export.internal

/** [plain] compressed, as zlib's format (RFC 1950) has it; `null` where nothing here can compress. */
internal expect fun deflated(plain: ByteArray): ByteArray?
