package timemory.nativecalls

import timemory.counters.SelectedEvents
import timemory.internal.callgraph.Availability
import timemory.internal.callgraph.SessionHooks
import timemory.internal.text.wordsOf

/** The settings of native calls. */
internal object NativeCallSettings {
    val chosen = SelectedEvents(NativeCallSettingNames.nativeCalls) {
        SelectedEvents.Request(NativeCallKind.ONLY, wordsOf(it.nativeCalls))
    }

    init {
        SessionHooks.onBegin { if (chosen.configure(it)) Availability.changed() }
    }
}
