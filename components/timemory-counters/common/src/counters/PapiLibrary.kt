package timemory.counters

import timemory.internal.platform.Ffi
import timemory.internal.platform.ForeignFunction
import timemory.internal.platform.Lock
import timemory.internal.platform.SystemCall
import timemory.internal.platform.hold
import timemory.internal.platform.textAt
import timemory.internal.platform.withMemory
import timemory.internal.platform.withText
import timemory.internal.text.distanceIgnoringCase
import timemory.internal.text.shorten

/**
 * The functions of PAPI 7 (`libpapi.so.7`), looked up on first use, so that programs run without PAPI and are built without its header. The
 * constants from that header are repeated here; a test compares them with the header if it is installed.
 */
internal object PapiLibrary {
    private class Loaded(val file: String, val version: Int)

    private val loading = Lock()
    private var tried = false
    private var loaded: Loaded? = null
    private var reason: String? = null

    /** Returns why PAPI is unavailable here; `null` if it is available. Everything else may be used only if this is `null`. */
    fun unavailable(): String? = loading.hold {
        if (!tried) {
            reason = load()
            tried = true
        }
        reason
    }

    /** The version of the library, such as `7.0.1`. */
    val version: String get() = loading.hold { loaded?.version ?: 0 }.let { "${it shr 24}.${it shr 16 and 0xFF}.${it shr 8 and 0xFF}" }

    private fun load(): String? {
        Ffi.unavailable?.let { return it }
        val file = FILES.firstOrNull { Ffi.find(it, "PAPI_library_init") != null }
            ?: return "PAPI was not found (tried ${FILES.joinToString()}): install it (on Debian: apt-get install libpapi7.0; " +
                "if it is elsewhere, add its folder to LD_LIBRARY_PATH)"
        val initialize = Ffi.find(file, "PAPI_library_init")!!
        var status = 0
        for (minor in 0..LATEST_MINOR) {
            val wanted = (MAJOR shl 24) or (minor shl 16)
            status = initialize.call(wanted.toLong()).toInt()
            if (status == wanted) break
        }
        loaded = Loaded(file, status)
        if (status shr 24 != MAJOR) return "$file is not version 7 of PAPI, which is required: ${describe(status)}"
        // Threads are identified by their address, as in OpenCounters.
        val threads = function("PAPI_thread_init").call(Ffi.find(null, "pthread_self")!!.address).toInt()
        return if (threads == OK) null else "PAPI cannot count threads separately: ${describe(threads)}"
    }

    private fun function(name: String): ForeignFunction {
        val file = loaded!!.file
        return Ffi.find(file, name)
            ?: throw UnsupportedOperationException("$file has no function $name: it is not version 7 of PAPI, which is required")
    }

    private val registerThread by lazy { function("PAPI_register_thread") }
    val createEventSet by lazy { function("PAPI_create_eventset") }
    val destroyEventSet by lazy { function("PAPI_destroy_eventset") }
    val cleanUpEventSet by lazy { function("PAPI_cleanup_eventset") }
    val assignComponent by lazy { function("PAPI_assign_eventset_component") }
    val initializeMultiplexing by lazy { function("PAPI_multiplex_init") }
    val setDomain by lazy { function("PAPI_set_cmp_domain") }
    val setMultiplex by lazy { function("PAPI_set_multiplex") }
    val attach by lazy { function("PAPI_attach") }
    val codeOfName by lazy { function("PAPI_event_name_to_code") }
    val componentOfEvent by lazy { function("PAPI_get_event_component") }
    val addEvent by lazy { function("PAPI_add_event") }
    val start by lazy { function("PAPI_start") }
    val stop by lazy { function("PAPI_stop") }
    val read by lazy { function("PAPI_read") }
    val numberOfComponents by lazy { function("PAPI_num_components") }
    val componentInfo by lazy { function("PAPI_get_component_info") }
    val firstOrNextEvent by lazy { function("PAPI_enum_cmp_event") }
    val nextPreset by lazy { function("PAPI_enum_event") }
    val eventInfo by lazy { function("PAPI_get_event_info") }

    /** Whether this process may count kernel events on its behalf, which PAPI does only if told to. */
    val countsKernel by lazy {
        val file = openPerfEvent(PerfEvent.of("task-clock"), pid = 0, group = -1)
        if (file >= 0) Ffi.systemCall(SystemCall.CLOSE, file.toLong())
        file >= 0
    }

    /** Returns PAPI's description of [status]. */
    fun describe(status: Int): String {
        val file = loaded?.file ?: return "error $status"
        val text = Ffi.find(file, "PAPI_strerror")?.call(status.toLong()) ?: 0L
        return Ffi.textAt(text).ifEmpty { "error $status" }
    }

    /** Registers the calling thread, before anything else: PAPI 7.0 dereferences its per-thread data without checking that it exists. */
    fun register() {
        val status = registerThread.call().toInt()
        if (status != OK) throw UnsupportedOperationException("PAPI cannot count on this thread: ${describe(status)}")
    }

    /** Returns PAPI's code of event [name]. Throws an exception if it does not exist or cannot be counted here. */
    fun codeOf(name: String): Int = Ffi.withMemory(8L) { code ->
        val status = Ffi.withText(name) { codeOfName.call(it, code).toInt() }
        if (status != OK) throw UnsupportedOperationException(unknown(name))
        Ffi.intAt(code)
    }

    private fun unknown(name: String): String {
        val nearest = PapiEvents.names().minByOrNull { distanceIgnoringCase(name, it) }
        val disabled = PapiEvents.disabledComponents()
        return "PAPI $version does not know the event '${shorten(name)}' on this machine" +
            (if (nearest == null) "" else "; the nearest is '$nearest'") +
            " (`timemory avail -H` lists them all)" +
            if (disabled.isEmpty()) "" else ". Without events here: ${disabled.joinToString("; ")}"
    }

    val FILES = listOf("libpapi.so.7", "libpapi.so.7.0", "libpapi.so.7.1", "libpapi.so.7.2", "libpapi.so")
    const val MAJOR = 7
    private const val LATEST_MINOR = 3

    const val OK = 0
    const val NO_EVENT_SET = -1
    const val CONFLICT = -8
    const val PERMISSION = -15
    const val PRESETS = 1 shl 31
    const val NATIVE = 1 shl 30
    const val USER = 1L
    const val USER_AND_KERNEL = 3L
    const val ENUMERATE_ALL = 0
    const val ENUMERATE_FIRST = 1

    /** Field offsets of `PAPI_event_info_t`, which takes 6680 bytes and may grow. */
    object EventInfo {
        const val SYMBOL = 4
        const val SHORT = 1028
        const val LONG = 1092
        const val BYTES = 16_384
    }

    /** Field offsets of `PAPI_component_info_t`. */
    object ComponentInfo {
        const val NAME = 0
        const val DISABLED_REASON = 512
        const val DISABLED = 1536
    }
}
