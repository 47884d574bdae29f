package timemory.nativecalls

import timemory.counters.ChosenEvents
import timemory.internal.callgraph.Availability
import timemory.internal.callgraph.SessionHooks
import timemory.internal.text.wordsOf

/** What settings say of native calls. */
internal object NativeCallSettings {
    val chosen = ChosenEvents(NativeCallSettingNames.nativeCalls) {
        ChosenEvents.Request(NativeCallKind.ONLY, wordsOf(it.nativeCalls))
    }

    init {
        SessionHooks.onBegin { if (chosen.configureBy(it)) Availability.changed() }
    }
}
