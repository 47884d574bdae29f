package timemory.export.internal

import kotlinx.cinterop.ByteVar
import kotlinx.cinterop.CFunction
import kotlinx.cinterop.CPointer
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.ULongVar
import kotlinx.cinterop.addressOf
import kotlinx.cinterop.alloc
import kotlinx.cinterop.invoke
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.ptr
import kotlinx.cinterop.reinterpret
import kotlinx.cinterop.usePinned
import kotlinx.cinterop.value
import platform.posix.RTLD_LAZY
import platform.posix.dlopen
import platform.posix.dlsym

/** Uses zlib if the machine has it. */
@OptIn(ExperimentalForeignApi::class)
internal actual fun deflated(plain: ByteArray): ByteArray? {
    val library = dlopen("libz.so.1", RTLD_LAZY) ?: return null
    val bound = dlsym(library, "compressBound")?.reinterpret<CFunction<(ULong) -> ULong>>() ?: return null
    val compress = dlsym(library, "compress")
        ?.reinterpret<CFunction<(CPointer<ByteVar>, CPointer<ULongVar>, CPointer<ByteVar>, ULong) -> Int>>() ?: return null
    if (plain.isEmpty()) return null
    val packed = ByteArray(bound(plain.size.toULong()).toInt())
    return memScoped {
        val size = alloc<ULongVar>()
        size.value = packed.size.toULong()
        val failure = packed.usePinned { to ->
            plain.usePinned { from -> compress(to.addressOf(0), size.ptr, from.addressOf(0), plain.size.toULong()) }
        }
        if (failure == 0) packed.copyOf(size.value.toInt()) else null
    }
}
