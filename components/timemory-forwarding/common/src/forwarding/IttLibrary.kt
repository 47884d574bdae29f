package timemory.forwarding

import kotlin.concurrent.Volatile
import timemory.internal.platform.Ffi
import timemory.internal.platform.ForeignFunction
import timemory.internal.platform.Lock
import timemory.internal.platform.hold

/**
 * Intel's instrumentation interface (ITT), which VTune and Advisor listen to.
 *
 * Programs normally link ITT's static part, a few hundred lines that load the collector named by the tool in `INTEL_LIBITTNOTIFY64` and let
 * it fill in the functions. This class does the same: it builds the structure that collectors expect (`___itt_global` of
 * `ittnotify_config.h`, version 3.0), with a list of the required functions, and passes it to `__itt_api_init`. Each list entry names a
 * function and the location for its address; a collector skips those that it does not have. Collectors keep the pointer, so the structure
 * is never freed. Older collectors have no `__itt_api_init`, and their functions are looked up by name.
 */
internal object IttLibrary {
    private const val VARIABLE = "INTEL_LIBITTNOTIFY64"
    private const val MISSING =
        "no VTune collector is attached: start the program with VTune, as in `vtune -collect hotspots -start-paused -- program`, which " +
            "sets $VARIABLE to its collector (install the Intel oneAPI VTune Profiler)"

    private val loading = Lock()

    @Volatile
    private var functions: Map<String, ForeignFunction>? = null

    /** Returns why there is no collector; `null` if there is one. Everything else may be used only if this is `null`. */
    fun unavailable(vararg needed: String): String? {
        Ffi.unavailable?.let { return it }
        val found = functions ?: load() ?: return MISSING
        val absent = needed.filterNot(found::containsKey)
        return if (absent.isEmpty()) null else "the collector that $VARIABLE names has no ${absent.joinToString()}"
    }

    /** A collector must be initialized only once: if several threads come at once, one does it and the others wait. */
    private fun load(): Map<String, ForeignFunction>? {
        val file = LoadedCode.environment(VARIABLE) ?: return null
        val collector = LoadedCode.open(file)
        if (collector == 0L) return null
        return loading.hold { functions ?: functionsOf(collector).also { functions = it } }
    }

    private fun functionsOf(collector: Long): Map<String, ForeignFunction> {
        val initialize = LoadedCode.functionOf(collector, "__itt_api_init") ?: return byName(collector)
        val slots = Ffi.allocate(FUNCTIONS.size * 8L)
        val list = Ffi.allocate((FUNCTIONS.size + 1L) * ENTRY_BYTES)
        FUNCTIONS.forEachIndexed { i, name ->
            val entry = list + i * ENTRY_BYTES
            Ffi.putLong(entry, LabelTexts.addressOf(name))
            Ffi.putLong(entry + ENTRY_SLOT, slots + i * 8L)
            Ffi.putInt(entry + ENTRY_GROUP, ALL_GROUPS)
        }
        initialize.call(global(collector, list), ALL_GROUPS.toLong())
        return FUNCTIONS.indices.mapNotNull { i ->
            val address = Ffi.longAt(slots + i * 8L)
            if (address == 0L) null else FUNCTIONS[i] to LoadedCode.functionAt(address)
        }.toMap()
    }

    private fun byName(collector: Long): Map<String, ForeignFunction> =
        FUNCTIONS.mapNotNull { name -> LoadedCode.functionOf(collector, name)?.let { name to it } }.toMap()

    private fun global(collector: Long, list: Long): Long {
        val global = Ffi.allocate(GLOBAL_BYTES)
        MAGIC.forEachIndexed { i, byte -> Ffi.putByte(global + i, byte.toByte()) }
        Ffi.putLong(global + MAJOR, 3L)
        Ffi.putLong(global + BUILD, 20_250_807L)
        Ffi.putLong(global + INITIALIZED, 1L)
        Ffi.putLong(global + LIBRARY, collector)
        Ffi.putLong(global + API_LIST, list)
        return global
    }

    private fun call(name: String, a: Long = 0L, b: Long = 0L): Long = functions!!.getValue(name).call(a, b)

    /** Makes the collector collect while any region of the three VTune components is open. */
    val collection = RefCountedToggle { isOn ->
        call(if (isOn) RESUME else PAUSE)
        null
    }

    fun pause() {
        call(PAUSE)
    }

    private val naming = Lock()
    private val events = HashMap<Long, Long>()
    private val frames = HashMap<Long, RefCountedToggle>()

    /** Returns the number of the event [label], whose text is at [text]. */
    fun eventOf(label: String, text: Long): Long {
        naming.hold { events[text] }?.let { return it }
        // The collector returns the same number for the same name.
        val event = call(EVENT_CREATE, text, label.encodeToByteArray().size.toLong()) and 0xFFFF_FFFFL
        return naming.hold { events.getOrPut(text) { event } }
    }

    fun startEvent(event: Long) {
        call(EVENT_START, event)
    }

    fun endEvent(event: Long) {
        call(EVENT_END, event)
    }

    /**
     * Returns the toggle for the frames of the domain named by the text at [text]: a frame is open while any thread has a region with that
     * label open.
     */
    fun framesOf(text: Long): RefCountedToggle {
        naming.hold { frames[text] }?.let { return it }
        val domain = call(DOMAIN_CREATE, text) // the same for the same name
        val made = RefCountedToggle { isOn ->
            call(if (isOn) FRAME_BEGIN else FRAME_END, domain)
            null
        }
        if (domain != 0L) Ffi.putInt(domain, 1) // its flags: enables it
        return naming.hold { frames.getOrPut(text) { made } }
    }

    const val PAUSE = "__itt_pause"
    const val RESUME = "__itt_resume"
    const val EVENT_CREATE = "__itt_event_create"
    const val EVENT_START = "__itt_event_start"
    const val EVENT_END = "__itt_event_end"
    const val DOMAIN_CREATE = "__itt_domain_create"
    const val FRAME_BEGIN = "__itt_frame_begin_v3"
    const val FRAME_END = "__itt_frame_end_v3"
    private val FUNCTIONS = listOf(PAUSE, RESUME, EVENT_CREATE, EVENT_START, EVENT_END, DOMAIN_CREATE, FRAME_BEGIN, FRAME_END)

    private val MAGIC = listOf(0xED, 0xAB, 0xAB, 0xEC, 0x0D, 0xEE, 0xDA, 0x30)
    private const val GLOBAL_BYTES = 200L
    private const val MAJOR = 8
    private const val BUILD = 24
    private const val INITIALIZED = 32
    private const val LIBRARY = 96
    private const val API_LIST = 120

    /** `__itt_api_info`: name, location for the function, two functions of the static part, which are not needed, and groups. */
    private const val ENTRY_BYTES = 40L
    private const val ENTRY_SLOT = 8
    private const val ENTRY_GROUP = 32
    private const val ALL_GROUPS = -1
}
