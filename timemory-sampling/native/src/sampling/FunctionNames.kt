@file:OptIn(ExperimentalForeignApi::class)

package timemory.sampling

import kotlinx.cinterop.ByteVar
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.allocArray
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.toKString
import timemory.cinterop.sampling.tm_symbols_close
import timemory.cinterop.sampling.tm_symbols_have
import timemory.cinterop.sampling.tm_symbols_look
import timemory.cinterop.sampling.tm_symbols_name

/**
 * Names of functions by addresses in their code, from the files of the program and its libraries: `package.Class.function` of Kotlin,
 * `space::Class::function` of C++, `function` of C, `file+0x1234` where a file has no names.
 *
 * Functions of the library are named as those that are not shown: see [isOfTimemory]. That is told by their names in a program in Kotlin,
 * where they are part of it, and by their file where that is `libtimemory.so`.
 *
 * ### Thread-safety
 * Used by one thread at a time.
 */
internal class FunctionNames {
    private val names = HashMap<Long, String>()

    /** Pages of code that is in no file, as it was made at run time. */
    private val withoutFile = HashSet<Long>()

    /** Looks which files the process has, where code at one of [addresses] is not in those known: they may be gone when it is named. */
    fun look(addresses: LongArray) {
        val isKnown = { address: Long -> tm_symbols_have(address) != 0 || address / PAGE in withoutFile }
        if (addresses.all(isKnown)) return
        tm_symbols_look()
        for (address in addresses) if (!isKnown(address)) withoutFile.add(address / PAGE)
    }

    fun nameOf(address: Long): String = names.getOrPut(address) { find(address) }

    private fun find(address: Long): String = memScoped {
        val text = allocArray<ByteVar>(SIZE)
        val isOfLibrary = tm_symbols_name(address, text, SIZE) != 0
        val name = text.toKString()
        when {
            isOfLibrary || OWN.any(name::startsWith) -> if (callsProgram(name)) CALLING else INTERNAL
            else -> name
        }
    }

    /** Whether it is a function of the library that calls one of the program's. */
    private fun callsProgram(name: String) = name.startsWith("timemory_measure") || name.startsWith("timemory_run")

    fun close() {
        names.clear()
        withoutFile.clear()
        tm_symbols_close()
    }

    private companion object {
        const val SIZE = 512
        const val PAGE = 4096L

        /** How the library's functions in C begin that are part of a program in Kotlin. */
        val OWN = listOf("timemory_", "tm_sampl", "tm_symbols_", "tm_unwind")
        const val INTERNAL = "timemory.internal.library"
        const val CALLING = "timemory.bundle.call"
    }
}
