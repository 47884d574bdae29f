@file:OptIn(ExperimentalForeignApi::class)

package timemory.sampling

import kotlinx.cinterop.ByteVar
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.allocArray
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.toKString
import timemory.cinterop.sampling.TM_PYTHON_IS_ENTRY
import timemory.cinterop.sampling.TM_PYTHON_IS_NONE
import timemory.cinterop.sampling.TM_PYTHON_IS_OWN
import timemory.cinterop.sampling.tm_python_eval
import timemory.cinterop.sampling.tm_python_name
import timemory.cinterop.sampling.tm_symbols_close
import timemory.cinterop.sampling.tm_symbols_have
import timemory.cinterop.sampling.tm_symbols_in_one_file
import timemory.cinterop.sampling.tm_symbols_look
import timemory.cinterop.sampling.tm_symbols_name

/**
 * Names functions by code addresses, using the files of the program and its libraries: `package.Class.function` for Kotlin,
 * `space::Class::function` for C++, `module::procedure` for Fortran, `function` for C, `file+0x1234` if a file has no symbols.
 *
 * Library functions get the names of functions that are not shown: see [isOfTimemory]. They are recognised by their names in a Kotlin
 * program, which contains them, and by their file if that is `libtimemory.so`.
 *
 * A stack may contain Python functions after the C ones, encoded as negative words and named `Class.function@file.py:12`.
 *
 * ### Thread-safety
 * Not thread-safe.
 */
internal class FunctionNames {
    private val names = HashMap<Long, String>()

    /** Pages of code that is not in a file, because it was generated at run time. */
    private val withoutFile = HashSet<Long>()

    /** Reads the list of loaded files if code at one of [addresses] is in none of the known ones, which may be gone when it is named. */
    fun look(addresses: LongArray) {
        val isKnown = { address: Long -> address < 0L || tm_symbols_have(address) != 0 || address / PAGE in withoutFile }
        if (addresses.all(isKnown)) return
        tm_symbols_look()
        for (address in addresses) if (!isKnown(address)) withoutFile.add(address / PAGE)
    }

    fun nameOf(address: Long): String = names.getOrPut(address) { if (address < 0L) findInPython(address) else find(address) }

    /** Returns the functions of [stack], innermost first; [isCut]: it had more. */
    fun namesOf(stack: LongArray, isCut: Boolean): List<String> {
        val isInPython = { word: Long -> word < 0L }
        if (stack.none(isInPython)) return stack.map(::nameOf)
        return withPython(stack.filterNot(isInPython).map(::inC), stack.filter(isInPython).map(::inPython), isCut)
    }

    private fun inC(address: Long) = FunctionInC(nameOf(address), tm_symbols_in_one_file(address, tm_python_eval()) != 0)

    private fun inPython(word: Long) = FunctionInPython(
        if (word and TM_PYTHON_IS_NONE == 0L) nameOf(word and TM_PYTHON_IS_ENTRY.inv()) else null,
        isEntry = word and TM_PYTHON_IS_ENTRY != 0L,
        isOfPackage = word and TM_PYTHON_IS_OWN != 0L,
    )

    private fun findInPython(word: Long): String = memScoped {
        val text = allocArray<ByteVar>(SIZE)
        tm_python_name(word, text, SIZE)
        text.toKString().replace("<locals>.", "") // as the Python package does in labels
    }

    private fun find(address: Long): String = memScoped {
        val text = allocArray<ByteVar>(SIZE)
        val isOfLibrary = tm_symbols_name(address, text, SIZE) != 0
        val name = text.toKString()
        when {
            isOfLibrary || OWN.any(name::startsWith) -> if (callsProgram(name)) CALLING else INTERNAL
            else -> name
        }
    }

    /** Returns whether it is a library function that calls one of the program's. */
    private fun callsProgram(name: String) = name.startsWith("timemory_measure") || name.startsWith("timemory_run")

    fun close() {
        names.clear()
        withoutFile.clear()
        tm_symbols_close()
    }

    companion object {
        private const val SIZE = 512
        private const val PAGE = 4096L

        /** Prefixes of library functions that are part of a program: in C, and those of the Fortran module. */
        private val OWN = listOf("timemory_", "timemory::timemory_", "tm_sampl", "tm_symbols_", "tm_unwind")

        /** Stands for library functions, and for those that call the program's: see [isOfTimemory]. */
        const val INTERNAL: String = "timemory.internal.library"
        const val CALLING: String = "timemory.bundle.call"
    }
}
