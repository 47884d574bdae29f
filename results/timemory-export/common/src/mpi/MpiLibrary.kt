package timemory.mpi

import timemory.internal.platform.Ffi
import timemory.internal.platform.ForeignFunction
import timemory.internal.platform.environmentVariables
import timemory.internal.platform.readText
import timemory.internal.platform.textAt
import timemory.internal.platform.withMemory
import timemory.internal.platform.withText

/**
 * The MPI library of the process: its functions, and its constants, which depend on the ABI: Open MPI's, MPICH's (which Intel MPI, MVAPICH
 * and Cray MPICH share), and the standard one of MPI 5. `libtimemory-mpip.so` does the same in C (`tools/preload/mpi/c/library.h`) for
 * programs in other languages.
 *
 * Handles are pointers in the first and third ABI and ints in the second: all are passed as 64 bits.
 */
internal class MpiLibrary private constructor(private val file: String) {
    /** The constants of the library's ABI. */
    private class Constants(
        val world: Long,
        val self: Long,
        val byte: Long,
        val noInfo: Long,
        val errorsReturn: Long,
        val shared: Long,
        /** MPI_COMM_NULL_COPY_FN: no attribute is copied when a communicator is duplicated. */
        val copiesNothing: Long,
        /** MPI_THREAD_SINGLE and the levels after it. */
        val threadLevels: List<Int> = listOf(0, 1, 2, 3),
    )

    private val constants: Constants = constants()
    val world: Long get() = constants.world
    val self: Long get() = constants.self
    val byte: Long get() = constants.byte
    val noInfo: Long get() = constants.noInfo
    val errorsReturn: Long get() = constants.errorsReturn
    val shared: Long get() = constants.shared
    val copiesNothing: Long get() = constants.copiesNothing

    fun threadLevel(level: MpiThreadLevel): Long = constants.threadLevels[level.ordinal].toLong()

    fun threadLevelOf(provided: Int): MpiThreadLevel =
        MpiThreadLevel.entries.last { it == MpiThreadLevel.SINGLE || threadLevel(it) <= provided }

    private val functions = HashMap<String, ForeignFunction>()

    /** Calls the function [name], given without its leading P. The caller checks the returned error class. */
    fun call(name: String, a: Long = 0L, b: Long = 0L, c: Long = 0L, d: Long = 0L, e: Long = 0L, f: Long = 0L): Int =
        functions.getOrPut(name) { find(name) }.call(a, b, c, d, e, f).toInt()

    private fun find(name: String): ForeignFunction = Ffi.find(file, "P$name")
        ?: throw UnsupportedOperationException("the MPI library $file has no function P$name: MPI 3 or later is required")

    /** Calls a function and throws an exception if it fails. */
    fun require(name: String, a: Long = 0L, b: Long = 0L, c: Long = 0L, d: Long = 0L, e: Long = 0L, f: Long = 0L) {
        val status = call(name, a, b, c, d, e, f)
        check(status == 0) { "$name failed with MPI error $status" }
    }

    /** Returns the int that [name] stores through its last argument, which is the second one if [a] is given. */
    fun intOf(name: String, a: Long? = null): Int = Ffi.withMemory(8L) { into ->
        if (a == null) require(name, into) else require(name, a, into)
        Ffi.intAt(into)
    }

    /** Returns the handle that [call] stores through its pointer. */
    inline fun handle(call: (Long) -> Unit): Long = Ffi.withMemory(8L) { into ->
        call(into)
        Ffi.longAt(into)
    }

    private fun addressOf(variable: String): Long = Ffi.find(file, variable)?.address
        ?: throw UnsupportedOperationException("the MPI library $file has no $variable, as Open MPI has")

