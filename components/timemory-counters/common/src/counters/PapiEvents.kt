package timemory.counters

import timemory.internal.platform.Ffi
import timemory.internal.platform.textAt
import timemory.internal.platform.withMemory

/**
 * The events that PAPI knows: its presets, which have the same names on all processors, and the native events of the processor and the
 * kernel.
 */
internal object PapiEvents {
    class Event(val code: Int, val name: String, val description: String) {
        val isPreset: Boolean get() = code < 0
    }

    /** Returns all events, presets first. This takes a while, because some processors have thousands. */
    fun all(): List<Event> {
        if (PapiLibrary.unavailable() != null) return emptyList()
        return OpenCounters.alone {
            PapiLibrary.register()
            Ffi.withMemory(8L) { code ->
                Ffi.withMemory(PapiLibrary.EventInfo.BYTES.toLong()) { info -> presets(code, info) + natives(code, info) }
            }
        }
    }

    /** Returns the name of the event with that code of `papi.h`; `null` if PAPI does not know it, or cannot be loaded. */
    fun nameOf(code: Int): String? {
        if (PapiLibrary.unavailable() != null) return null
        return OpenCounters.alone {
            PapiLibrary.register()
            Ffi.withMemory(PapiLibrary.EventInfo.BYTES.toLong()) { info -> eventOf(code, info)?.name }
        }
    }

    private fun presets(code: Long, info: Long): List<Event> {
        val found = ArrayList<Event>()
        Ffi.putInt(code, PapiLibrary.PRESETS)
        var status = PapiLibrary.nextPreset.call(code, PapiLibrary.ENUMERATE_FIRST.toLong()).toInt()
        while (status == PapiLibrary.OK) {
            eventOf(Ffi.intAt(code), info)?.let(found::add)
            status = PapiLibrary.nextPreset.call(code, PapiLibrary.ENUMERATE_ALL.toLong()).toInt()
        }
        return found
    }

    private fun natives(code: Long, info: Long): List<Event> {
        val found = ArrayList<Event>()
        for (component in 0 until PapiLibrary.numberOfComponents.call().toInt()) {
            if (disabledReason(component) != null) continue
            Ffi.putInt(code, PapiLibrary.NATIVE)
            var status = PapiLibrary.firstOrNextEvent.call(code, PapiLibrary.ENUMERATE_FIRST.toLong(), component.toLong()).toInt()
            while (status == PapiLibrary.OK) {
                eventOf(Ffi.intAt(code), info)?.let(found::add)
                status = PapiLibrary.firstOrNextEvent.call(code, PapiLibrary.ENUMERATE_ALL.toLong(), component.toLong()).toInt()
            }
        }
        return found
    }

    private fun eventOf(code: Int, info: Long): Event? {
        if (PapiLibrary.eventInfo.call(code.toLong(), info).toInt() != PapiLibrary.OK) return null
        val long = Ffi.textAt(info + PapiLibrary.EventInfo.LONG)
        val text = long.ifEmpty { Ffi.textAt(info + PapiLibrary.EventInfo.SHORT, 64) }
        return Event(code, Ffi.textAt(info + PapiLibrary.EventInfo.SYMBOL), text)
    }

    private val nameList by lazy { all().map { it.name } }

    fun names(): List<String> = nameList

    /** Returns whether [event] can be counted on this machine, by trying it: PAPI knows many that the kernel then rejects. */
    fun isAvailable(event: Event): Boolean = OpenCounters.alone {
        PapiLibrary.register()
        Ffi.withMemory(8L) { set ->
            Ffi.putInt(set, PapiLibrary.NO_EVENT_SET)
            PapiLibrary.createEventSet.call(set)
            val status = PapiLibrary.addEvent.call(Ffi.intAt(set).toLong(), event.code.toLong()).toInt()
            PapiLibrary.cleanUpEventSet.call(Ffi.intAt(set).toLong())
            PapiLibrary.destroyEventSet.call(set)
            status == PapiLibrary.OK
        }
    }

    /** Returns PAPI's disabled components, with its reasons. */
    fun disabledComponents(): List<String> = (0 until PapiLibrary.numberOfComponents.call().toInt()).mapNotNull(::disabledReason)

    private fun disabledReason(component: Int): String? {
        val info = PapiLibrary.componentInfo.call(component.toLong())
        if (info == 0L || Ffi.intAt(info + PapiLibrary.ComponentInfo.DISABLED) == 0) return null
        return Ffi.textAt(info + PapiLibrary.ComponentInfo.NAME, 128) + ": " +
            Ffi.textAt(info + PapiLibrary.ComponentInfo.DISABLED_REASON)
    }
}