    private fun constants(): Constants {
        if (isStandard()) return Constants(0x101L, 0x102L, 0x247L, 0x130L, 0x142L, 221L, 0L, listOf(0, 1024, 2048, 4096))
        if (Ffi.find(file, "ompi_mpi_comm_world") != null) {
            return Constants(
                addressOf("ompi_mpi_comm_world"), addressOf("ompi_mpi_comm_self"), addressOf("ompi_mpi_byte"),
                addressOf("ompi_mpi_info_null"), addressOf("ompi_mpi_errors_return"), 0L,
                addressOf("OMPI_C_MPI_COMM_NULL_COPY_FN"),
            )
        }
        val name = name()
        if (MPICHS.none(name::startsWith)) {
            throw UnsupportedOperationException(
                "the MPI library $file identifies itself as '$name', which is not supported: use Open MPI, MPICH or a derivative, or " +
                    "any library with the MPI 5 ABI",
            )
        }
        return Constants(0x44000000L, 0x44000001L, 0x4c00010dL, 0x1c000000L, 0x54000001L, 1L, 0L)
    }

    private fun isStandard(): Boolean {
        val version = Ffi.find(file, "PMPI_Abi_get_version") ?: return false
        return Ffi.withMemory(16L) { into -> version.call(into, into + 8L).toInt() == 0 && Ffi.intAt(into) >= 1 }
    }

    private fun name(): String = Ffi.withMemory(MAX_NAME_LENGTH + 8L) { into ->
        Ffi.find(file, "PMPI_Get_library_version")?.call(into, into + MAX_NAME_LENGTH)
        Ffi.textAt(into, MAX_NAME_LENGTH.toInt()).substringBefore('\n')
    }

    companion object {
        private val MPICHS = listOf("MPICH", "Intel", "MVAPICH", "CRAY MPICH")
        private const val MAX_NAME_LENGTH = 8192L

        /** Matches the path of an MPI library in a line of /proc/self/maps. Cray's includes the compiler: libmpi_gnu_123.so.12. */
        private val MAPPED = Regex("/.*/lib(mpi|mpich|mpi_abi|mpi_(cray|gnu|intel|aocc|amd|nvidia)[_0-9]*)\\.so[.0-9]*$")

        /** RTLD_LAZY and RTLD_GLOBAL: plugins of some MPI libraries need its symbols to be global. */
        private const val FOR_ALL = 0x101L

        /** Returns the library that the process has already loaded; `null` if there is none. */
        fun loaded(): MpiLibrary? = loadedFile()?.let(::MpiLibrary)

        private fun loadedFile(): String? = try {
            readText("/proc/self/maps").lineSequence().mapNotNull { MAPPED.find(it)?.value }.firstOrNull()
        } catch (_: Exception) {
            null
        }

        /**
         * Returns the library that the process has already loaded, or else loads [wanted] or the launcher's library.
         *
         * @throws UnsupportedOperationException if there is none
         */
        fun load(wanted: String): MpiLibrary {
            Ffi.unavailable?.let { throw UnsupportedOperationException("MPI cannot be called: $it") }
            loaded()?.let { return it }
            val names = if (wanted.isNotEmpty()) listOf(wanted) else namesFor(environmentVariables())
            val open = Ffi.find(null, "dlopen")!!
            val file = names.firstOrNull { name -> Ffi.withText(name) { open.call(it, FOR_ALL) } != 0L }
                ?: throw UnsupportedOperationException(
                    "MPI library not found (tried ${names.joinToString()}); set TIMEMORY_MPI_LIBRARY to another",
                )
            return MpiLibrary(file)
        }

        private fun namesFor(environment: Map<String, String>): List<String> {
            val openMpi = listOf("libmpi.so.40", "libmpi.so.80", "libmpi.so.20")
            val mpich = listOf("libmpi.so.12", "libmpich.so.12", "libmpich.so")
            val standard = listOf("libmpi_abi.so.0", "libmpi_abi.so")
            val isOfHydra = environment.containsKey("PMI_RANK") && !environment.containsKey("OMPI_COMM_WORLD_RANK")
            return (if (isOfHydra) mpich + openMpi else openMpi + mpich) + standard + "libmpi.so"
        }
    }
}
